"""A watch on a drop folder, its pictures, and readers and comparisons of the published files."""

import hashlib
import os
import signal
import struct
import subprocess
import threading
import time
import zlib

import manifest


class Daemon:
    def __init__(self, program, folder):
        self.program, self.folder, self.process = program, folder, None

    def start(self):
        # pylint: disable=consider-using-with
        self.log = open(f"{self.folder}/watch.log", "ab")
        self.process = subprocess.Popen(
            [self.program, "watch", "--config", f"{self.folder}/pipeline.json"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=self.log)

    def is_running(self):
        return self.process is not None and self.process.poll() is None

    def kill(self):
        if self.is_running():
            self.process.kill()
            self.process.wait()

    def reload(self):
        """Makes the daemon read its configuration again. Waits until it handles the signal, like a service manager."""
        while self.is_running():
            if self.takes(signal.SIGHUP):
                self.process.send_signal(signal.SIGHUP)
                return
            time.sleep(0.005)

    def takes(self, wanted):
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as file:
            masks = [line.split()[1] for line in file if line.startswith(("SigBlk", "SigIgn", "SigCgt"))]
        return any(int(mask, 16) & 1 << wanted - 1 for mask in masks)

    def stop(self):
        self.process.terminate()
        self.process.wait(30)

    def workers(self):
        if not self.is_running():
            return []
        try:
            with open(f"/proc/{self.process.pid}/task/{self.process.pid}/children", encoding="ascii") as file:
                children = file.read().split()
        except OSError:
            children = []
        return [int(child) for child in children] or self.children_by_parent()

    def children_by_parent(self):
        found = []
        for name in filter(str.isdigit, os.listdir("/proc")):
            try:
                with open(f"/proc/{name}/stat", encoding="utf-8", errors="replace") as file:
                    if int(file.read().rsplit(")", 1)[1].split()[1]) == self.process.pid:
                        found.append(int(name))
            except (OSError, IndexError, ValueError):
                continue
        return found

    def last_words(self):
        with open(f"{self.folder}/watch.log", encoding="utf-8", errors="replace") as file:
            return file.read()[-500:]


class Reader(threading.Thread):
    """Reads the manifest and its files repeatedly. `pause`: the seconds between two reads."""

    def __init__(self, out, pause):
        super().__init__(daemon=True)
        self.out, self.pause, self.faults, self.rounds, self.checked = out, pause, [], 0, 0
        self.ending = threading.Event()

    def stop(self):
        self.ending.set()
        self.join()

    def run(self):
        while not self.ending.wait(self.pause):
            self.look()

    def look(self):
        text = manifest.index(self.out)
        try:
            catalog = manifest.load(self.out)
        except (ValueError, KeyError, manifest.Torn) as fault:
            self.report(f"the manifest is damaged: {fault}")
            return
        if text is None or catalog is None:
            return
        self.rounds += 1
        self.see(text, catalog)
        for file in self.chosen(files_of(catalog)):
            self.check(file, text)

    def see(self, text, catalog):
        """Called with each manifest that was read."""

    def chosen(self, files):
        """The files to read for a manifest."""
        return files

    def check(self, file, text):
        self.checked += 1
        try:
            with open(f"{self.out}/{file['path']}", "rb") as stream:
                is_right = hashlib.sha256(stream.read()).hexdigest() == file["sha256"]
        except FileNotFoundError:
            # The file may have been removed with a newer manifest.
            if manifest.index(self.out) == text:
                self.report(f"the manifest references {file['path']}, which is missing")
            return
        if not is_right:
            self.report(f"{file['path']} differs from its hash")

    def report(self, fault):
        if fault not in self.faults:
            self.faults.append(fault)


def files_of(catalog):
    return [file for pack in catalog["packs"] for sticker in pack["stickers"]
            for file in sticker["renditions"] + sticker["previews"]]


def has_settled(status):
    """Whether a watch with this status is ready and has no work."""
    return (status["ready"] and status["rendering"]["queued"] == 0 and not status["rendering"]["active"]
            and status["sources"]["deferred"]["count"] == 0)


def published(out):
    """The manifest, and the hashes of all files by their readable names."""
    found = tree(f"{out}/packs")
    found = {"packs/" + name: digest for name, digest in found.items()}
    found.update({"previews/" + name: digest for name, digest in tree(f"{out}/previews").items()})
    text = manifest.index(out)
    return found if text is None else {**found, "catalog.json": text}


def differences(mine, other):
    """Sentences about the files in which two trees differ."""
    names = [name for name in sorted(mine.keys() | other.keys()) if mine.get(name) != other.get(name)]
    return [f"{name} " + ("is missing" if name not in mine else "is left over" if name not in other else "is different")
            for name in names]


def tree(top):
    """The hash of every file below a folder."""
    found = {}
    for folder, _, names in os.walk(top):
        for name in names:
            path = f"{folder}/{name}"
            try:
                with open(path, "rb") as file:
                    found[os.path.relpath(path, top)] = hashlib.sha256(file.read()).hexdigest()
            except FileNotFoundError:
                continue
    return found


def svg(colours, size):
    red, green, blue = colours
    return (f"<svg xmlns='http://www.w3.org/2000/svg' width='{size}' height='{size}'>"
            f"<circle cx='{size / 2}' cy='{size / 2}' r='{size / 2 - 6}' fill='rgb({red},{green},{blue})' "
            f"stroke='#345' stroke-width='4'/></svg>\n").encode()


def png(colours, size):
    rows = b""
    for y in range(size):
        rows += b"\0"
        for x in range(size):
            inside = (x - size / 2) ** 2 + (y - size / 2) ** 2 < (size / 2 - 4) ** 2
            rows += bytes(colours + [255]) if inside else b"\0\0\0\0"
    def chunk(name, data):
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(rows))
            + chunk(b"IEND", b""))
