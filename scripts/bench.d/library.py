"""A large library: the start of a watch, drops into packs of several sizes, and builds, compared with a small library."""

import json
import os
import pathlib
import queue
import re
import shutil
import statistics
import subprocess
import tempfile
import threading
import time

import measure
import processes
from scale import picture, put
from throughput import ROOT, _build, _positive
from trouble import Trouble

HELP = "Libraries of 40, 10,000 and 100,000 stickers: start, drops into packs of several sizes, builds, memory, disk."

# The packs of each library, as (name, stickers per pack, number of packs). A picture is at most once in a pack.
SHAPES = {
    40: [("small", 40, 1)],
    10_000: [("usual", 250, 32), ("large", 2_000, 1)],
    100_000: [("usual", 250, 352), ("large", 2_000, 1), ("huge", 10_000, 1)],
}


def add_arguments(parser):
    parser.add_argument("folder", metavar="DIR", help="a folder with SVG drawings, from which pictures are derived; it is only read")
    parser.add_argument("--stickers", type=int, choices=sorted(SHAPES), default=10_000, help="the largest library (10000)")
    parser.add_argument("--pictures", type=_positive, default=10_000, metavar="N", help="number of different pictures (10000)")
    parser.add_argument("--drops", type=_positive, default=30, metavar="N", help="number of drops into a pack of each size (30)")
    parser.add_argument("--effort", default="fast", help="encode.effort (fast)")
    parser.add_argument("--work", metavar="DIR", type=pathlib.Path,
                        help="keep the libraries in this folder, so that later runs need not render them again")
    parser.add_argument("--json", default=ROOT / "bench-library.json", metavar="FILE", type=pathlib.Path,
                        help="the file for all numbers (bench-library.json in the repository)")
    parser.add_argument("--stickerd", metavar="PROGRAM", help="measure this program instead of building the checkout")


def run(options):
    program = pathlib.Path(options.stickerd).resolve() if options.stickerd else _build()
    drawings = sorted(pathlib.Path(options.folder).glob("*.svg"))
    if not drawings:
        raise Trouble(f"{options.folder} contains no SVG")
    rows = []
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as name:
        top = options.work or pathlib.Path(name)
        for count in [size for size in SHAPES if size <= options.stickers]:
            library = Library(program, top, count, options)
            library.make(drawings)
            rows.append(library.measured(drawings, options.drops))
            options.json.write_text(json.dumps({"benchmark": "library", "machine": measure.machine(), "rows": rows}, indent=2)
                                    + "\n", encoding="utf-8")
    _show(rows)


def _show(rows):
    print("| stickers | first build | nothing changed | one change | peak | watch: serves | ready | at rest | peak | out/ ÷ renditions |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        watch = row["watch"]
        print(f"| {row['stickers']:,} | {row['first']['wall']:.0f} s | {row['nothing']['wall']:.2f} s | {row['change']['wall']:.2f} s "
              f"| {row['change']['own'] / 1e6:.0f} MB | {watch['serves']:.2f} s | {watch['ready']:.2f} s | {watch['memory']:.0f} MB "
              f"| {watch['peak']:.0f} MB | {row['disk']['times']:.1f} |")
    print("\n| stickers | pack of | drop, p50 | p99 | daemon's CPU per drop | with later work |\n|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        for pack in row["watch"]["packs"]:
            print(f"| {row['stickers']:,} | {pack['stickers']:,} | {pack['p50'] * 1000:.0f} ms | {pack['p99'] * 1000:.0f} ms "
                  f"| {pack['cpu'] * 1000:.0f} ms | {pack['cpu_after'] * 1000:.0f} ms |")


class Library:
    """A library with a number of stickers. A larger library continues the folder of the next smaller one."""

    def __init__(self, program, top, count, options):
        self.program, self.count, self.options = program, count, options
        self.work = top / ("small" if count == 40 else "large")
        self.shape = SHAPES[count]

    def make(self, drawings):
        """Writes the drop folder. Existing packs are kept."""
        settings = {"drop": "drop", "out": "out", "encode": {"effort": self.options.effort}}
        self.work.mkdir(parents=True, exist_ok=True)
        (self.work / "pipeline.json").write_text(json.dumps(settings), encoding="utf-8")
        start = 0
        for name, size, packs in self.shape:
            for pack in range(packs):
                folder = self.work / "drop" / f"{name}-{pack:03}"
                if not folder.exists():
                    for number in range(size):
                        place = (start + number) % self.options.pictures
                        put(picture(drawings, place, self.options.pictures), folder, place)
                start += size

    def measured(self, drawings, drops):
        first = self._build()
        row = {"stickers": self.count, "first": first, "nothing": self._build(), "disk": self._disk()}
        self._drop(drawings[0], self.work / "drop" / f"{self.shape[0][0]}-000" / "one change.svg")
        row["change"] = self._build()
        row["watch"] = Watch(self.program, self.work).measured(self.shape, drawings[0], drops)
        return row

    def _build(self, *arguments):
        status, wall, own, worker = processes.watch(
            [str(self.program), "build", "--config", str(self.work / "pipeline.json"), *arguments], self.work / "log")
        if status != 0:
            raise Trouble((self.work / "log").read_text(encoding="utf-8", errors="replace")[-2000:])
        return {"wall": wall, "own": own, "worker": worker}

    def _disk(self):
        """The disk usage of out/ and of the renditions in packs/, in bytes."""
        out, renditions = 0, 0
        for name, place in (("out", self.work / "out"), ("renditions", self.work / "out" / "packs")):
            text = subprocess.run(["du", "-s", "--block-size=1", str(place)], check=True, capture_output=True, text=True).stdout
            size = int(text.split()[0])
            out, renditions = (size, renditions) if name == "out" else (out, size)
        return {"out": out, "renditions": renditions, "times": out / renditions}

    @staticmethod
    def _drop(drawing, path, number=0):
        text = re.sub(r"#[0-9a-fA-F]{6}", lambda match: f"#{(int(match[0][1:], 16) + 7919 * (number + 1)) % (1 << 24):06x}",
                      drawing.read_text(encoding="utf-8"))
        path.write_text(f"{text}<!-- {path.name} {time.time_ns()} -->\n", encoding="utf-8")


class Watch:
    """A running `stickerd watch --json`, and its events with their arrival times."""

    def __init__(self, program, work):
        self.work, self.events = work, queue.Queue()
        self.start = time.monotonic()
        # pylint: disable=consider-using-with
        self.process = subprocess.Popen(
            [str(program), "watch", "--json", "--config", str(work / "pipeline.json")], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=dict(os.environ, OMP_NUM_THREADS="1"))
        threading.Thread(target=self._read, daemon=True).start()

    def measured(self, shape, drawing, drops):
        try:
            ready = self._wait(lambda event: event["event"] == "ready") - self.start
            cpu_start = self._cpu()
            time.sleep(45)
            rest, start_peak = self._memory()
            rows = []
            for name, size, _ in shape:
                folder = self.work / "drop" / f"{name}-000"
                before, taken = self._cpu(), []
                latencies = [self._drop(folder / f"new {number}.svg", drawing, number, taken) for number in range(drops)]
                # After the last drop, the watch still writes the report and the sheets, and releases memory.
                time.sleep(45)
                rows.append({"stickers": size, "p50": statistics.median(latencies),
                             "p99": sorted(latencies)[min(drops - 1, drops * 99 // 100)], "cpu": statistics.median(taken),
                             "latencies": latencies, "cpu_after": (self._cpu() - before) / drops})
            memory, peak = self._memory()
            return {"ready": ready, "serves": ready, "cpu_start": cpu_start, "rest": rest, "start_peak": start_peak,
                    "memory": memory, "peak": peak, "packs": rows}
        finally:
            self.process.terminate()
            self.process.wait(60)

    def _drop(self, path, drawing, number, taken):
        before = self._cpu()
        Library._drop(drawing, path, number)  # pylint: disable=protected-access
        start = time.monotonic()
        end = self._wait(lambda event: event["event"] == "published" and event["path"].endswith(path.name))
        time.sleep(0.4)
        taken.append(self._cpu() - before)
        return end - start

    def _read(self):
        for line in self.process.stdout:
            self.events.put((time.monotonic(), json.loads(line)))

    def _wait(self, wanted):
        while True:
            try:
                moment, event = self.events.get(timeout=300)
            except queue.Empty:
                raise Trouble("the watch has sent no event for 300 s") from None
            if wanted(event):
                return moment

    def _cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _memory(self):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return [int(re.search(rf"{name}:\s+(\d+)", text)[1]) / 1024 for name in ("VmRSS", "VmHWM")]
