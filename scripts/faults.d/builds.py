"""Runs builds in which a system call fails."""

import os
import re
import shutil
import subprocess

from project import Project, Reader, name_of, published_names
from strace import Fault

SHORT = [
    "openat EMFILE 1+ drop/cats", "openat EIO 1 drop/dogs/d1.svg", "getdents64 EIO 1+ drop/dogs", "fdatasync EIO 1+",
    "rename ENOSPC 3", "link EIO 1+", "pwrite64 ENOSPC 1+", "clone3 EAGAIN 4..8",
    "clone3 EAGAIN 9..11",
]
FULL = SHORT + [
    f"openat {error} {when} {path}" for error in ("EMFILE", "ENFILE", "EACCES", "EIO", "ENOMEM")
    for when, path in (("1+", "drop"), ("2+", "drop/cats"), ("1+", "drop/dogs/d2.svg"), ("1+", "out/catalog.json"))
] + [
    f"{call} {error} {when} {path}" for call in ("getdents64", "newfstatat") for error in ("EIO", "EACCES", "ESTALE")
    for when in ("1", "1+") for path in ("drop", "drop/cats", "drop/cats/c1.svg")
] + [
    f"{call} {error} {when}" for call, errors in {
        "fsync": ("EIO", "ENOSPC", "EROFS"), "fdatasync": ("EIO", "ENOSPC"), "syncfs": ("EIO", "ENOSPC"),
        "rename": ("EIO", "ENOSPC", "EACCES", "EROFS"), "link": ("EMLINK", "EPERM", "ENOSPC", "EIO"),
        "unlink": ("EACCES", "EIO"), "mkdir": ("ENOSPC", "EACCES"), "ftruncate": ("ENOSPC", "EIO"),
        "pwrite64": ("ENOSPC", "EIO"), "flock": ("ENOLCK",), "fstatfs": ("EIO",),
        "fcntl": ("EMFILE", "ENOLCK"),
        "pipe2": ("EMFILE", "ENFILE"), "eventfd2": ("EMFILE",), "epoll_create1": ("EMFILE",),
    }.items() for error in errors for when in ("1", "1+", "2", "3", "5", "8")
] + [
    # The fault is restricted to the database, because the loader reads libraries with the same call.
    f"pread64 EIO {when} .out.stickerd/ledger.sqlite" for when in ("1", "1+", "2", "3", "5", "8")
] + [f"flock EINTR {when}" for when in ("1", "2", "3", "1..9")] + [
    # strace counts the calls per thread. Permanent failures end the build after about 30 s.
    f"{call} EAGAIN {when}" for call in ("clone", "clone3")
    for when in ("1", "2", "3", "4..8", "6..20", "1+", "4+", "10+", "14+")
] + ["clone3 EPERM 1+"] + [f"mmap ENOMEM {when}" for when in ("60+", "90+", "130+")]
# A process without memory may end by a signal, and libdispatch aborts if it gets no descriptor. The published files are
# checked in these cases too.
MAY_CRASH = ("mmap ENOMEM", "eventfd2 EMFILE", "epoll_create1 EMFILE")


def run(folder, program, short, wanted):
    """Runs a build with each fault. Returns the failures."""
    base = prepare(f"{folder}/base", program)
    expected, failures = None, []
    for text in SHORT if short else FULL:
        if wanted not in text:
            continue
        trial = Trial(base, f"{folder}/build", program, Fault(text))
        expected = expected or trial.project.clean()
        failures += trial.run(expected)
    return failures


def prepare(folder, program):
    """A published library with a drop folder that has changed since."""
    project = Project(folder, program)
    for number, name in enumerate(["cats/c1", "cats/c2", "cats/c3", "dogs/d1", "dogs/d2"]):
        project.draw(f"{name}.svg", number)
    status, output = project.run("build")
    if status != 0:
        raise RuntimeError(f"the first build failed with status {status}: {output[-500:]}")
    project.draw("cats/c1.svg", 51)
    project.draw("birds/b1.svg", 52)
    os.remove(f"{project.drop}/cats/c2.svg")
    return project


class Trial:
    """A build with one fault, and the next build."""

    def __init__(self, base, folder, program, fault):
        shutil.rmtree(folder, ignore_errors=True)
        subprocess.run(["cp", "-a", base.folder, folder], check=True)
        self.project, self.fault = Project(folder, program), fault

    def run(self, expected):
        project, log = self.project, f"{self.project.folder}/strace.log"
        before = published_names(project.out)
        kept = before & {name_of(path) for path in project.art()}
        status, output = project.run("build", before=self.fault.arguments(project.folder, log))
        words = "\n".join(line for line in output.splitlines() if not line.startswith("strace: "))
        reader = Reader(project.out)
        reader.keep(kept)
        reader.look()
        failures = reader.faults + self.judge(status, words)
        healed, output = project.run("build")
        if healed != 0:
            failures.append(f"the next build ended with status {healed}: {output[-300:]}")
        audit, output = project.run("audit")
        if audit != 0:
            failures.append(f"the audit after the next build ended with status {audit}: {output[-300:]}")
        different = project.differences(expected)
        if different:
            failures.append(f"the next build differs from a clean build: {', '.join(different[:5])}")
        count = Fault.count(log)
        last = (words.strip().splitlines() or [""])[-1][:120]
        print(f"build, {self.fault.text}: {count} calls failed, status {status}"
              f"{': ' + last if status else ''}{', FAULT' if failures else ''}", flush=True)
        return [f"build, {self.fault.text}: {failure}" for failure in failures]

    def judge(self, status, words):
        """Messages about a wrong exit status or output of the build."""
        if status is None:
            return ["it did not end within 90 s"]
        if status < 0 or status > 127 or re.search("Fatal error|Crash:|Stack dump", words):
            return [] if self.fault.text.startswith(MAY_CRASH) else [f"it crashed with status {status}: {words[-300:]}"]
        if status not in (0, 1, 3):
            return [] if self.fault.text.startswith(MAY_CRASH) else [f"it ended with status {status}: {words[-300:]}"]
        if status != 0 and not words.strip():
            return [f"it ended with status {status} without a message"]
        return []
