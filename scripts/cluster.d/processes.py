"""The processes of a lane: they all end with it."""

import ctypes
import os
import signal
import time

SET_PARENT_DEATH_SIGNAL, SET_CHILD_SUBREAPER = 1, 36


def adopt_orphans():
    """Makes orphaned descendants children of this process, so that they are found. Ends this process with its parent."""
    libc = ctypes.CDLL(None, use_errno=True)
    libc.prctl(SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    libc.prctl(SET_PARENT_DEATH_SIGNAL, signal.SIGTERM, 0, 0, 0)


def children(pid):
    """The children of all threads of a process."""
    found = []
    try:
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                found += [int(word) for word in file.read().split()]
    except OSError:
        pass
    return found


def descendants(pid):
    """All children of a process, their children, and so on."""
    return [one for child in children(pid) for one in [child, *descendants(child)]]


def arguments_of(pid):
    try:
        with open(f"/proc/{pid}/cmdline", "rb") as file:
            return file.read().split(b"\0")[:-1]
    except OSError:
        return []


def state_of(pid):
    """R, S, T, Z and so on; empty if the process has ended."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            return file.read().rpartition(")")[2].split()[0]
    except OSError:
        return ""


def seconds_of(pid):
    """The CPU seconds of a process."""
    try:
        with open(f"/proc/{pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
    except OSError:
        return 0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def end_process(pid, number=signal.SIGKILL):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


def end_descendants(pid, seconds=10):
    """Kills all descendants of a process.

    Returns the command lines of the killed ones. A process without a command line has released its memory and is already
    ending, so it is only waited for.
    """
    killed, deadline = {}, time.monotonic() + seconds
    while time.monotonic() < deadline:
        left = [one for one in descendants(pid) if state_of(one) not in ("Z", "")]
        if not left:
            break
        for one in left:
            if command := b" ".join(arguments_of(one)):
                killed.setdefault(one, command.decode(errors="replace")[:150])
            end_process(one)
        time.sleep(0.05)
    return list(killed.values())


def family(pid, depth=0):
    """A process and its descendants, as lines for an error message."""
    command = b" ".join(arguments_of(pid)).decode(errors="replace")[:150]
    if not state_of(pid):
        return []
    lines = [f"{'  ' * depth}{pid} {state_of(pid)} {seconds_of(pid):.1f} s CPU: {command}"]
    return lines + [line for child in children(pid) for line in family(child, depth + 1)]
