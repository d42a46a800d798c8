"""The cost of jobs: seconds of CPU and memory of stickerd-farm."""

import asyncio
import contextlib
import json
import os
import queue
import threading
import time

from builds import Library, disc, same, shape
from servers import BuildGrid, Liar, free_port


class Watch:
    """Measures the body of a `with` statement: time, and CPU and peak memory of the farm's process."""

    def __init__(self, farm):
        self.farm = farm

    def __enter__(self):
        self.begin, self.cpu, self.memory = time.monotonic(), self.farm.cpu(), self.farm.memory()
        self.most, self.ends = self.memory, threading.Event()
        self.thread = threading.Thread(target=self.look)
        self.thread.start()
        return self

    def look(self):
        while not self.ends.wait(0.1):
            self.most = max(self.most, self.farm.memory())

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()
        self.seconds, self.used = time.monotonic() - self.begin, self.farm.cpu() - self.cpu


def line(what, watch, count, unit):
    print(f"{what}: {watch.used:.2f} s of CPU, {watch.used / count * 1e3:.2f} ms per {unit}, {watch.seconds:.1f} s, "
          f"{watch.memory:.0f} MB at the start, {watch.most:.0f} MB at most", flush=True)


def finish(farm, jobs, seconds=600):
    for job in jobs:
        farm.done(job, seconds)


def jobs(lane):
    """The cost of 200 executed jobs, and of the same jobs from the cache."""
    with lane.casd() as casd, lane.bridge(casd) as farm:
        farm.other("capabilities")
        for what in ("executed", "from the cache"):
            with Watch(farm) as watch:
                finish(farm, [farm.run({"prefix": f"{number}"}) for number in range(200)])
            line(f"200 small jobs, {what}", watch, 200, "job")


def cache(lane):
    """The cost of storing 10,000 results, and of reading them from the cache."""
    with lane.casd() as casd, lane.bridge(casd) as farm:
        path = farm.file(os.urandom(60_000))["path"]
        with Watch(farm) as watch:
            finish(farm, [farm.run({"prefix": f"{number}"}, command="store", answer=path) for number in range(10_000)])
        line("10,000 results stored", watch, 10_000, "result")
        with Watch(farm) as watch:
            for start in range(0, 10_000, 500):
                finish(farm, [farm.run({"prefix": f"{number}"}, lookup="cache") for number in range(start, start + 500)])
        line("10,000 results of 60 kB from the cache", watch, 10_000, "result")


def bytes_(lane):
    """The cost of large files in both directions."""
    with lane.casd() as casd, lane.bridge(casd) as farm:
        farm.other("capabilities")
        contents = [os.urandom(32 << 20) for _ in range(4)]
        with Watch(farm) as watch:
            finish(farm, [farm.run({"prefix": f"{number}"}, [one]) for number, one in enumerate(contents)])
        line("128 MiB sent and 128 MiB received", watch, 256, "MiB")


def many(lane):
    """The cost of 200 parallel jobs, in three rounds. The memory use must stay the same."""
    with lane.casd() as casd, lane.bridge(casd) as farm:
        farm.other("capabilities")
        for turn in range(3):
            with Watch(farm) as watch:
                finish(farm, [farm.run({"prefix": f"{turn} {number}"}, [os.urandom(300_000)]) for number in range(200)])
            line(f"200 jobs of 300 kB at a time, round {turn + 1}", watch, 200, "job")


class SlowLink:
    """A link to a server with a round-trip time of 20 ms, and 12.5 MB/s in each direction."""

    DELAY, RATE, PIECE = 0.01, 12_500_000, 1 << 16

    def __init__(self, port):
        self.port, self.target = free_port(), port
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        asyncio.run_coroutine_threadsafe(asyncio.start_server(self.accept, "127.0.0.1", self.port), self.loop).result()

    @property
    def url(self):
        return f"grpc://127.0.0.1:{self.port}"

    async def accept(self, reader, writer):
        there, back = await asyncio.open_connection("127.0.0.1", self.target)
        await asyncio.gather(self.pass_on(reader, back), self.pass_on(there, writer))

    async def pass_on(self, reader, writer):
        pieces, free = asyncio.Queue(64), 0.0

        async def deliver():
            while (piece := await pieces.get())[1]:
                await asyncio.sleep(max(0, piece[0] - self.loop.time()))
                writer.write(piece[1])
                await writer.drain()
            writer.close()

        delivery = self.loop.create_task(deliver())
        while content := await reader.read(self.PIECE):
            free = max(free, self.loop.time()) + len(content) / self.RATE
            await pieces.put((free + self.DELAY, content))
        await pieces.put((0, b""))
        await delivery


def link(lane):
    """Jobs over a slow link, and builds with a farm compared with builds without one."""
    with lane.casd() as casd, lane.bridge(url=SlowLink(casd.port).url) as farm:
        farm.other("capabilities")
        with Watch(farm) as watch:
            finish(farm, [farm.run({"prefix": f"{number}"}, [os.urandom(300_000)]) for number in range(50)])
        line("50 jobs of 300 kB over a slow link", watch, 50, "job")
    with lane.casd(image=os.path.dirname(lane.program)) as casd:
        engine = {"url": SlowLink(casd.port).url, "environment": "image"}
        for turn in range(2):
            times = []
            for settings in (None, {**engine, "salt": f"{turn}"}):
                library, begin = Library(lane, settings), time.monotonic()
                work = library.build()
                times.append(time.monotonic() - begin)
            print(f"a build alone {times[0]:.1f} s, with a farm behind a slow link {times[1]:.1f} s "
                  f"({times[1] / times[0]:.2f}), {work['jobs']} jobs there", flush=True)


class Drops:
    """A watch, and the time from each drop until its sticker is published."""

    def __init__(self, lane, engine):
        self.library = Library(lane, engine, effort="balanced")
        self.events = queue.Queue()
        self.watch = self.library.start("watch")
        threading.Thread(target=self.listen, daemon=True).start()
        # The first stickers are published before this event.
        self.next("ready")

    def listen(self):
        for line in self.watch.stdout:
            self.events.put(json.loads(line))

    def next(self, name, path=None):
        while True:
            event = self.events.get(timeout=60)
            if event["event"] == name and path in (None, event.get("path")):
                return

    def drop(self, number):
        draft, name = f"{self.library.folder}/draft.svg", f"discs/Drop {number}.svg"
        with open(draft, "w") as file:
            file.write(disc(number))
        begin = time.monotonic()
        os.rename(draft, f"{self.library.folder}/drop/{name}")
        self.next("published", name)
        return (time.monotonic() - begin) * 1e3

    def stop(self):
        self.watch.terminate()
        self.watch.wait()


def drops(lane):
    """Drops with a missing farm, with one that stalls and with one that is full, each compared with a watch without a farm."""
    count = 200
    with Liar(lane.new_folder()) as liar:
        farms = {
            "alone": None, "alone again": None, "dead": {"url": f"grpc://127.0.0.1:{free_port()}"},
            "stalled": {"url": liar.url, "instance": "stalls", "environment": "image"},
            "full": {"url": liar.url, "instance": "exhausted", "environment": "image"}}
        watches = {name: Drops(lane, engine) for name, engine in farms.items()}
        times = {name: [] for name in farms}
        for number in range(count):
            # The watches take turns, so that the load of the machine is the same for all.
            for name, watch in watches.items():
                times[name].append(watch.drop(100 + number))
        for watch in watches.values():
            watch.stop()
    alone = sorted(times["alone"])
    for name, found in times.items():
        found.sort()
        parts = [f"p{share} {found[count * share // 100]:.0f} ms ({found[count * share // 100] / alone[count * share // 100]:.2f})"
                 for share in (50, 90, 99)]
        print(f"{count} drops, {name}: {', '.join(parts)}", flush=True)


def library(lane):
    """500 stickers with effort max. The files that are published with a farm must equal those of this machine alone."""
    alone, kinds = None, (None, lane.casd, lambda: BuildGrid(lane.new_folder()))
    for kind in kinds:
        with contextlib.ExitStack() as stack:
            server = stack.enter_context(kind()) if kind else None
            engine = {"url": server.url, "platform": {"OSFamily": "linux"}} if server else None
            built, begin = Library(lane, engine, count=500, draw=shape), time.monotonic()
            work = built.build(seconds=7200)
            seconds = time.monotonic() - begin
        alone = alone or built.published()
        same(built, alone)
        there = f"{work['jobs']} of them with {server.name}" if work else "alone"
        print(f"500 stickers with effort max, {there}: {seconds:.0f} s, {len(alone)} files, all the same", flush=True)


MEASUREMENTS = {
    "jobs": jobs, "cache": cache, "bytes": bytes_, "many": many, "link": link, "drops": drops, "library": library}
