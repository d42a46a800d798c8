"""The peak memory of a command and of each of its processes."""

import pathlib
import subprocess
import time


def watch(command, log, **options):
    """Runs a command to its end. Returns its status, seconds, peak memory and its largest child's peak memory in bytes.

    The peaks (VmHWM) are read every 20 ms and only grow, so at most the last 20 ms of a process are missed.
    """
    own, largest, start = 0, 0, time.perf_counter()
    with open(log, "wb") as output:
        process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=output, stderr=subprocess.STDOUT, **options)
        while process.poll() is None:
            own = max(own, _peak(process.pid))
            for child in _descendants(process.pid):
                largest = max(largest, _peak(child))
            time.sleep(0.02)
    return process.returncode, time.perf_counter() - start, own, largest


def _peak(pid):
    try:
        for line in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii", errors="replace").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
    except OSError:
        pass
    return 0


def _descendants(pid):
    found, queue = [], [pid]
    while queue:
        parent = queue.pop()
        try:
            for task in pathlib.Path(f"/proc/{parent}/task").iterdir():
                queue += (children := [int(word) for word in (task / "children").read_text(encoding="ascii").split()])
                found += children
        except OSError:
            pass
    return found
