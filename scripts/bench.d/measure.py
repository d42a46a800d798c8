"""Wall time and CPU time of a command with all its processes, and the load of other programs at the same time."""

import ctypes
import os
import pathlib
import platform
import resource
import subprocess
import time
from dataclasses import dataclass

from trouble import Trouble

PR_SET_CHILD_SUBREAPER = 36


@dataclass
class Measurement:
    status: int
    wall: float  # seconds
    cpu: float  # seconds, user and system
    others: float  # share of all processors that other programs used


def run(command, log, **options):
    """Runs a command to its end. Its output is written to the file `log`.

    The CPU time includes processes that outlive the command: this process adopts them and waits for them.
    """
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    cpu, busy, start = _cpu(), _busy(), time.perf_counter()
    with open(log, "wb") as output:
        status = subprocess.run(
            command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, **options).returncode
    wall = time.perf_counter() - start
    _reap(command[0])
    cpu, busy = _cpu() - cpu, _busy() - busy
    return Measurement(status, wall, cpu, max(0.0, busy - cpu) / (wall * os.cpu_count()))


def machine():
    """The properties of the machine that affect the numbers, without names or paths."""
    processor = _field("/proc/cpuinfo", "model name")
    memory = _field("/proc/meminfo", "MemTotal")
    system = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    return {"processor": processor, "cores": os.cpu_count(), "memory": memory, "system": system,
            "kernel": platform.release()}


def _cpu():
    usage = resource.getrusage(resource.RUSAGE_CHILDREN)
    return usage.ru_utime + usage.ru_stime


def _busy():
    """The seconds since the boot in which the processors were busy, added up over all processors."""
    with open("/proc/stat", encoding="ascii") as file:
        user, nice, system, _idle, _wait, irq, softirq, steal = map(int, file.readline().split()[1:9])
    return (user + nice + system + irq + softirq + steal) / os.sysconf("SC_CLK_TCK")


def _reap(name):
    deadline = time.monotonic() + 5
    while time.monotonic() < deadline:
        try:
            if os.waitpid(-1, os.WNOHANG)[0] == 0:
                time.sleep(0.01)
        except ChildProcessError:
            return
    raise Trouble(f"{pathlib.Path(name).name} ended, but some of its processes are still running")


def _field(path, name):
    for line in pathlib.Path(path).read_text(encoding="utf-8").splitlines():
        key, _, value = line.partition(":")
        if key.strip() == name:
            return value.strip()
    return "unknown"


def tool(*command):
    """The output of a program that must succeed."""
    try:
        result = subprocess.run([str(word) for word in command], capture_output=True, text=True, check=True)
    except FileNotFoundError:
        raise Trouble(f"{command[0]} is missing. Run: scripts/setup --bench") from None
    except subprocess.CalledProcessError as error:
        raise Trouble(f"{command[0]} fails on {command[-1]}: {error.stderr.strip()}") from None
    return result.stdout
