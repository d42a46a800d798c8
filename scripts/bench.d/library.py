"""A watch over a large library: its start, and what one drop takes, in a small one beside it."""

import json
import os
import pathlib
import queue
import re
import statistics
import subprocess
import tempfile
import threading
import time

import measure
from scale import vary_packs
from throughput import ROOT, _build, _positive
from trouble import Trouble

HELP = "stickerd watch over a small and a large library: from its start to ready, from a drop to the manifest, its processor time."


def add_arguments(parser):
    parser.add_argument("folder", metavar="DIR", help="a folder with SVG drawings, which are varied; it is only read")
    parser.add_argument("--count", type=_positive, default=10_000, metavar="N", help="stickers of the large library (10000)")
    parser.add_argument("--packs", type=_positive, default=40, metavar="N", help="packs of the large library (40)")
    parser.add_argument("--drops", type=_positive, default=50, metavar="N", help="drops into each (50)")
    parser.add_argument("--effort", default="fast", help="encode.effort (fast)")
    parser.add_argument("--json", default=ROOT / "bench-library.json", metavar="FILE", type=pathlib.Path,
                        help="where every number is written (bench-library.json in the repository)")
    parser.add_argument("--stickerd", metavar="PROGRAM", help="measure this executable; the checkout is not built")


def run(options):
    program = pathlib.Path(options.stickerd).resolve() if options.stickerd else _build()
    drawings = sorted(pathlib.Path(options.folder).glob("*.svg"))
    if not drawings:
        raise Trouble(f"{options.folder} holds no SVG")
    rows = []
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as name:
        for count, packs in ((40, 1), (options.count, options.packs)):
            work = pathlib.Path(name) / str(count)
            vary_packs(drawings, work / "drop", count, packs)
            settings = {"drop": "drop", "out": "out", "encode": {"effort": options.effort}}
            (work / "pipeline.json").write_text(json.dumps(settings), encoding="utf-8")
            subprocess.run([str(program), "build", "--config", str(work / "pipeline.json")], check=False,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            rows.append({"stickers": count, **Watch(program, work).measured(drawings[0], options.drops)})
    options.json.write_text(
        json.dumps({"benchmark": "library", "machine": measure.machine(), "rows": rows}, indent=2) + "\n", encoding="utf-8")
    print("| stickers | ready | drop, p50 | p99 | CPU a drop | with what follows | memory | peak |")
    print("|--:|--:|--:|--:|--:|--:|--:|--:|")
    for row in rows:
        print(f"| {row['stickers']:,} | {row['ready']:.2f} s | {row['p50'] * 1000:.0f} ms | {row['p99'] * 1000:.0f} ms "
              f"| {row['cpu'] * 1000:.0f} ms | {row['cpu_after'] * 1000:.0f} ms | {row['memory']:.0f} MB | {row['peak']:.0f} MB |")


class Watch:
    """A running `stickerd watch --json`, and its events with the times at which they came."""

    def __init__(self, program, work):
        self.work, self.events = work, queue.Queue()
        self.start = time.monotonic()
        # pylint: disable=consider-using-with
        self.process = subprocess.Popen(
            [str(program), "watch", "--json", "--config", str(work / "pipeline.json")], stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, env=dict(os.environ, OMP_NUM_THREADS="1"))
        threading.Thread(target=self._read, daemon=True).start()

    def measured(self, drawing, drops):
        try:
            ready = self._wait(lambda event: event["event"] == "ready") - self.start
            time.sleep(5)
            pack = sorted((self.work / "drop").iterdir())[0]
            before, taken = self._cpu(), []
            latencies = [self._drop(pack / f"new {number}.svg", drawing, number, taken) for number in range(drops)]
            # Report, sheets and the memory that is given back.
            time.sleep(40)
            memory, peak = self._memory()
            return {"ready": ready, "p50": statistics.median(latencies),
                    "p99": sorted(latencies)[min(drops - 1, drops * 99 // 100)], "cpu": statistics.median(taken),
                    "cpu_after": (self._cpu() - before) / drops, "memory": memory, "peak": peak}
        finally:
            self.process.terminate()
            self.process.wait(60)

    def _drop(self, path, drawing, number, taken):
        text = re.sub(r"#[0-9a-fA-F]{6}", lambda match: f"#{(int(match[0][1:], 16) + 7919 * (number + 1)) % (1 << 24):06x}",
                      drawing.read_text(encoding="utf-8"))
        before = self._cpu()
        path.write_text(f"{text}<!-- new {number} -->\n", encoding="utf-8")
        start = time.monotonic()
        end = self._wait(lambda event: event["event"] == "published" and event["path"].endswith(path.name))
        time.sleep(0.4)
        taken.append(self._cpu() - before)
        return end - start

    def _read(self):
        for line in self.process.stdout:
            self.events.put((time.monotonic(), json.loads(line)))

    def _wait(self, wanted):
        while True:
            try:
                moment, event = self.events.get(timeout=300)
            except queue.Empty:
                raise Trouble("the watch says nothing any more") from None
            if wanted(event):
                return moment

    def _cpu(self):
        fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def _memory(self):
        text = pathlib.Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return [int(re.search(rf"{name}:\s+(\d+)", text)[1]) / 1024 for name in ("VmRSS", "VmHWM")]
