"""Libraries of stickers, their builds, and comparisons with local builds."""

import contextlib
import fcntl
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

from pictures import disc, png
from processes import arguments_of, children, end_process, family, seconds_of
from services import wait_for

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PHOTO = f"{TOP}/samples/backgrounds/photo.jpg"
STATE = ".out.stickerd"
QUALIFIED = "render-nodes.json"
# Commands that take longer count as hung, in seconds.
LIMIT = 600


class Failed(Exception):
    pass


def needs(*services):
    def mark(check):
        check.needs = services
        return check
    return mark


def uses(*services):
    """Marks a check that tests more if these services run."""
    def mark(check):
        check.uses = services
        return check
    return mark


def waits(seconds):
    """Marks a check that waits for about this many seconds."""
    def mark(check):
        check.waits = seconds
        return check
    return mark


class Library:
    """A folder with drop/ and pipeline.json."""

    def __init__(self, cluster, name, stickers, settings):
        self.cluster = cluster
        self.folder = os.path.join(cluster.folder, name)
        os.makedirs(f"{self.folder}/drop/cats")
        self.settings = settings
        self.set_pools(settings["workers"]["pools"])
        self.count = 0
        self.drop(stickers)

    @property
    def configuration(self):
        return f"{self.folder}/pipeline.json"

    def set_pools(self, pools):
        self.settings["workers"]["pools"] = pools
        with open(self.configuration, "w") as file:
            json.dump(self.settings, file)

    def drop(self, count):
        """Adds stickers. The second of a library is an animated PNG, the third a folder of frames, the others are drawings."""
        for number in range(self.count, self.count + count):
            colour = (40 + number * 37 % 200, 60 + number * 11 % 150, 30 + number * 5 % 200)
            place = f"{self.folder}/drop/cats/.Disc {number}.part"
            frames = [disc(colour, 96, radius) for radius in (20, 44)]
            kind = {1: ".png", 2: ".frames"}.get(number, ".svg")
            if kind == ".png":
                self.write(place, png(frames, 96, 96))
            elif kind == ".frames":
                os.makedirs(place)
                for frame, rows in enumerate(frames):
                    self.write(f"{place}/{frame}.png", png([rows], 96, 96))
            else:
                self.write(place, (
                    f"<svg xmlns='http://www.w3.org/2000/svg' width='300' height='300'><defs><radialGradient id='g'>"
                    f"<stop stop-color='#fff'/><stop offset='1' stop-color='rgb{colour}'/></radialGradient>"
                    f"</defs><circle cx='150' cy='150' r='{90 + number}' fill='url(#g)'/></svg>").encode())
            os.rename(place, f"{self.folder}/drop/cats/Disc {number}{kind}")
        self.count += count

    @staticmethod
    def write(path, content):
        with open(path, "wb") as file:
            file.write(content)

    def start(self, *arguments):
        process = subprocess.Popen(
            [self.cluster.stickerd, *arguments], cwd=self.folder, env=self.cluster.environment, text=True,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        self.cluster.started.append(process)
        return process

    def finish(self, process, statuses=(0,), limit=LIMIT):
        """Waits for a command.

        Returns its output, with single spaces.
        """
        arguments = " ".join(process.args[1:])
        try:
            output, _ = process.communicate(timeout=limit)
        except subprocess.TimeoutExpired:
            found = "\n".join(family(process.pid))
            process.kill()
            output, _ = process.communicate()
            raise Failed(f"stickerd {arguments} did not end within {limit} s:\n{output}\n{found}") from None
        except SystemExit:
            process.kill()
            raise
        if process.returncode not in statuses:
            raise Failed(f"stickerd {arguments} ended with {process.returncode}:\n{output}")
        return " ".join(output.split())

    def run(self, *arguments, statuses=(0,), limit=LIMIT):
        return self.finish(self.start(*arguments), statuses, limit)

    def run_with_fault(self, fault, *arguments, statuses=(0,), limit=LIMIT):
        """Runs a command and causes a fault during it."""
        return self.finish_beside(self.start(*arguments), [fault], statuses, limit)

    def build_with_agents(self, fault=None, until=None, outlasts=False, limit=LIMIT):
        """A build with slowed local workers, so that agents get work on a busy machine. The workers are slow until the fault has
        happened, or without a fault until an agent renders. `outlasts`: until the build has given up its agent.

        Returns its output.
        """
        is_done = threading.Event()

        def happen():
            try:
                fault()
            finally:
                is_done.set()
        build = self.start("build")

        def is_enough():
            if outlasts:
                return is_done.is_set() and not self.cluster.launched(build)
            return is_done.is_set() or (until or self.cluster.working_agents)()
        beside = [lambda: self.slow_down(build, is_enough)]
        return self.finish_beside(build, beside + ([happen] if fault else []), limit=limit)

    def finish_beside(self, process, beside, statuses=(0,), limit=LIMIT):
        """Waits for a command and runs functions at the same time."""
        errors = []

        def work(one):
            try:
                one()
            except Exception as error:
                errors.append(error)
        threads = [threading.Thread(target=work, args=(one,), daemon=True) for one in beside]
        for thread in threads:
            thread.start()

        def join():
            for thread in threads:
                thread.join()
        try:
            output = self.finish(process, statuses, limit)
        except Failed:
            join()
            raise
        join()
        if errors:
            raise Failed(f"the fault could not be caused: {errors[0]}; output of the build: {output}")
        return output

    def slow_down(self, build, until):
        """Slows a build's local workers until a condition is met."""
        deadline = time.monotonic() + 200
        while build.poll() is None and time.monotonic() < deadline and not until():
            stopped = self.cluster.local_renderers(build)
            for pid in stopped:
                end_process(pid, signal.SIGSTOP)
            time.sleep(0.5)
            for pid in stopped:
                end_process(pid, signal.SIGCONT)
            time.sleep(0.05)

    def tree(self):
        """The hashes of the published files."""
        found = {}
        for place, _, names in os.walk(f"{self.folder}/out"):
            for name in names:
                path = os.path.join(place, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, self.folder)] = hashlib.sha256(file.read()).hexdigest()
        return found

    def compare_stickers(self):
        """Like `compare`, without the reports, which list the changes of a build."""
        for place in ["assets/", "packs/", "previews/", "catalog.json"]:
            self.compare(place)

    def compare(self, only=""):
        """Fails unless exactly the files of a local build are published."""
        wanted, found = self.cluster.reference(self.count), self.tree()
        different = sorted(
            name for name in wanted.keys() | found.keys()
            if name.startswith(f"out/{only}") and wanted.get(name) != found.get(name))
        if different:
            raise Failed(f"{len(different)} files differ from a local build: {', '.join(different[:5])}")

    def remove(self):
        shutil.rmtree(self.folder)


class Cluster:
    """Creates libraries and has the paths of the programs and services.

    Files that are created once per run are in the shared folder.
    """

    def __init__(self, folder, stickerd, services, stickers, shared):
        self.folder = folder
        self.stickerd = os.path.abspath(stickerd)
        # A path that is unique to this cluster, which identifies its agents.
        self.renderer = shutil.copy(os.path.join(os.path.dirname(self.stickerd), "stickerd-render"), folder)
        self.services = services
        self.stickers = stickers
        self.shared = shared
        self.environment = {**os.environ, "OMP_NUM_THREADS": "1", "STICKERD_RENDER": self.renderer}
        self.references = {}
        # The commands that this cluster has started.
        self.started = []
        # Additional messages of the current check.
        self.notes = []
        self.passed = None

    @contextlib.contextmanager
    def once(self, name):
        """The path of a file that the first caller creates. Others wait for it."""
        with open(f"{self.shared}/{name}.lock", "w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield f"{self.shared}/{name}"

    def library(self, name, pools=(), cache=None, attached=0, stickers=None):
        settings = {
            "size": "small", "jobs": 1, "encode": {"effort": "max"},
            "previews": {"backgrounds": [{"name": "white", "colour": "#ffffff"}, {"name": "photo", "image": PHOTO}]},
            "workers": {"pools": list(pools), "attachedSlots": attached},
            # With this, a watch publishes the same files as a build.
            "publish": {"keepMinutes": 0},
        }
        if cache:
            settings["cache"] = cache
        return Library(self, name, self.stickers if stickers is None else stickers, settings)

    def reference(self, count):
        """The files that a local build of this many stickers publishes."""
        if count not in self.references:
            with self.once(f"alone-{count}.json") as path:
                if not os.path.exists(path):
                    alone = self.library(f"alone-{count}", stickers=count)
                    alone.run("build")
                    with open(path, "w") as file:
                        json.dump(alone.tree(), file)
                with open(path) as file:
                    self.references[count] = json.load(file)
        return self.references[count]

    def qualified(self, name, pool, fresh=False, **more):
        """A library whose pool has already passed the test pictures, so that a short build uses it."""
        library = self.library(name, [pool], **more)
        if fresh:
            self.qualify(library)
        else:
            self.pass_qualification(library)
        return library

    def qualify(self, library):
        """Makes a library's pool render the test pictures."""
        output = library.run("doctor", "--workers", statuses=(0, 3))
        if "✓ pool farm" not in output:
            raise Failed(output)
        # A later fault must not hit an agent of this command.
        self.expect_no_agents()

    def pass_qualification(self, library):
        """Copies the passed test from another library. It is valid for the same versions and processors."""
        if self.passed is None:
            with self.once("passed.json") as path:
                if not os.path.exists(path):
                    first = self.library("first", [self.pool(self.agent())], stickers=1)
                    self.qualify(first)
                    shutil.copy(f"{first.folder}/{STATE}/{QUALIFIED}", path)
                with open(path) as file:
                    self.passed = file.read()
        os.makedirs(f"{library.folder}/{STATE}", mode=0o700, exist_ok=True)
        with open(f"{library.folder}/{STATE}/{QUALIFIED}", "w") as file:
            file.write(self.passed)

    # Agents

    def pool(self, launch, **more):
        return {"name": "farm", "launch": launch, "slots": 2, "min": 1, **more}

    def agent(self, *options, slots=2):
        return [self.renderer, "--slots", str(slots), *options]

    def relay(self, mode, path):
        """An agent behind a relay that notes or changes the frames."""
        script = os.path.join(os.path.dirname(os.path.abspath(__file__)), "agent_relay.py")
        return [sys.executable, "-B", script, mode, path, *self.agent()]

    def by_ssh(self, command):
        return self.services.ssh(*command)

    def by_srun(self, command):
        return ["srun", "--unbuffered", "--quiet", "--ntasks=1", "--cpus-per-task=2", *command]

    def agents(self):
        """The process ids of the agents."""
        found = [(int(name), arguments_of(name)) for name in os.listdir("/proc") if name.isdigit()]
        return [pid for pid, arguments in found
                if arguments[:1] == [self.renderer.encode()] and b"--slots" in arguments]

    def local_renderers(self, build):
        """The process ids of a build's local workers."""
        return [pid for pid in children(build.pid) if arguments_of(pid)[:1] == [self.renderer.encode()]
                and b"--slots" not in arguments_of(pid)]

    @staticmethod
    def launched(build):
        """The process ids of the launched commands of a build that still run."""
        return [pid for pid in children(build.pid) if b"--slots" in arguments_of(pid)]

    def working_agents(self):
        """The agents with a process that has used more CPU time than the initial handshake."""
        return [pid for pid in self.agents() if any(seconds_of(child) > 0.3 for child in children(pid))]

    def working_agent(self):
        wait_for("an agent renders", self.working_agents, 120)
        return self.working_agents()[0]

    def expect(self, text, output):
        if text not in output:
            raise Failed(f"“{text}” is missing in the output:\n{output}")

    def expect_no_agents(self, seconds=60):
        try:
            wait_for("no agent is left", lambda: not self.agents(), seconds)
        except RuntimeError as error:
            found = "\n".join(line for pid in self.agents() for line in family(pid))
            raise Failed(f"{error}:\n{found}") from None

    def tidy(self):
        """Ends the processes of a failed check."""
        for process in self.started:
            if process.poll() is None:
                process.kill()
                process.wait()
        self.started.clear()
        for pid in self.agents():
            end_process(pid)
