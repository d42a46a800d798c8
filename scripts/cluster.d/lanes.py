"""Runs checks in parallel lanes: processes with their own folder, agents, ports and services.

Checks that need Slurm run one by one in a separate lane, because they stop its nodes and its controller. Most of a check's
time is waiting for a timeout or a pause to end.
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

        Returns the number of failed checks.
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
                print(f"FAILED: {Checks.title(name)}: its lane ended before this check, see above", flush=True)
        return self.summary(outcomes, time.monotonic() - begin)

    def queue(self, names):
        """A queue of checks. Those that wait longest are first, so that none of them runs alone at the end."""
        queue = self.context.SimpleQueue()
        for name in sorted(names, key=lambda name: (-Checks.seconds(name), name)):
            queue.put(name)
        for _ in range(max(1, self.count)):
            queue.put(None)
        return queue

    @staticmethod
    def collect(running):
        """Prints the messages of the lanes until all lanes have ended.

        Returns the outcome of each check by its name.
        """
        outcomes, open_lanes = {}, dict(running)
        while open_lanes:
            ready = multiprocessing.connection.wait(
                [one for process, reader in open_lanes.values() for one in (process.sentinel, reader)])
            for lane, (process, reader) in list(open_lanes.items()):
                # Reads the last messages before the lane counts as ended.
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
                        print(f"FAILED: {lane} ended with status {process.exitcode}", flush=True)
        return outcomes

    @staticmethod
    def received(reader):
        """The unread messages of a lane."""
        try:
            while reader.poll():
                yield reader.recv()
        except EOFError:
            pass

    def serve(self, lane, queue, wanted, writer):
        """Runs checks in a lane until the queue is empty."""
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
                writer.send((None, "", f"{lane}: these processes were still running and were killed: {'; '.join(left)}"))
        sys.exit(status)

    @staticmethod
    def summary(outcomes, seconds):
        counts = {state: sum(found == state for found in outcomes.values()) for state in ("good", "failed", "skipped")}
        print(f"{counts['good']} checks passed, {counts['failed']} failed, {counts['skipped']} skipped, in {seconds:.0f} s",
              flush=True)
        for name, state in outcomes.items():
            if state == "failed":
                print(f"  failed: {Checks.title(name)}", flush=True)
        return counts["failed"]
