"""Makes system calls of a running watch fail."""

import os
import time

from project import Project, Reader, Watch, name_of, published_names
from strace import Attached, Fault

SHORT = ["openat EMFILE 3+", "getdents64 EIO 1+", "fdatasync EIO 1", "rename ENOSPC 1..6"]
FULL = SHORT + [
    "openat EMFILE 1+", "openat EMFILE 8+", "openat ENFILE 3+", "openat EACCES 3+", "openat EIO 3+",
    "openat EACCES 1+ drop/cats", "openat EMFILE 2..5 drop/cats", "getdents64 EACCES 1+", "getdents64 EIO 2..9",
    "getdents64 ESTALE 1+", "newfstatat EIO 3+", "newfstatat EACCES 3+", "newfstatat ESTALE 1+ drop/dogs",
    "statx EIO 1+", "fdatasync ENOSPC 1+", "fsync EIO 1", "syncfs EIO 1+", "rename EIO 1+", "rename EROFS 2+",
    "link EIO 1+", "link EMLINK 1+", "pwrite64 ENOSPC 1+", "pwrite64 EIO 1", "pread64 EIO 1", "mkdir ENOSPC 1+",
    "unlink EACCES 1+", "ftruncate ENOSPC 1+", "fcntl EMFILE 1+", "pipe2 EMFILE 1+", "clone EAGAIN 1..6",
    "clone3 EAGAIN 1..6", "clone3 EAGAIN 1+", "flock ENOLCK 1+", "fstatfs EIO 1+", "statfs EIO 1+", "accept4 EMFILE 1+",
]
# Unreadable files are retried after 30 s.
PATIENCE = 75


def run(folder, program, short, wanted):
    """Applies all faults to one watch. Returns the failures."""
    faults = [Fault(text) for text in (SHORT if short else FULL) if wanted in text]
    if not faults:
        return []
    faulty = Faulty(f"{folder}/watch", program)
    try:
        return faulty.run(faults)
    finally:
        faulty.watch.kill()


class Faulty:
    SECONDS = 3

    def __init__(self, folder, program):
        os.makedirs(folder)
        self.project = Project(folder, program)
        self.watch = Watch(self.project)
        self.reader = Reader(self.project.out)
        self.round = 0

    def run(self, faults):
        for pack in ("cats", "dogs"):
            for number in range(3):
                self.project.draw(f"{pack}/{pack[0]}{number}.svg", len(pack) + number)
        self.watch.start()
        failures = self.watch.settle(PATIENCE)
        self.reader.start()
        for fault in faults:
            if failures:
                break
            failures = [f"watch, {fault.text}: {failure}" for failure in self.suffer(fault)]
        # Waits for the retry of a file that could not be read.
        if not failures and faults:
            time.sleep(5)
        if self.watch.is_running():
            self.watch.stop()
        self.reader.stop()
        if self.watch.process.returncode != 0:
            failures.append(f"the watch ended with status {self.watch.process.returncode}: {self.watch.last_words()}")
        audit, output = self.project.run("audit")
        if audit != 0:
            failures.append(f"the audit after the watch ended with status {audit}: {output[-300:]}")
        return failures

    def suffer(self, fault):
        """Changes art while a system call fails. Returns the failures until the watch has recovered."""
        self.reader.keep(published_names(self.project.out))
        known, log = len(self.reader.faults), f"{self.project.folder}/strace-{self.round}.log"
        attached = Attached(fault, self.watch.process.pid, self.project.folder, log)
        self.change()
        time.sleep(self.SECONDS)
        alive = self.watch.is_running()
        count, begin = attached.detach(), time.monotonic()
        failures = self.watch.settle(PATIENCE) if alive else [
            f"the watch ended with status {self.watch.process.returncode}: {self.watch.last_words()}"]
        failures += self.reader.faults[known:]
        print(f"watch, {fault.text}: {count} calls failed, {'FAULT' if failures else 'recovered'} after "
              f"{time.monotonic() - begin:.0f} s", flush=True)
        return failures

    def change(self):
        """Redraws one sticker of each pack, adds a pack, and removes one sticker."""
        self.round += 1
        self.project.draw("cats/c0.svg", 10 + self.round)
        self.project.draw("dogs/d1.svg", 110 + self.round)
        self.project.draw(f"new{self.round}/n.svg", 210 + self.round)
        if self.round > 1:
            old = f"new{self.round - 1}/n.svg"
            self.reader.release([name_of(old)])
            os.remove(f"{self.project.drop}/{old}")
