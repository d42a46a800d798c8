"""Measures the cost of remote agents for the machine of stickerd, and the effect of a slow link."""

import json
import os
import pickle
import random
import shutil
import signal
import statistics
import struct
import subprocess
import sys
import threading
import time
import zlib

from processes import children, seconds_of
from services import wait_for

PLAYER = os.path.join(os.path.dirname(os.path.abspath(__file__)), "player.py")


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def disc(seed, side, dice):
    """The compressed rows of a disc with a soft edge and some grain."""
    rows = []
    for y in range(side):
        row = bytearray(b"\0")
        grain = dice.randbytes(side)
        for x in range(side):
            far = ((x - side / 2) ** 2 + (y - side / 2) ** 2) ** 0.5 / (side / 2)
            alpha = max(0, min(255, int((0.95 - far) * 2000)))
            shade = grain[x] >> 4
            row += bytes((60 + (x * 150 // side) + shade, 40 + (y * 170 // side) + shade, (90 + seed * 37) % 200, alpha))
        rows.append(bytes(row))
    return zlib.compress(b"".join(rows), 6)


def head(side):
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", side, side, 8, 6, 0, 0, 0))


def picture(seed, side=512):
    """A disc as PNG."""
    return head(side) + chunk(b"IDAT", disc(seed, side, random.Random(seed))) + chunk(b"IEND", b"")


def animation(seed, frames, side=256):
    """A disc with changing colour and grain, as APNG."""
    dice = random.Random(seed)
    parts, number = [head(side), chunk(b"acTL", struct.pack(">II", frames, 0))], 0
    for frame in range(frames):
        parts.append(chunk(b"fcTL", struct.pack(">IIIIIHHBB", number, side, side, 0, 0, 1, 12, 0, 0)))
        number += 1
        data = disc(seed + frame, side, dice)
        if frame == 0:
            parts.append(chunk(b"IDAT", data))
        else:
            parts.append(chunk(b"fdAT", struct.pack(">I", number) + data))
            number += 1
    return b"".join(parts) + chunk(b"IEND", b"")


def sized(content, size, mark):
    """The same picture in a file of about this size with unique bytes."""
    padding = random.Random(mark).randbytes(max(0, size - len(content)))
    return content[:-12] + chunk(b"stKr", mark.encode() + b"\0" + padding) + content[-12:]


def quantile(values, share):
    ordered = sorted(values)
    return ordered[min(len(ordered) - 1, int(share * len(ordered)))]


class Writer:
    """A program that keeps the disk busy: it writes files of 8 MB without pauses and waits for the disk after every second
    file."""

    def __init__(self, folder):
        self.folder, self.bytes, self.ending = os.path.join(folder, "writer"), 0, threading.Event()
        self.thread = threading.Thread(target=self.write)

    def write(self):
        content, number = random.Random(0).randbytes(8 << 20), 0
        while not self.ending.is_set():
            # Reuses the same file names to limit the disk usage.
            with open(f"{self.folder}/{number % 64}", "wb") as file:
                file.write(content)
                file.flush()
                if number % 2 == 0:
                    os.fdatasync(file.fileno())
            self.bytes += len(content)
            number += 1

    def __enter__(self):
        os.makedirs(self.folder, exist_ok=True)
        self.begin = time.monotonic()
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ending.set()
        self.thread.join()
        shutil.rmtree(self.folder)

    @property
    def rate(self):
        """The average rate in MB/s."""
        return self.bytes / 1e6 / (time.monotonic() - self.begin)


class Measurements:
    def __init__(self, folder, stickerd, services, rounds=3):
        self.folder = folder
        self.stickerd = os.path.abspath(stickerd)
        self.renderer = os.path.join(os.path.dirname(self.stickerd), "stickerd-render")
        self.services = services
        self.rounds = rounds
        self.environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        self.pictures = [picture(seed) for seed in range(4)]
        self.small = [picture(seed, 256) for seed in range(4)]
        self.results = {}

    # Libraries

    def settings(self, launch, slots, **more):
        return {
            "size": "small", "jobs": 1, "encode": {"effort": "max"}, "limits": {"seconds": 600},
            "previews": {"backgrounds": [{"name": "white", "colour": "#ffffff"}]},
            "workers": {
                "pools": [{"name": "farm", "launch": launch, "slots": slots, "min": 1, "startSeconds": 0}],
                "verifyShare": 0, **more},
        }

    def library(self, name, count, size, settings, pictures=None):
        folder = os.path.join(self.folder, name)
        os.makedirs(f"{folder}/drop/cats")
        self.configure(folder, settings)
        if pictures is None:
            pictures = self.pictures if size == 0 or size > len(self.pictures[0]) + 1000 else self.small
        for number in range(count):
            with open(f"{folder}/drop/cats/Source {number}.png", "wb") as file:
                file.write(sized(pictures[number % len(pictures)], size, f"{name} {number}"))
        # Copies the passed test of the first library.
        known = f"{self.folder}/recorded/.out.stickerd/render-nodes.json"
        if os.path.exists(known):
            os.makedirs(f"{folder}/.out.stickerd", exist_ok=True)
            shutil.copy(known, f"{folder}/.out.stickerd/render-nodes.json")
        return folder

    def configure(self, folder, settings, name="pipeline.json"):
        with open(f"{folder}/{name}", "w") as file:
            json.dump(settings, file)

    def start(self, folder, *arguments, before=()):
        return subprocess.Popen(
            [*before, self.stickerd, *arguments], cwd=folder, env=self.environment, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=open(f"{self.folder}/measure.log", "ab"))

    def played(self, slots, seconds, recording="recording"):
        return [sys.executable, PLAYER, "play", f"{self.folder}/{recording}", str(slots), str(seconds)]

    def record(self, recording="recording", name="recorded", pictures=None, **more):
        """Makes a real agent render a few pictures, and saves its results.

        Returns the mean size of a result.
        """
        place = f"{self.folder}/{recording}"
        launch = [sys.executable, PLAYER, "record", place, self.renderer, "--slots", "2"]
        folder = self.library(name, 8, 0, {**self.settings(launch, 2), **more}, pictures)
        for arguments in (["doctor", "--workers"], ["build"]):
            process = self.start(folder, *arguments)
            process.communicate(timeout=600)
        kept = [name for name in os.listdir(place) if name.startswith("sticker-")]
        if not kept:
            raise RuntimeError("no results were recorded")
        sizes = []
        for name in kept:
            with open(f"{place}/{name}", "rb") as file:
                sizes.append(sum(len(payload) for _, payload in pickle.load(file)))
        return statistics.mean(sizes)

    # One run

    def rebuild(self, folder, count, enough, arguments=("rebuild", "--json"), finishes=False, warm=None, before=()):
        """Renders through agents alone: this machine's workers are stopped after the first result of an agent.

        Returns the results per second and the CPU seconds per result of the steady part of the run.
        """
        process = self.start(folder, *arguments, before=before)
        stopped, times, state = [], [], {"cpu": None}

        def hold():
            for child in children(process.pid):
                try:
                    words = open(f"/proc/{child}/cmdline", "rb").read().split(b"\0")
                except OSError:
                    continue
                if words[0].endswith(b"stickerd-render") and b"--slots" not in words and child not in stopped:
                    os.kill(child, signal.SIGSTOP)
                    stopped.append(child)

        try:
            warm = max(4, enough // 10) if warm is None else warm
            for line in process.stdout:
                event = json.loads(line)
                if event["event"] != "rendered":
                    continue
                if event.get("slots", 1) > 1 and not stopped:
                    hold()
                    times = []
                times.append(time.monotonic())
                if stopped and len(times) == warm:
                    state["cpu"] = (seconds_of(process.pid), times[-1])
                if len(times) >= warm + enough:
                    break
            cpu = seconds_of(process.pid) - state["cpu"][0]
            took = times[-1] - state["cpu"][1]
            found = {"perSecond": enough / took, "cpu": cpu / enough}
            if finishes:
                for child in stopped:
                    os.kill(child, signal.SIGCONT)
                process.communicate(timeout=900)
            return found
        finally:
            if process.poll() is None:
                process.kill()
            for child in stopped:
                try:
                    os.kill(child, signal.SIGKILL)
                except ProcessLookupError:
                    pass
            process.wait()
            shutil.rmtree(f"{folder}/.out.stickerd/rebuild", ignore_errors=True)

    def medians(self, runs):
        return {key: statistics.median(run[key] for run in runs) for key in runs[0]}

    # Measurements

    def ways(self):
        """The cost of a job and of a megabyte on the way to an agent and back."""
        ways = [("pipe", lambda command: command)]
        if "ssh" in self.services.has:
            ways.append(("SSH", lambda command: self.services.ssh(*command)))
        if "slurm" in self.services.has:
            ways.append(("srun", lambda command: ["srun", "--unbuffered", "--quiet", "--ntasks=1", *command]))
        sizes = {"small": 160_000, "large": 2_000_000}
        folders = {
            name: self.library(f"ways-{name}", 120, size, self.settings(["true"], 1)) for name, size in sizes.items()}
        print("Cost of the transport: one slot, without prefetch, jobs that take no time")
        for title, wrap in ways:
            took = {}
            for name, folder in folders.items():
                self.configure(folder, self.settings(wrap(self.played(1, 0)), 1, prefetch=False))
                runs = [self.rebuild(folder, 120, 60) for _ in range(self.rounds)]
                took[name] = self.medians(runs)
            megabytes = (sizes["large"] - sizes["small"]) / 1e6
            seconds = {name: 1 / found["perSecond"] for name, found in took.items()}
            per_megabyte = (seconds["large"] - seconds["small"]) / megabytes
            cpu = (took["large"]["cpu"] - took["small"]["cpu"]) / megabytes
            per_job = seconds["small"] - per_megabyte * sizes["small"] / 1e6
            cpu_job = took["small"]["cpu"] - cpu * sizes["small"] / 1e6
            print(f"  {title}: {per_job * 1000:.1f} ms per job and {per_megabyte * 1000:.1f} ms per megabyte of source; stickerd's "
                  f"CPU: {cpu_job * 1000:.1f} ms and {cpu * 1000:.1f} ms", flush=True)
            self.results[title] = {"job": cpu_job, "megabyte": cpu}

    def link(self):
        """The share of a slow link's delay that prefetching hides."""
        print("A link with 20 ms each way and 12.5 MB/s, four slots, sources of 0.2 MB: utilization of the slots")
        folder = self.library("link", 400, 200_000, self.settings(["true"], 4))
        for seconds in (0.25, 1, 2.5):
            shares = {}
            enough = max(24, min(160, int(4 * 12 / seconds)))
            for prefetch in (False, True):
                launch = [sys.executable, PLAYER, "link", "20", "12.5", *self.played(4, seconds)]
                self.configure(folder, self.settings(launch, 4, prefetch=prefetch))
                runs = [self.rebuild(folder, 400, enough) for _ in range(1 if seconds > 1 else self.rounds)]
                shares[prefetch] = statistics.median(run["perSecond"] for run in runs) * seconds / 4
            print(f"  jobs of {seconds} s: {shares[False] * 100:.0f} % without prefetch, {shares[True] * 100:.0f} % with it",
                  flush=True)

    def srun(self):
        """The share of srun's delay that prefetching hides."""
        if "slurm" not in self.services.has:
            return
        folder = self.library("srun", 400, 200_000, self.settings(["true"], 1))
        print("srun, one slot, jobs of 0.25 s, sources of 0.2 MB: utilization of the slot")
        shares = {}
        for prefetch in (False, True):
            launch = ["srun", "--unbuffered", "--quiet", "--ntasks=1", *self.played(1, 0.25)]
            self.configure(folder, self.settings(launch, 1, prefetch=prefetch))
            runs = [self.rebuild(folder, 400, 40) for _ in range(self.rounds)]
            shares[prefetch] = statistics.median(run["perSecond"] for run in runs) * 0.25
        print(f"  {shares[False] * 100:.0f} % without prefetch, {shares[True] * 100:.0f} % with it", flush=True)

    def slots(self):
        """The cost of many slots for stickerd."""
        size = 600_000
        print(f"Simulated slots, sources of {size / 1e6} MB, results of {self.answer_size / 1e6:.2f} MB")
        folder = self.library("slots", 1_600, size, self.settings(["true"], 1))
        for slots, seconds, enough in [(32, 2.5, 200), (200, 2.5, 800), (32, 0, 600), (200, 0, 600)]:
            self.configure(folder, self.settings(self.played(slots, seconds), slots))
            runs = [self.rebuild(folder, 1_600, enough) for _ in range(self.rounds)]
            found = self.medians(runs)
            rate = found["perSecond"]
            megabytes = rate * (size + self.answer_size) / 1e6
            print(f"  {slots} slots, jobs of {seconds} s: {rate:.1f} results/s of {slots / seconds:.1f}" if seconds else
                  f"  {slots} slots, jobs that take no time: {rate:.1f} results/s", end="")
            print(f", {megabytes:.0f} MB/s, {found['cpu'] * 1000:.1f} ms of stickerd's CPU per result", flush=True)
            self.results[(slots, seconds)] = found

    def animations(self):
        """The cost of animations for stickerd."""
        quick = {"encode": {"effort": "fast"}}
        pictures = [animation(seed, 13) for seed in range(2)]
        answer = self.record("animations", "recorded-animations", pictures, **quick)
        size = 2_000_000
        print(f"Simulated slots, animations of {size / 1e6} MB, results of {answer / 1e6:.2f} MB")
        folder = self.library("animations-library", 260, size, self.settings(["true"], 1), pictures)
        for slots in (32, 200):
            self.configure(folder, {**self.settings(self.played(slots, 0, "animations"), slots), **quick})
            found = self.medians([self.rebuild(folder, 260, 150) for _ in range(self.rounds)])
            megabytes = found["perSecond"] * (size + answer) / 1e6
            print(f"  {slots} slots, jobs that take no time: {found['perSecond']:.1f} results/s, {megabytes:.0f} MB/s, "
                  f"{found['cpu'] * 1000:.1f} ms of stickerd's CPU per result", flush=True)

    def drops(self):
        """The latency of drops in a watch: idle, beside a rebuild with 200 busy slots, and with a busy disk."""
        print("Drops in a watch, from the last write to the manifest: idle, beside a rebuild with 200 busy slots, and with a busy "
              "disk; with the priorities of the services")
        folder, count = self.dropped_library(), 4_800
        watch = self.start(folder, "watch", "--json", "--config", "watch.json", before=["nice", "-n", "5"])
        ready, latencies = threading.Event(), {}

        def listen():
            for line in watch.stdout:
                event = json.loads(line)
                if event["event"] == "ready":
                    ready.set()
                if event["event"] == "published" and event.get("milliseconds") is not None:
                    latencies[event["path"]] = event["milliseconds"]
        threading.Thread(target=listen, daemon=True).start()
        numbers = iter(range(100_000))

        def drop(many, until=lambda: False):
            found = []
            while len(found) < many and not until():
                number = next(numbers)
                path = f"cats/Drop {number}.png"
                content = sized(self.small[number % len(self.small)], 100_000, f"drop {number}")
                with open(f"{folder}/{path}.part", "wb") as file:
                    file.write(content)
                os.rename(f"{folder}/{path}.part", f"{folder}/drop/{path}")
                wait_for(f"{path} is published", lambda: path in latencies, 60)
                found.append(latencies[path])
                time.sleep(0.3)
            return found

        def beside_a_rebuild():
            """Drops beside a rebuild with 200 busy slots."""
            ending = threading.Event()

            def load():
                try:
                    self.loaded = self.rebuild(
                        folder, count, 4_000, arguments=("rebuild", "--effort", "max", "--json", "--config", "rebuild.json"),
                        warm=400, before=["nice", "-n", "19", "ionice", "-c", "3"])
                finally:
                    ending.set()
            thread = threading.Thread(target=load)
            thread.start()
            # Waits for the results of the first jobs.
            time.sleep(8)
            found = drop(1_000, until=ending.is_set)
            thread.join()
            return found, f"{self.loaded['perSecond']:.0f} results/s, "

        os.makedirs(f"{folder}/cats", exist_ok=True)
        found = {}
        try:
            wait_for("the watch is ready", ready.is_set, 300)
            drop(3)
            found["at rest"] = (drop(40), "")
            found["200 slots"] = beside_a_rebuild()
            with Writer(folder) as writer:
                found["the writer"] = (drop(40), "")
                found["200 slots and the writer"] = beside_a_rebuild()
                written = writer.rate
            found["at rest"][0].extend(drop(40))
        finally:
            watch.terminate()
            watch.wait()
        usual = found["at rest"][0]
        print(f"  load {os.getloadavg()[1]:.1f} on {os.cpu_count()} processors; the writer wrote {written:.0f} MB/s")
        for title, (times, more) in found.items():
            (median, slow) = (statistics.median(times), quantile(times, 0.99))
            print(f"  {title} ({more}{len(times)} drops): median {median:.0f} ms, p99 {slow:.0f} ms, "
                  f"{median / statistics.median(usual):.2f} and {slow / quantile(usual, 0.99):.2f} times", flush=True)

    def dropped_library(self):
        """A published library, with settings for a watch and for a rebuild with 200 simulated slots."""
        count = 4_800
        settings = self.settings(self.played(200, 0), 200)
        folder = self.library("drops", count, 300_000, settings)
        settings["encode"]["effort"] = "balanced"
        self.configure(folder, settings)
        self.rebuild(folder, count, count * 3 // 4, arguments=("build", "--json"), finishes=True)
        self.configure(folder, {**settings, "workers": {}}, "watch.json")
        self.configure(folder, self.settings(self.played(200, 2.5), 200), "rebuild.json")
        return folder

    def run(self, only):
        self.answer_size = self.record()
        for name in ["drops", "ways", "link", "srun", "slots", "animations"]:
            if only in name:
                getattr(self, name)()
        return 0
