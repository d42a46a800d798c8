"""Measures the time from closing a file in the drop folder to the manifest with its sticker."""

import hashlib
import json
import os
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import threading
import time

from common import ROOT
from trouble import Trouble

HELP = "The latency of a drop in stickerd watch: from close() to the manifest with its sticker."


def add_arguments(parser):
    parser.add_argument("folder", metavar="DIR", nargs="?", help="a folder of PNGs to drop (default: generated ones)")
    parser.add_argument("--drops", type=int, default=200, metavar="N", help="number of dropped files (200)")
    parser.add_argument("--pause", type=float, default=0.3, metavar="S", help="seconds between two drops (0.3)")
    parser.add_argument(
        "--json", default=ROOT / "bench-results.json", metavar="FILE", type=pathlib.Path,
        help="the file for all numbers (bench-results.json in the repository)")
    parser.add_argument("--stickerd", default=ROOT / ".build/release/stickerd", metavar="PROGRAM")


def run(options):
    program = pathlib.Path(options.stickerd).resolve()
    if not program.is_file():
        raise Trouble(f"{program} does not exist; build it with `swift build -c release`")
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as name:
        art = _art(options.folder, options.drops, pathlib.Path(name) / "art")
        rows = _measure(program, pathlib.Path(name), art, options.pause)
    result = {"benchmark": "latency", "drops": rows, "summary": _summary(rows)}
    options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(_table(result["summary"]))


def _art(folder, count, target):
    """A number of files with different contents."""
    target.mkdir()
    if folder is None:
        chance = random.Random(1)
        return [_drawn(target / f"Drop {number}.png", chance) for number in range(count)]
    found = sorted(pathlib.Path(folder).rglob("*.png"))
    if len(found) < count:
        raise Trouble(f"{folder} has {len(found)} PNGs, but {count} are needed")
    return found[:count]


def _drawn(path, chance):
    """A shaded disc with an outline and a spot, 1024 pixels wide, on a transparent background."""
    # pylint: disable=import-outside-toplevel
    import numpy
    from PIL import Image
    y, x = numpy.mgrid[0:1024, 0:1024] - 511.5
    radius, spot = numpy.hypot(x, y), numpy.hypot(x - chance.uniform(-150, 150), y + chance.uniform(0, 200))
    colour = numpy.array([chance.randrange(80, 256) for _ in range(3)])
    shade = numpy.clip(1.15 - radius / 1400, 0, 1)[..., None] * colour
    shade += numpy.clip(1 - spot / 160, 0, 1)[..., None] * (255 - shade) * 0.8
    outline = numpy.clip(radius - 455, 0, 1)[..., None]
    pixels = numpy.zeros((1024, 1024, 4), numpy.uint8)
    pixels[..., :3] = shade * (1 - outline) + 40 * outline
    pixels[..., 3] = numpy.clip(490 - radius, 0, 1) * 255
    Image.fromarray(pixels).save(path)
    return path


def _measure(program, work, art, pause):
    drop, out = work / "drop", work / "out"
    (drop / "pack").mkdir(parents=True)
    with subprocess.Popen(
            [program, "watch", "--json", "--drop", drop, "--out", out], cwd=work, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as daemon:
        renderings = {}
        ready = threading.Event()
        threading.Thread(target=_listen, args=(daemon.stdout, renderings, ready), daemon=True).start()
        if not ready.wait(60):
            raise Trouble("stickerd watch was not ready after 60 s")
        rows = []
        for number, file in enumerate(art):
            rows.append(_drop(file, drop / "pack", out))
            if number % 20 == 19:
                print(f"{number + 1} of {len(art)}", file=sys.stderr)
            time.sleep(pause)
        daemon.terminate()
    for row in rows:
        row["rendering"] = renderings.get(f"pack/{row['name']}", 0) / 1000
    return rows


def _listen(lines, renderings, ready):
    for line in lines:
        event = json.loads(line)
        if event["event"] == "ready":
            ready.set()
        elif event["event"] == "rendered":
            renderings[event["path"]] = event["milliseconds"]


def _drop(file, folder, out):
    content = file.read_bytes()
    digest = hashlib.sha256(content).hexdigest().encode()
    target = folder / file.name
    _news(out)
    with open(target, "wb") as stream:
        stream.write(content)
    start = time.monotonic()
    manifest, seen = out / "catalog.json", None
    while time.monotonic() - start < 60:
        try:
            state = os.stat(manifest)
            if (state.st_ino, state.st_mtime_ns) != seen:
                seen = (state.st_ino, state.st_mtime_ns)
                if any(digest in record for record in _news(out)):
                    return {"name": file.name, "latency": time.monotonic() - start}
        except FileNotFoundError:
            pass
        time.sleep(0.001)
    raise Trouble(f"{target} was not published after one minute")


_KNOWN = set()


def _news(out):
    """The records that the manifest references now and did not before. Only new parts are read."""
    found = []
    index = json.loads((out / "catalog.json").read_bytes()) if (out / "catalog.json").exists() else {"packs": []}
    for pack in index["packs"]:
        for part in pack.get("review", []):
            if part["sha256"] in _KNOWN:
                continue
            _KNOWN.add(part["sha256"])
            for sticker in json.loads((out / "assets" / f"{part['sha256']}.json").read_bytes())["stickers"]:
                name = sticker["record"]["sha256"]
                if name not in _KNOWN:
                    _KNOWN.add(name)
                    found.append((out / "assets" / f"{name}.json").read_bytes())
    return found


def _summary(rows):
    def of(key):
        values = sorted(row[key] for row in rows)
        return {"p50": statistics.median(values), "p90": values[int(len(values) * 0.9)],
                "p99": values[min(len(values) - 1, int(len(values) * 0.99))], "most": values[-1]}
    rest = [{"rest": row["latency"] - row["rendering"]} for row in rows]
    return {"count": len(rows), "latency": of("latency"), "rendering": of("rendering"),
            "rest": {"p50": statistics.median(row["rest"] for row in rest)}}


def _table(summary):
    lines = [f"{summary['count']} drops", "", "| | p50 | p90 | p99 | most |", "|---|--:|--:|--:|--:|"]
    for key, title in [("latency", "from close() to the manifest"), ("rendering", "of these, in a worker")]:
        figures = summary[key]
        lines.append("| " + title + " | " + " | ".join(f"{figures[part] * 1000:.0f} ms" for part in
                                                         ["p50", "p90", "p99", "most"]) + " |")
    lines.append(f"\nThe rest (detection, reading, publishing, saving) takes {summary['rest']['p50'] * 1000:.0f} ms "
                 "in the median.")
    return "\n".join(lines)
