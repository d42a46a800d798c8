"""Runs checks side by side, in lanes: processes with folders, agents, ports and services of their own.

Checks that need Slurm have a lane for themselves, one after the other, because they break its nodes and its controller. Most
of what a check takes is waiting: for a silence to be noticed, for a rest to be over.
"""

import multiprocessing
import multiprocessing.connection
import os
import signal
import sys
import time
import traceback

from checks import Checks
from processes import adopt_orphans, end_descendants
from services import Services

SLURM = "slurm"


class Lanes:
    def __init__(self, folder, stickerd, stickers, count):
        (self.folder, self.stickerd, self.stickers, self.count) = (folder, stickerd, stickers, count)
        self.context = multiprocessing.get_context("fork")

    def run(self, only):
        """Runs the checks whose names contain a text.

        Returns how many have failed.
        """
        begin = time.monotonic()
        names = Checks.names(only)
        of_slurm = [name for name in names if SLURM in Checks.wanted(name)]
        others = [name for name in names if name not in of_slurm]
        shared = self.queue(others)
        lanes = {f"lane{number + 1}": (shared, {"ssh", "cache"}) for number in range(min(self.count, len(others)))}
        if of_slurm:
            lanes[SLURM] = (self.queue(of_slurm), {"ssh", SLURM, "cache"})
        running = {}
        try:
            for name, (queue, wanted) in lanes.items():
                reader, writer = self.context.Pipe(duplex=False)
                process = self.context.Process(target=self.serve, args=(name, queue, wanted, writer))
                process.start()
                running[name] = (process, reader)
            outcomes = self.collect(running)
        finally:
            for process, _ in running.values():
                process.terminate()
            for process, _ in running.values():
                process.join()
        for name in names:
            if name not in outcomes:
                outcomes[name] = "failed"
                print(f"FAILED: {Checks.title(name)}: its lane has ended before it, as said above", flush=True)
        return self.summary(outcomes, time.monotonic() - begin)

    def queue(self, names):
        """Those that wait longest are first: with one of them at the end all others would wait for it."""
        queue = self.context.SimpleQueue()
        for name in sorted(names, key=lambda name: (-Checks.seconds(name), name)):
            queue.put(name)
        for _ in range(max(1, self.count)):
            queue.put(None)
        return queue

    @staticmethod
    def collect(running):
        """Prints what lanes say, as they say it, until all have ended.

        Returns what came of each check, by its name.
        """
        outcomes, open_lanes = {}, dict(running)
        while open_lanes:
            ready = multiprocessing.connection.wait(
                [one for process, reader in open_lanes.values() for one in (process.sentinel, reader)])
            for lane, (process, reader) in list(open_lanes.items()):
                # What it has said is read before it counts as ended.
                is_over = process.sentinel in ready
                for name, state, text in Lanes.received(reader):
                    print(text, flush=True)
                    if name:
                        outcomes[name] = state
                if is_over:
                    del open_lanes[lane]
                    process.join()
                    if process.exitcode != 0:
                        outcomes[lane] = "failed"
                        print(f"FAILED: {lane} has ended with {process.exitcode}", flush=True)
        return outcomes

    @staticmethod
    def received(reader):
        """What a lane has sent and nobody has read."""
        try:
            while reader.poll():
                yield reader.recv()
        except EOFError:
            pass

    def serve(self, lane, queue, wanted, writer):
        """A lane: does checks until there are none."""
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        adopt_orphans()
        folder = os.path.join(self.folder, lane)
        os.makedirs(folder)
        services, status = Services(folder, wanted, shared=self.folder), 0
        try:
            services.start(lambda text: writer.send((None, "", f"{lane}: {text}")))
            checks = Checks(folder, self.stickerd, services, self.stickers, shared=self.folder)
            while (name := queue.get()) is not None:
                writer.send((name, *checks.perform(name)))
        except Exception:
            status = 1
            writer.send((None, "", f"{lane}: {traceback.format_exc()}"))
        finally:
            services.stop()
            left = end_descendants(os.getpid())
            if left:
                status = 1
                writer.send((None, "", f"{lane}: these were still running, and were ended: {'; '.join(left)}"))
        sys.exit(status)

    @staticmethod
    def summary(outcomes, seconds):
        counts = {state: sum(found == state for found in outcomes.values()) for state in ("good", "failed", "skipped")}
        print(f"{counts['good']} checks good, {counts['failed']} failed, {counts['skipped']} skipped, in {seconds:.0f} s",
              flush=True)
        for name, state in outcomes.items():
            if state == "failed":
                print(f"  failed: {Checks.title(name)}", flush=True)
        return counts["failed"]
