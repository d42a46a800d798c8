#!/usr/bin/env python3
"""The agent's side of the protocol without rendering, to measure the control plane: records the results of a real agent, and
simulates any number of slots with them. Also simulates a slow link.

    player.py record FOLDER COMMAND…              forwards everything to a real agent and saves its results
    player.py play FOLDER SLOTS SECONDS           simulates an agent with this many slots and this time per job
    player.py link MILLISECONDS MB COMMAND…       simulates a link to a command with a delay each way and a rate in MB/s
"""

import collections
import hashlib
import heapq
import json
import os
import pickle
import selectors
import struct
import subprocess
import sys
import threading
import time
import zlib

(HELLO, JOB, BLOB, DATA, BLOB_END, ABORT, NEED, START, BEAT, FILE, FILE_END, RESULT, FAILURE, CANCEL, BYE, LOST) = range(
    1, 17)
HEAD = struct.Struct(">BBHIQ")


def frame(kind, payload=b"", job=0):
    return HEAD.pack(kind, 0, 0, job, len(payload)) + payload


class Frames:
    """Splits a stream of bytes into frames."""

    def __init__(self):
        self.bytes = bytearray()

    def add(self, piece):
        self.bytes += piece
        place = 0
        while len(self.bytes) - place >= HEAD.size:
            kind, _, _, job, length = HEAD.unpack_from(self.bytes, place)
            if len(self.bytes) - place < HEAD.size + length:
                break
            yield kind, job, bytes(self.bytes[place + HEAD.size:place + HEAD.size + length])
            place += HEAD.size + length
        del self.bytes[:place]


# Recording


def record(folder, command):
    """Saves results by the type of their request: `describe`, `testSandbox`, `sticker`."""
    os.makedirs(folder, exist_ok=True)
    real = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    requests, answers = {}, {}

    def upwards():
        frames = Frames()
        while piece := os.read(real.stdout.fileno(), 1 << 20):
            write_all(1, piece)
            for kind, job, payload in frames.add(piece):
                if kind == HELLO:
                    keep(folder, "hello", payload)
                elif kind in (FILE, DATA, FILE_END, RESULT):
                    answers.setdefault(job, []).append((kind, payload))
                if kind == RESULT and job in requests:
                    name, number = requests.pop(job)
                    keep(folder, f"{name}-{number}", answers.pop(job))
        os._exit(0)

    threading.Thread(target=upwards, daemon=True).start()
    frames = Frames()
    while piece := os.read(0, 1 << 20):
        write_all(real.stdin.fileno(), piece)
        for kind, job, payload in frames.add(piece):
            if kind == JOB:
                request = json.loads(payload)
                name = next(iter(request))
                # The test pictures are smaller than the stickers of a library.
                is_canary = name == "sticker" and "/" not in request[name]["_0"]["name"]
                if not is_canary:
                    requests[job] = (name, job)
    real.stdin.close()
    real.wait()


def keep(folder, name, value):
    path = os.path.join(folder, name)
    with open(f"{path}.part", "wb") as file:
        pickle.dump(value, file)
    os.rename(f"{path}.part", path)


def write_all(descriptor, piece):
    view = memoryview(piece)
    while view:
        view = view[os.write(descriptor, view):]




# Playing


class Answer:
    """The recorded result of a job, changed for each job."""

    def __init__(self, frames):
        self.files, open_file = [], None
        for kind, payload in frames:
            if kind == FILE:
                open_file = (payload, bytearray())
            elif kind == DATA:
                open_file[1].extend(payload)
            elif kind == FILE_END:
                self.files.append((open_file[0], bytes(open_file[1])))
        self.result = frames[-1][1]
        self.value = json.loads(self.result)

    @staticmethod
    def marked(content, mark):
        """The same picture with different bytes."""
        if content.startswith(b"\x89PNG"):
            text = b"tEXtComment\0" + mark
            return [content[:-12], struct.pack(">I", len(text) - 4), text, struct.pack(">I", zlib.crc32(text)), content[-12:]]
        if content.startswith(b"\xff\xd8"):
            return [content[:2], b"\xff\xfe", struct.pack(">H", len(mark) + 2), mark, content[2:]]
        return [content]

    def frames(self, job, mark=None):
        pieces = [frame(START, job=job)] if mark is None else []
        for head, content in self.files:
            parts = [content] if mark is None else self.marked(content, mark)
            pieces += [frame(FILE, head, job)]
            for part in parts:
                for start in range(0, len(part), 1 << 20):
                    piece = part[start:start + (1 << 20)]
                    pieces += [HEAD.pack(DATA, 0, 0, job, len(piece)), piece]
            pieces += [frame(FILE_END, b"", job)]
        result = self.result
        if mark is not None:
            value = json.loads(result)
            value["sticker"]["_0"]["output"]["pixels"] = hashlib.sha256(mark).hexdigest()
            result = json.dumps(value).encode()
        return b"".join(pieces + [frame(RESULT, result, job)])


def play(folder, slots, seconds):
    def load(name):
        with open(os.path.join(folder, name), "rb") as file:
            return pickle.load(file)
    names = sorted(os.listdir(folder))
    hello = json.loads(load("hello"))
    plain = {kind: Answer(load(next(name for name in names if name.startswith(f"{kind}-"))))
             for kind in ["describe", "testSandbox"]}
    stickers = [Answer(load(name)) for name in names if name.startswith("sticker-")]
    stickers = [answer for answer in stickers if "output" in answer.value["sticker"]["_0"]]
    run = f"{os.getpid()}-{time.time_ns()}"
    frames, selector = Frames(), selectors.DefaultSelector()
    selector.register(0, selectors.EVENT_READ)
    ready, busy, done, gone, is_ending = collections.deque(), set(), [], set(), False
    waiting, next_beat = set(), time.monotonic() + 10
    while True:
        now = time.monotonic()
        while done and done[0][0] <= now:
            _, job = heapq.heappop(done)
            if job in busy:
                busy.discard(job)
                answer = stickers[job % len(stickers)]
                write_all(1, answer.frames(job, f"{run}-{job}".encode()))
        while ready and len(busy) < slots:
            job = ready.popleft()
            if job in gone:
                continue
            busy.add(job)
            write_all(1, frame(START, job=job))
            heapq.heappush(done, (now + seconds, job))
        if is_ending and not busy and not ready and not waiting:
            return
        if now >= next_beat:
            next_beat = now + 10
            write_all(1, frame(BEAT))
        timeout = min([next_beat] + [entry[0] for entry in done[:1]]) - time.monotonic()
        if not selector.select(max(0, timeout)):
            continue
        piece = os.read(0, 1 << 20)
        if not piece:
            return
        for kind, job, payload in frames.add(piece):
            if kind == HELLO:
                answer = {**hello, "version": json.loads(payload), "slots": slots, "host": f"player-{os.getpid()}"}
                write_all(1, frame(HELLO, json.dumps(answer).encode()))
            elif kind == JOB:
                name = next(iter(json.loads(payload)))
                if name in plain:
                    write_all(1, plain[name].frames(job))
                else:
                    waiting.add(job)
                    write_all(1, frame(NEED, struct.pack(">I", 0), job))
            elif kind in (BLOB_END, ABORT) and job in waiting:
                waiting.discard(job)
                ready.append(job)
            elif kind == CANCEL:
                gone.add(job)
                waiting.discard(job)
                busy.discard(job)
            elif kind == BYE:
                is_ending = True


# A link


def carry(source, target, delay, rate, limit=4 << 20):
    """Forwards bytes with a delay and at a rate. `limit` is the number of bytes in transit."""
    queue, room = collections.deque(), threading.Condition()
    state = {"bytes": 0, "ended": False}

    def read():
        while piece := os.read(source, 64 << 10):
            with room:
                while state["bytes"] > limit:
                    room.wait()
                queue.append((time.monotonic(), piece))
                state["bytes"] += len(piece)
                room.notify_all()
        with room:
            state["ended"] = True
            room.notify_all()

    threading.Thread(target=read, daemon=True).start()
    free = 0.0
    while True:
        with room:
            while not queue and not state["ended"]:
                room.wait()
            if not queue:
                return
            came, piece = queue.popleft()
        free = max(free, came) + len(piece) / rate
        pause = free + delay - time.monotonic()
        if pause > 0:
            time.sleep(pause)
        write_all(target, piece)
        with room:
            state["bytes"] -= len(piece)
            room.notify_all()


def link(delay, rate, command):
    far = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def upwards():
        try:
            carry(far.stdout.fileno(), 1, delay, rate)
        except BrokenPipeError:
            pass
        os._exit(0)

    threading.Thread(target=upwards, daemon=True).start()
    try:
        carry(0, far.stdin.fileno(), delay, rate)
    except BrokenPipeError:
        pass
    far.stdin.close()
    far.wait()


if __name__ == "__main__":
    mode, *rest = sys.argv[1:]
    if mode == "record":
        record(rest[0], rest[1:])
    elif mode == "play":
        play(rest[0], int(rest[1]), float(rest[2]))
    else:
        link(float(rest[0]) / 1000, float(rest[1]) * 1e6, rest[2:])
