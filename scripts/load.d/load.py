"""Measures the review page with many clients while many files are dropped, for scripts/load."""

import argparse
import asyncio
import json
import pathlib
import re
import subprocess
import sys
import tempfile
import time

KEY = re.compile(rb'"key":"(load/[a-z0-9-]+)"')


class Client:
    """A client of the page that loads the stickers and follows the updates."""

    def __init__(self, port):
        self.port = port
        self.keys = set()
        self.resets = 0
        self.breaks = 0

    async def follow(self):
        """Follows updates like a browser: reconnects with the last revision, and reloads after a reset."""
        known = await self.load()
        while True:
            reader, writer = await ask(self.port, "/review/api/events?after=" + known)
            try:
                async for line in lines(reader):
                    if line.startswith(b"id: "):
                        known = line[4:].strip().decode()
                    elif line.startswith(b"event: reset"):
                        self.resets += 1
                        known = await self.load()
                    elif line.startswith(b"data: "):
                        self.keys.update(KEY.findall(line))
            except (ConnectionError, ValueError, asyncio.IncompleteReadError):
                pass
            finally:
                writer.close()
            self.breaks += 1
            await asyncio.sleep(0.2)

    async def load(self):
        body = await get(self.port, "/review/api/stickers")
        self.keys.update(KEY.findall(body))
        return json.loads(body)["revision"]


async def lines(reader):
    """The lines of a chunked response. A chunk may end within a line."""
    while (await reader.readline()).strip():
        pass
    rest = b""
    while count := int(await reader.readline() or b"0", 16):
        *whole, rest = (rest + await reader.readexactly(count)).split(b"\n")
        await reader.readline()
        for line in whole:
            yield line


async def ask(port, path, close=False):
    reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=64 << 20)
    end = "Connection: close\r\n" if close else ""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\n{end}\r\n".encode())
    await writer.drain()
    return reader, writer


async def get(port, path):
    reader, writer = await ask(port, path, close=True)
    answer = await reader.read(-1)
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    if not head.startswith(b"HTTP/1.1 200"):
        raise SystemExit(f"{path}: {head.splitlines()[0]!r}")
    return body


async def look(port, times):
    """Requests the page and its script repeatedly."""
    while True:
        for path in ("/review/", "/review/review.js"):
            start = time.perf_counter()
            await get(port, path)
            times.append(time.perf_counter() - start)
        await asyncio.sleep(0.05)


def drawing(number):
    red, green, blue = 40 + number * 37 % 200, 60 + number * 11 % 150, 30 + number * 5 % 200
    return (
        "<svg xmlns='http://www.w3.org/2000/svg' width='64' height='64'>"
        f"<circle cx='32' cy='32' r='{20 + number % 10}' fill='rgb({red},{green},{blue})' stroke='#345'"
        f" stroke-width='{1 + number % 4}'/></svg>"
    )


def memory(pid):
    for line in pathlib.Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM:"):
            return int(line.split()[1]) // 1024
    return 0


async def run(options, folder, process):
    port = None
    while port is None:
        line = process.stdout.readline()
        if not line:
            raise SystemExit("stickerd did not start")
        event = json.loads(line)
        port = event.get("port") if event["event"] == "serving" else None
    drain = asyncio.get_running_loop().run_in_executor(None, lambda: [None for _ in process.stdout])
    clients = [Client(port) for _ in range(options.clients)]
    tasks = [asyncio.create_task(client.follow()) for client in clients]
    times = []
    tasks.append(asyncio.create_task(look(port, times)))
    start = time.perf_counter()
    for number in range(options.files):
        (folder / "drop" / "load" / f"Disc {number}.svg").write_text(drawing(number))
        await asyncio.sleep(0.01)
    deadline = time.perf_counter() + 60 + options.files
    while time.perf_counter() < deadline and any(len(client.keys) < options.files for client in clients):
        if broken := next((task for task in tasks if task.done()), None):
            broken.result()
        await asyncio.sleep(0.2)
    took = time.perf_counter() - start
    for task in tasks:
        task.cancel()
    times.sort()
    p99 = times[int(len(times) * 0.99)] * 1000
    lost = sum(options.files - len(client.keys) for client in clients)
    print(f"{options.clients} clients, {options.files} files, {took:.1f} s until all clients had all updates")
    print(f"page: {len(times)} requests, median {times[len(times) // 2] * 1000:.1f} ms, p99 {p99:.1f} ms, most {times[-1] * 1000:.1f} ms")
    print(f"peak memory of stickerd: {memory(process.pid)} MB")
    print(f"interrupted connections: {sum(client.breaks for client in clients)}, resets: {sum(client.resets for client in clients)}")
    print(f"lost updates: {lost}")
    process.terminate()
    await drain
    return 0 if lost == 0 and p99 < 200 else 1


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stickerd", required=True)
    parser.add_argument("--clients", type=int, default=200)
    parser.add_argument("--files", type=int, default=500)
    options = parser.parse_args()
    stickerd = str(pathlib.Path(options.stickerd).resolve())
    with tempfile.TemporaryDirectory(prefix="stickerd-load-") as name:
        folder = pathlib.Path(name)
        (folder / "drop" / "load").mkdir(parents=True)
        (folder / "pipeline.json").write_text(
            '{ "size": "small", "encode": { "effort": "fast" },'
            ' "previews": { "backgrounds": [{ "name": "white", "colour": "#ffffff" }] } }'
        )
        process = subprocess.Popen(
            [stickerd, "watch", "--json", "--listen", "127.0.0.1:0"], cwd=folder, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True,
        )
        try:
            sys.exit(asyncio.run(run(options, folder, process)))
        finally:
            process.kill()
            process.wait()


if __name__ == "__main__":
    main()
