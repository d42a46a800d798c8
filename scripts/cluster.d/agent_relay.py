"""Runs a real agent between stickerd and itself, and notes or changes the frames.

    agent_relay.py MODE PATH COMMAND…

Only jobs of a library are changed. The test pictures, which every agent must render before it gets jobs, are not
changed. MODE is one of

    note             appends a line to the file PATH for each job and each result
    record           writes requests and results to the folder PATH, for stickerd-render --once
    other-version    reports another release to both sides
    cut, noise, other-size, fewer-files, more-bytes, sizes, another-job
                     falsifies results (see LIES), and appends a line to PATH for each job
"""

import json
import os
import struct
import subprocess
import sys
import threading

from pictures import png

(HELLO, JOB, BLOB, DATA, BLOB_END, ABORT, NEED, START, BEAT, FILE, FILE_END, RESULT, FAILURE) = range(1, 14)


def frame(kind, payload=b"", job=0):
    return struct.pack(">BBHIQ", kind, 0, 0, job, len(payload)) + payload


def frames(stream):
    """The frames of a stream until its end."""
    while True:
        head = stream.read(16)
        if len(head) < 16:
            return
        kind, _, _, job, length = struct.unpack(">BBHIQ", head)
        yield kind, job, stream.read(length)


def picture(width, height):
    """A valid PNG of a size that nobody requested."""
    return png([[width * b"\x80\x40\x20\xff"] * height], width, height)


def wider(value):
    """The JSON with every width increased by one."""
    if isinstance(value, dict):
        return {key: item + 1 if key == "width" else wider(item) for key, item in value.items()}
    return [wider(item) for item in value] if isinstance(value, list) else value


# The frames that replace a frame of the result.
LIES = {
    "cut": {DATA: lambda job, payload: [(DATA, job, payload[:len(payload) // 2])]},
    "noise": {DATA: lambda job, payload: [(DATA, job, payload[:8] + os.urandom(max(0, len(payload) - 8)))]},
    "other-size": {DATA: lambda job, payload: [(DATA, job, picture(37, 41))]},
    "fewer-files": {kind: lambda job, payload: [] for kind in (FILE, DATA, FILE_END)},
    "more-bytes": {DATA: lambda job, payload: 200 * [(DATA, job, payload + b"\0" * 500_000)]},
    "sizes": {RESULT: lambda job, payload: [(RESULT, job, json.dumps(wider(json.loads(payload))).encode())]},
    "another-job": {RESULT: lambda job, payload: [(RESULT, job, b'{"description":{}}')]},
}


class Relay:
    def __init__(self, mode, path, command):
        (self.mode, self.path) = (mode, path)
        # The jobs of the library.
        self.jobs = set()
        # The jobs whose results were falsified.
        self.lied = set()
        # For each job: its frame, the indices of requested files that were not sent yet, and the files by their indices.
        self.requests = {}
        # The last background. An agent requests it only once.
        self.background = []
        self.agent = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def run(self):
        threading.Thread(target=self.upwards, daemon=True).start()
        try:
            for kind, job, payload in frames(sys.stdin.buffer):
                self.agent.stdin.write(frame(kind, self.down(kind, job, payload), job))
                self.agent.stdin.flush()
            self.agent.stdin.close()
        except BrokenPipeError:
            pass
        sys.exit(self.agent.wait())

    def upwards(self):
        for kind, job, payload in frames(self.agent.stdout):
            for one in self.up(kind, job, payload):
                sys.stdout.buffer.write(frame(one[0], one[2], one[1]))
            sys.stdout.buffer.flush()
        os._exit(self.agent.wait())

    def note(self, text):
        with open(self.path, "a") as file:
            file.write(f"{text}\n")

    def keep(self, job, name, data):
        with open(f"{self.path}/{os.getpid()}-{job}.{name}", "ab") as file:
            file.write(data)

    def record(self, kind, job, payload):
        """Notes the data that stickerd sends, by index. An agent may request a file again, or not at all."""
        if kind == JOB:
            self.requests[job] = (payload, [], {})
        elif kind in (BLOB, DATA, BLOB_END):
            _, asked, files = self.requests[job]
            if kind == BLOB:
                files[asked[0]] = []
            files[asked[0]].append((kind, payload))
            if kind == BLOB_END:
                asked.pop(0)

    def complete(self, job):
        """Writes a request for --once: the job, and each of its files once, in order."""
        payload, _, files = self.requests.pop(job)
        place = max(1, len(json.loads(payload)["sticker"]["_0"]["frameNames"]))
        self.background = files.get(place, self.background)
        parts = [(JOB, payload), *(part for number in range(place) for part in files[number]), *self.background]
        self.keep(job, "request", b"".join(frame(kind, part, job) for kind, part in parts))

    def down(self, kind, job, payload):
        if kind == JOB and b'"name":"cats/' in payload:
            self.jobs.add(job)
            if self.mode == "note":
                self.note("job")
        if self.mode == "record" and job in self.jobs:
            self.record(kind, job, payload)
        if kind == HELLO and self.mode == "other-version":
            return json.dumps({**json.loads(payload), "number": "99.0.0"}).encode()
        return payload

    def up(self, kind, job, payload):
        if kind == HELLO and self.mode == "other-version":
            description = json.loads(payload)
            description["version"]["number"] = "0.0.1"
            return [(kind, job, json.dumps(description).encode())]
        if job in self.jobs:
            if self.mode == "note" and kind == RESULT:
                self.note("result")
            if self.mode == "record" and kind == NEED:
                self.requests[job][1].append(struct.unpack(">I", payload)[0])
            if self.mode == "record" and kind in (FILE, DATA, FILE_END, RESULT):
                self.keep(job, "answer", frame(kind, payload, job))
            if self.mode == "record" and kind == RESULT:
                self.complete(job)
            change = LIES.get(self.mode, {}).get(kind)
            if change:
                if job not in self.lied:
                    self.lied.add(job)
                    self.note("lie")
                return change(job, payload)
        return [(kind, job, payload)]


if __name__ == "__main__":
    Relay(sys.argv[1], sys.argv[2], sys.argv[3:]).run()
