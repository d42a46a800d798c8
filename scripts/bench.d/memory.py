"""The peak memory of the daemon's process and of a worker for one very large picture."""

import json
import pathlib
import subprocess
import tempfile

import common
import measure
import processes
from trouble import Trouble

HELP = "The peak memory of the daemon's process and of a worker for a picture of 12,000 × 12,000 pixels."


def add_arguments(parser):
    parser.add_argument("--side", type=common.positive, default=12_000, metavar="N", help="width and height in pixels (12000)")
    common.add_arguments(parser, "memory")


def run(options):
    program = common.program(options)
    rows = []
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as name:
        for side in (600, options.side):
            work = pathlib.Path(name) / str(side)
            (work / "drop" / "art").mkdir(parents=True)
            _draw(work / "drop" / "art" / "large.png", side)
            settings = {"drop": "drop", "out": "out", "jobs": 1, "limits": {"pixels": side * side + 1}}
            (work / "pipeline.json").write_text(json.dumps(settings), encoding="utf-8")
            status, wall, own, worker = processes.watch(
                [str(program), "build", "--config", str(work / "pipeline.json")], work / "log")
            if status != 0:
                raise Trouble((work / "log").read_text(encoding="utf-8", errors="replace")[-2000:])
            rows.append({"side": side, "wall": round(wall, 3), "own": own, "worker": worker})
    options.json.write_text(json.dumps(
        {"benchmark": "memory", "machine": measure.machine(), "rows": rows}, indent=2) + "\n", encoding="utf-8")
    print("| picture | seconds | daemon's process, peak | worker, peak |\n|---|--:|--:|--:|")
    for row in rows:
        print(f"| {row['side']:,} × {row['side']:,} | {row['wall']:.1f} | {row['own'] / 1e6:.0f} MB "
              f"| {row['worker'] / 1e6:.0f} MB |")


def _draw(file, side):
    """A shaded disc, streamed by libvips to save memory."""
    drawing = file.with_suffix(".svg")
    drawing.write_text(
        f'<svg xmlns="http://www.w3.org/2000/svg" width="600" height="600"><defs><radialGradient id="g">'
        f'<stop offset="0" stop-color="#ffd45e"/><stop offset="1" stop-color="#d6336c"/></radialGradient></defs>'
        f'<circle cx="300" cy="300" r="290" fill="url(#g)"/></svg>', encoding="utf-8")
    try:
        subprocess.run(["vips", "svgload", drawing, f"{file}[compression=1]", "--scale", str(side / 600)],
                       check=True, capture_output=True)
    except FileNotFoundError:
        raise Trouble("vips is missing. Run: scripts/setup --bench") from None
    drawing.unlink()
