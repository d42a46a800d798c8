"""A drop folder with its output, a watch on it, and a reader of the published files."""

import hashlib
import importlib.machinery
import importlib.util
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


def load(name):
    """Loads a script as a module."""
    loader = importlib.machinery.SourceFileLoader(name, f"{TOP}/scripts/{name}")
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader(name, loader))
    loader.exec_module(module)
    return module


ORACLE = load("oracle")
SOAK = ORACLE.SOAK
# A user to whom permissions apply, in case this one is root.
NOBODY = 65534


class Project:
    SETTINGS = {
        "drop": "drop", "size": "small", "jobs": 1, "encode": {"effort": "fast"},
        "previews": {"backgrounds": [{"name": "white", "colour": "#ffffff"}]}, "sheets": {"pictures": "never"},
        "publish": {"keepMinutes": 0},
        # The share is the highest one, so that only the checks for replaced folders and mounts prevent removals.
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
        content = SOAK.svg(colours, 60 + seed % 90)
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
        return ORACLE.published(f"{folder}/out")

    def differences(self, expected):
        mine = ORACLE.published(self.out)
        return [name for name in sorted(mine.keys() | expected.keys()) if mine.get(name) != expected.get(name)]


class Watch(SOAK.Daemon):
    """A watch that runs as a user to whom permissions apply."""

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
        return bool(status and status["ready"] and status["rendering"]["queued"] == 0
                    and not status["rendering"]["active"] and status["sources"]["deferred"]["count"] == 0)

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


class Reader(threading.Thread):
    """Reads the manifest and its files repeatedly, and detects vanished stickers."""

    def __init__(self, out):
        super().__init__(daemon=True)
        self.out, self.failures, self.rounds = out, [], 0
        self.kept, self.lock, self.ending = set(), threading.Lock(), threading.Event()

    def keep(self, names):
        """Sets the stickers that must stay published, as PACK/ID."""
        with self.lock:
            self.kept = set(names)

    def release(self, names):
        with self.lock:
            self.kept -= set(names)

    def stop(self):
        self.ending.set()
        self.join()

    def run(self):
        while not self.ending.wait(0.1):
            try:
                self.look()
            except (manifest.Torn, ValueError, KeyError) as fault:
                self.report(f"the manifest is damaged: {fault}")

    def look(self):
        text = manifest.index(self.out)
        catalog = manifest.load(self.out)
        if text is None or catalog is None:
            return
        with self.lock:
            lost = self.kept - names_in(catalog)
            self.kept -= lost
        for name in sorted(lost):
            self.report(f"{name} was removed although its source was not")
        for file in files_of(catalog):
            try:
                with open(f"{self.out}/{file['path']}", "rb") as stream:
                    content = stream.read()
            except FileNotFoundError:
                if manifest.index(self.out) == text:
                    self.report(f"{file['path']} is missing")
                continue
            if hashlib.sha256(content).hexdigest() != file["sha256"]:
                self.report(f"{file['path']} differs from its hash")
        self.rounds += 1

    def report(self, text):
        if text not in self.failures:
            self.failures.append(text)


def names_in(catalog):
    return {f"{pack['id']}/{sticker['id']}" for pack in catalog["packs"] for sticker in pack["stickers"]}


def files_of(catalog):
    return [file for pack in catalog["packs"] for sticker in pack["stickers"]
            for file in sticker["renditions"] + sticker["previews"]]


def name_of(path):
    """The sticker of a source as PACK/ID. The names of these files are their ids."""
    return os.path.splitext(path)[0]


def published_names(out):
    catalog = manifest.load(out)
    return names_in(catalog) if catalog else set()
