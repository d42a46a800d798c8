"""Runs stickerd on the hostile files and checks the outcome of each."""

import json
import os
import re
import subprocess
import threading
import time
import unicodedata
from collections import Counter

CEILING = 2048


def settings(arguments):
    path = arguments.folder.resolve() / "pipeline.json"
    path.write_text(json.dumps({
        "size": "small", "jobs": arguments.jobs, "encode": {"effort": "fast"},
        "previews": {"backgrounds": [{"name": "white", "colour": "#ffffff"}]},
        "limits": {"seconds": arguments.seconds, "memoryMegabytes": CEILING},
    }))
    return path


class Memory(threading.Thread):
    """The peak memory of a process and of its children, in kilobytes."""

    def __init__(self, pid):
        super().__init__(daemon=True)
        self.pid, self.own, self.workers, self.started = pid, 0, 0, set()

    def run(self):
        while True:
            try:
                self.own = max(self.own, peak(self.pid))
                for task in os.listdir(f"/proc/{self.pid}/task"):
                    for child in open(f"/proc/{self.pid}/task/{task}/children").read().split():
                        self.started.add(child)
                        self.workers = max(self.workers, peak(child))
            except OSError:
                return
            time.sleep(0.01)


def peak(pid):
    try:
        for line in open(f"/proc/{pid}/status"):
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    except OSError:
        pass
    return 0


def build(arguments):
    """Runs a build. Every file must be published or rejected with a reason, and `stickerd audit` must pass."""
    settings(arguments)
    started = time.monotonic()
    process = subprocess.Popen(
        [arguments.stickerd.resolve(), "build", "--json"], cwd=arguments.folder, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE)
    memory = Memory(process.pid)
    memory.start()
    output, complaint = process.communicate()
    faults = []
    if process.returncode != 1:
        faults.append(f"stickerd build ended with {process.returncode}: {complaint.decode(errors='replace')[-2000:]}")
    events = [json.loads(line) for line in output.splitlines()]
    outcomes = {event["path"]: event for event in events if event["event"] == "outcome"}
    ignored = {event["path"] for event in events if event["event"] == "ignored"}
    faults += unaccounted(arguments.folder / "drop", outcomes, ignored)
    for path, event in outcomes.items():
        if event["state"] not in ("published", "rejected", "duplicate", "superseded"):
            faults.append(f"{path!r} is {event['state']}: {event.get('reason')}")
        elif event["state"] == "rejected" and not event.get("reason"):
            faults.append(f"{path!r} was rejected without a reason")
    audit = subprocess.run([arguments.stickerd.resolve(), "audit"], cwd=arguments.folder, capture_output=True)
    if audit.returncode != 0:
        faults.append("stickerd audit: " + (audit.stdout + audit.stderr).decode(errors="replace")[-2000:])
    if memory.workers > CEILING * 1024:
        faults.append(f"a worker used {memory.workers} KB")
    print(f"{time.monotonic() - started:.1f} s, {len(memory.started)} worker processes; "
          f"peak memory: stickerd {memory.own // 1024} MB, the largest worker {memory.workers // 1024} MB")
    print(", ".join(f"{count} {state}" for state, count in Counter(event["state"] for event in outcomes.values()).most_common())
          + f", {len(ignored)} ignored")
    failed = sorted(path for path, event in outcomes.items() if "could not be rendered" in event.get("reason", ""))
    print(f"{len(failed)} crashed a worker or exceeded its limits:")
    for path in failed:
        print(f"  {path}: {outcomes[path]['reason'].split(': ', 1)[-1][:150]}")
    for fault in faults[:20]:
        print("FAULT: " + fault)
    print(f"{len(faults)} faults")
    return 1 if faults else 0


def unaccounted(drop, outcomes, ignored):
    """A message for each file without an outcome."""
    faults = []
    # stickerd prints names in composed form, and \x for each byte that is not UTF-8.
    reported = {unicodedata.normalize("NFC", path) for path in [*outcomes, *ignored]}
    for parent, _, files in os.walk(os.fsencode(drop)):
        for file in files:
            path = os.path.relpath(os.path.join(parent, file), os.fsencode(drop)).decode(errors="surrogateescape")
            path = re.sub("[\udc80-\udcff]", lambda byte: f"\\x{ord(byte[0]) - 0xdc00:02X}", path)
            # Files that stickerd writes: notes next to rejected files, and the marker.
            if path.endswith((".rejected.txt", ".waiting.txt", ".unused.txt", ".sent-back.txt")) or path == ".stickerd-drop":
                continue
            if path.count("/") < 2 and unicodedata.normalize("NFC", path) not in reported:
                faults.append(f"{path!r} was neither published nor rejected nor ignored")
    return faults


def watch(arguments):
    """Drops the same files while `stickerd watch` runs. The watch must not end. A build then reports the outcome of each file."""
    settings(arguments)
    drop, shelf = arguments.folder / "drop", arguments.folder / "shelf"
    drop.rename(shelf)
    drop.mkdir()
    process = subprocess.Popen(
        [arguments.stickerd.resolve(), "watch", "--json"], cwd=arguments.folder, stdout=subprocess.PIPE, text=True)
    memory = Memory(process.pid)
    memory.start()
    heard = Hearing(process.stdout)
    heard.start()
    while "ready" not in heard.events and process.poll() is None:
        time.sleep(0.05)
    started = time.monotonic()
    for pack in sorted(shelf.iterdir()):
        pack.rename(drop / pack.name)
    # The last file may take twice its time limit.
    while process.poll() is None and time.monotonic() - heard.last < 2 * arguments.seconds + 30:
        time.sleep(0.1)
    print(f"{heard.last - started:.1f} s, {len(memory.started)} worker processes; peak memory: stickerd "
          f"{memory.own // 1024} MB, the largest worker {memory.workers // 1024} MB")
    print(", ".join(f"{count} {event}" for event, count in heard.events.most_common()))
    lives = process.poll() is None
    process.terminate()
    process.wait()
    if not lives:
        print(f"FAULT: stickerd watch ended unexpectedly with status {process.returncode}")
    return build(arguments) or (0 if lives else 1)


class Hearing(threading.Thread):
    """Counts the events of stickerd, and records the time of the last one."""

    def __init__(self, stream):
        super().__init__(daemon=True)
        self.stream, self.events, self.last = stream, Counter(), time.monotonic()

    def run(self):
        for line in self.stream:
            self.events[json.loads(line)["event"]] += 1
            self.last = time.monotonic()


def table(arguments):
    """Checks each file separately, and lists the slowest and the largest first."""
    pipeline = settings(arguments)
    rows = []
    for parent, _, files in os.walk(os.fsencode(arguments.folder / "drop")):
        for file in sorted(files):
            path = os.path.join(parent, file)
            if not os.path.isfile(path) or os.path.islink(path):
                continue
            rows.append(weigh(arguments.stickerd.resolve(), pipeline, path))
    rows.sort(reverse=True)
    with open(arguments.folder / "table.tsv", "w") as out:
        for row in rows:
            out.write("\t".join(map(str, row)) + "\n")
    for title, key in (("The slowest", lambda row: row[0]), ("The largest", lambda row: row[1])):
        print(f"{title}:")
        for seconds, megabytes, name, size, verdict in sorted(rows, key=key, reverse=True)[:25]:
            print(f"  {seconds:6.2f} s {megabytes:5d} MB  {size:>10,} bytes  {name}: {verdict}")
    return 0


def weigh(stickerd, pipeline, path):
    """Seconds, megabytes, name, bytes and verdict of one file from `stickerd check`."""
    started = time.monotonic()
    process = subprocess.Popen(
        [stickerd, "check", "--json", "--config", pipeline, path], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    output = process.stdout.read()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    seconds = round(time.monotonic() - started, 2)
    try:
        verdict = json.loads(output)
        errors = [finding for finding in verdict.get("findings", []) if finding["level"] == "error"]
        words = verdict.get("failure") or verdict.get("message") or "; ".join(f"{e['rule']} ({e['message']})" for e in errors) or "published"
    except ValueError:
        words = f"stickerd check ended with status {process.returncode} without a message"
    name = os.fsdecode(path).split("/drop/")[-1]
    return seconds, usage.ru_maxrss // 1024, repr(name)[1:-1], os.path.getsize(path), words.replace("\n", " ")[:200].replace(os.fsdecode(path), "…")
