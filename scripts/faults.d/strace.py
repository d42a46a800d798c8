"""Makes system calls fail with strace(1)."""

import os
import shutil
import signal
import subprocess
import time


def obstacle():
    """The reason why no fault can be injected, or None."""
    if not shutil.which("strace"):
        return "strace is not installed (scripts/setup --tests installs it)"
    sleeper = subprocess.Popen(["sleep", "20"])
    try:
        attached = subprocess.run(
            ["timeout", "--signal=INT", "1", "strace", "-qq", "-o", "/dev/null", "-p", str(sleeper.pid)],
            stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
        if attached.stderr.strip():
            return f"strace cannot attach to a process: {attached.stderr.strip().splitlines()[0]}"
    finally:
        sleeper.kill()
        sleeper.wait()
    return None


class Fault:
    """A system call that is made to fail."""

    def __init__(self, text):
        """The text is `SYSCALL ERROR WHEN [PATH…]`, with strace's WHEN and paths below the project's folder."""
        self.text = text
        self.call, self.error, self.when, *self.paths = text.split()

    def arguments(self, folder, log):
        paths = [word for path in self.paths for word in ("-P", os.path.join(folder, path))]
        return ["strace", "-f", "-qq", "-o", log, "-e", f"trace={self.call}", "-e", "signal=none",
                "-e", f"inject={self.call}:error={self.error}:when={self.when}", *paths]

    @staticmethod
    def count(log):
        """The number of system calls that failed because of this fault."""
        try:
            with open(log, encoding="utf-8", errors="replace") as file:
                return sum("(INJECTED)" in line for line in file)
        except FileNotFoundError:
            return 0


class Attached:
    """A fault that is injected into a running process until it is detached."""

    def __init__(self, fault, pid, folder, log):
        self.log = log
        self.process = subprocess.Popen(
            [*fault.arguments(folder, log), "-p", str(pid)], stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        deadline = time.monotonic() + 10
        while tracer(pid) == 0 and self.process.poll() is None and time.monotonic() < deadline:
            time.sleep(0.02)

    def detach(self):
        """Ends the fault. Returns the number of calls that failed."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        self.process.wait()
        return Fault.count(self.log)


def tracer(pid):
    """The id of the process that traces the given process. 0 if there is none."""
    try:
        with open(f"/proc/{pid}/status", encoding="ascii", errors="replace") as file:
            return next(int(line.split()[1]) for line in file if line.startswith("TracerPid"))
    except OSError:
        return 0
