"""A drop folder with its output, a watch on it, and a reader of the published files."""

import json
import os
import shutil
import signal
import subprocess
import sys
import threading
import time

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, f"{TOP}/scripts")

import manifest  # noqa: E402
import watching  # noqa: E402

# An ordinary user, because permissions do not apply to root, who may run this script.
NOBODY = 65534


class Project:
    SETTINGS = {
        "drop": "drop", "size": "small", "jobs": 1, "encode": {"effort": "fast"},
        "previews": {"backgrounds": [{"name": "white", "colour": "#ffffff"}]}, "sheets": {"pictures": "never"},
        "publish": {"keepMinutes": 0},
        # The value of massChangeShare is 1, so that only the checks for replaced folders and mounts prevent removals.
        "watch": {"quietMilliseconds": 100, "retireAfterSeconds": 1, "massChangeShare": 1, "rescanSeconds": 10},
    }

    def __init__(self, folder, program, out="out"):
        self.folder, self.program = folder, program
        self.drop, self.out, self.config = f"{folder}/drop", f"{folder}/{out}", f"{folder}/pipeline.json"
        os.makedirs(self.drop, exist_ok=True)
        self.configure(self.config, self.drop, self.out)

    def configure(self, path, drop, out):
        with open(path, "w", encoding="utf-8") as file:
            json.dump(dict(self.SETTINGS, drop=drop, out=out), file)

    def draw(self, name, seed):
        """Writes a drawing that depends on the seed."""
        path = f"{self.drop}/{name}"
        os.makedirs(os.path.dirname(path), exist_ok=True)
        colours = [(seed * factor) % 251 for factor in (37, 101, 173)]
        content = watching.svg(colours, 60 + seed % 90)
        with open(path + ".part", "wb") as file:
            file.write(content)
        os.rename(path + ".part", path)

    def art(self):
        return sorted(os.path.relpath(f"{folder}/{name}", self.drop) for folder, _, names in os.walk(self.drop)
                      for name in names if name.endswith(".svg"))

    def run(self, *arguments, before=(), seconds=90):
        """The status of a command and all its output. The status is None if it did not end in time."""
        process = subprocess.Popen(
            [*before, self.program, *arguments, "--config", self.config], stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, errors="replace", start_new_session=True)
        try:
            output = process.communicate(timeout=seconds)[0]
            return process.returncode, output
        except subprocess.TimeoutExpired:
            os.killpg(process.pid, signal.SIGKILL)
            return None, process.communicate()[0]

    def clean(self):
        """The published files of a build without a state database."""
        folder = f"{self.folder}/clean"
        shutil.rmtree(folder, ignore_errors=True)
        os.makedirs(folder)
        self.configure(f"{folder}/pipeline.json", self.drop, f"{folder}/out")
        built = subprocess.run(
            [self.program, "build", "--allow-empty", "--config", f"{folder}/pipeline.json"], stdin=subprocess.DEVNULL,
            capture_output=True, text=True, check=False)
        if built.returncode != 0:
            raise RuntimeError(f"a clean build failed with status {built.returncode}: {built.stderr[-500:]}")
        return watching.published(f"{folder}/out")

    def differences(self, expected):
        mine = watching.published(self.out)
        return [name for name in sorted(mine.keys() | expected.keys()) if mine.get(name) != expected.get(name)]


class Watch(watching.Daemon):
    """A watch that runs as an ordinary user, to whom permissions apply."""

    def __init__(self, project, as_nobody=False):
        super().__init__(project.program, project.folder)
        self.project = project
        self.user = NOBODY if as_nobody and os.geteuid() == 0 else None

    def start(self):
        identity = {} if self.user is None else {"user": self.user, "group": self.user, "extra_groups": []}
        # pylint: disable=consider-using-with
        self.log = open(f"{self.folder}/watch.log", "ab")
        self.process = subprocess.Popen(
            [self.program, "watch", "--log-format", "text", "--config", self.project.config], stdin=subprocess.DEVNULL,
            stdout=self.log, stderr=self.log, **identity)

    def status(self):
        """The output of `stickerd status`. None without a valid answer."""
        _, answer = self.project.run("status", "--json", seconds=20)
        try:
            return json.loads(answer)
        except ValueError:
            return None

    def has_settled(self):
        status = self.status()
        return status is not None and watching.has_settled(status)

    def settle(self, seconds):
        """Waits until the published state equals a clean build. Returns the differences."""
        expected, deadline, equal = self.project.clean(), time.monotonic() + seconds, 0
        while time.monotonic() < deadline:
            if not self.is_running():
                return [f"the watch ended with status {self.process.returncode}: {self.last_words()}"]
            equal = equal + 1 if not self.project.differences(expected) and self.has_settled() else 0
            if equal == 3:
                return []
            time.sleep(0.4)
        return [f"{seconds} s after the fault, these files differ from a clean build: "
                f"{', '.join(self.project.differences(expected)[:5]) or 'nothing, but the watch has not settled'}; "
                f"status: {json.dumps(self.status())}; log: {self.last_words()}"]


class Reader(watching.Reader):
    """Also detects stickers that have vanished."""

    def __init__(self, out):
        super().__init__(out, 0.1)
        self.kept, self.lock = set(), threading.Lock()

    def keep(self, names):
        """Sets the stickers that must stay published, as PACK/ID."""
        with self.lock:
            self.kept = set(names)

    def release(self, names):
        with self.lock:
            self.kept -= set(names)

    def see(self, text, catalog):
        with self.lock:
            lost = self.kept - names_in(catalog)
            self.kept -= lost
        for name in sorted(lost):
            self.report(f"{name} was removed although its source was not")


def names_in(catalog):
    return {f"{pack['id']}/{sticker['id']}" for pack in catalog["packs"] for sticker in pack["stickers"]}


def name_of(path):
    """The sticker of a source as PACK/ID. The names of these files are their ids."""
    return os.path.splitext(path)[0]


def published_names(out):
    catalog = manifest.load(out)
    return names_in(catalog) if catalog else set()
