"""Plays the part of stickerd for stickerd-farm."""

import hashlib
import json
import os
import struct
import subprocess
import threading
import time

JOB, RESULT = 2, 12


class Failed(Exception):
    """A failed check."""


def expect(condition, what):
    if not condition:
        raise Failed(what)


class Bridge:
    """Starts the program, sends commands, and collects reports. Each job must end once."""

    def __init__(self, program, folder, url, program_on_workers="stickerd-render", **settings):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        self.last = 0
        self.ends, self.stages, self.others = {}, {}, []
        self.figures = {}
        self.condition = threading.Condition()
        self.log = open(f"{folder}/stickerd-farm.log", "ab")
        self.process = subprocess.Popen(
            [program], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log, start_new_session=True)
        threading.Thread(target=self.read, daemon=True).start()
        self.send("settings", {
            "version": 1, "url": url, "instance": "", "platform": {"OSFamily": "linux"}, "environment": "image",
            "formats": [], "program": program_on_workers, "renderer": "", "rendererFiles": [], "environmentCache": "", "identity": "1d", "salt": "",
            "insecure": False, "answerLimit": 64 << 20, **settings})

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        self.close()
        if kind is None:
            for job, ends in self.ends.items():
                expect(len(ends) == 1, f"job {job} ended {len(ends)} times: {ends}")

    def close(self):
        if self.process.poll() is None:
            self.process.stdin.close()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
                raise Failed("stickerd-farm did not end at the end of its input") from None
        self.log.close()

    # Messages

    def send(self, name, value):
        payload = json.dumps({name: {"_0": value}}).encode()
        self.process.stdin.write(struct.pack(">BBHIQ", JOB, 0, 0, 0, len(payload)) + payload)
        self.process.stdin.flush()

    def read(self):
        while head := self.process.stdout.read(16):
            kind, _, _, _, length = struct.unpack(">BBHIQ", head)
            (name, value), = json.loads(self.process.stdout.read(length)).items()
            value = value["_0"]
            with self.condition:
                if kind != RESULT:
                    self.others.append(("frame", kind))
                elif name in ("done", "lost"):
                    self.ends.setdefault(value["id"], []).append((name, value))
                elif name == "stage":
                    self.stages.setdefault(value["id"], []).append(value["stage"])
                elif name == "figures":
                    self.figures = value
                else:
                    self.others.append((name, value))
                self.condition.notify_all()

    # Jobs

    def file(self, content):
        path = f"{self.folder}/{hashlib.sha256(content).hexdigest()[:16]}.png"
        # An existing file is not written again, because it would be empty for a moment.
        if not os.path.exists(path):
            with open(path, "wb") as file:
                file.write(content)
        return {"path": path, "root": self.folder, "sha256": hashlib.sha256(content).hexdigest(), "bytes": len(content)}

    def run(self, job, contents=(b"art",), command="run", **fields):
        """Sends a job. `job` is read by the renderer's stand-in (stand_in.py). Returns the id."""
        self.last += 1
        self.send(command, {
            "id": self.last, "job": json.dumps(job), "inputs": [self.file(content) for content in contents],
            "answer": f"{self.folder}/{self.last}.answer", "timeout": 60, "priority": 0, "lookup": "both", **fields})
        return self.last

    def answer(self, job):
        with open(f"{self.folder}/{job}.answer", "rb") as file:
            return file.read()

    def wait(self, happened, what, seconds=30):
        deadline = time.monotonic() + seconds
        with self.condition:
            while not happened():
                left = deadline - time.monotonic()
                expect(left > 0 and self.process.poll() is None, f"waited {seconds} s in vain for {what}; {self.others[-1:]}")
                self.condition.wait(min(left, 1))

    def end(self, job, seconds=30):
        """Waits for the end of a job. Returns `done` or `lost`, and the report."""
        self.wait(lambda: job in self.ends, f"the end of job {job}", seconds)
        return self.ends[job][0]

    def done(self, job, seconds=30, **fields):
        name, report = self.end(job, seconds)
        expect(name == "done", f"job {job} was lost: {report}")
        for key, value in fields.items():
            expect(report[key] == value, f"job {job}: {key} is {report[key]!r} instead of {value!r}")
        return report

    def lost(self, job, reason, seconds=30, code=None, words=""):
        name, report = self.end(job, seconds)
        expect(name == "lost", f"job {job} was done: {report}")
        expect(report["reason"] == reason, f"job {job} was not lost for the reason {reason}: {report}")
        expect(code is None or report["code"] in code, f"the code of job {job} is not one of {code}: {report}")
        expect(words in report["words"], f"the message of job {job} does not contain «{words}»: {report}")
        return report

    def other(self, name, seconds=15):
        """Waits for a report that is not about a job."""
        self.wait(lambda: any(other[0] == name for other in self.others), f"the report {name}", seconds)
        return [value for other, value in self.others if other == name][-1]

    def stage(self, job, stage, seconds=30):
        self.wait(lambda: stage in self.stages.get(job, ()), f"job {job} to be {stage}", seconds)

    # The process

    def cpu(self):
        with open(f"/proc/{self.process.pid}/stat") as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def memory(self):
        """Resident megabytes."""
        with open(f"/proc/{self.process.pid}/statm") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
