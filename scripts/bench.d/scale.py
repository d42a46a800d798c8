"""Many sources: the time of a build without changes, and the time for all sources compared with that for a tenth of them."""

import colorsys
import json
import pathlib
import re
import shutil
import tempfile

import common
import measure
import processes
from trouble import Trouble

HELP = "A run without changes with many sources, and the growth of the time from a tenth of the sources to all."


def add_arguments(parser):
    parser.add_argument("folder", metavar="DIR", help="a folder with SVG drawings, from which pictures are derived; it is only read")
    parser.add_argument("--count", type=common.positive, default=10_000, metavar="N", help="number of sources (10000)")
    parser.add_argument("--runs", type=common.positive, default=5, metavar="N", help="number of runs without changes (5)")
    common.add_arguments(parser, "scale")


def run(options):
    program = common.program(options)
    drawings = sorted(pathlib.Path(options.folder).glob("*.svg"))
    if not drawings:
        raise Trouble(f"{options.folder} contains no SVG")
    rows = []
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as name:
        for count in (max(1, options.count // 10), options.count):
            work = pathlib.Path(name) / str(count)
            vary(drawings, work / "drop", count)
            (work / "pipeline.json").write_text(json.dumps({"drop": "drop", "out": "out"}), encoding="utf-8")
            rows.append(_row("new", count, program, work))
        rows += [_row("nothing changed", options.count, program, work) for _ in range(options.runs)]
        shutil.rmtree(work)
    idle = sorted((row for row in rows if row["run"] == "nothing changed"), key=lambda row: row["wall"])
    result = {"benchmark": "scale", "machine": measure.machine(), "rows": rows,
              "growth": round(rows[1]["wall"] / rows[0]["wall"], 2), "idle": idle[len(idle) // 2]}
    options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print("| run | sources | seconds | memory, peak |\n|---|--:|--:|--:|")
    for row in rows[:2] + [result["idle"]]:
        print(f"| {row['run']} | {row['sources']:,} | {row['wall']:.2f} | {row['own'] / 1e6:.0f} MB |")
    print(f"\n{options.count:,} new sources take {result['growth']:.1f} times as long as {options.count // 10:,}.")


def vary(drawings, drop, count):
    """Writes drawings in different hues, in packs of 500."""
    vary_packs(drawings, drop, count, -(-count // 500))


def vary_packs(drawings, drop, count, packs):
    """Writes drawings in different hues, in a number of packs."""
    size = -(-count // packs)
    for number in range(count):
        put(picture(drawings, number, count), drop / f"pack-{number // size:03}", number)


def picture(drawings, number, count):
    """The text of a drawing in a hue that differs for each number."""
    turn = number / count
    text = re.sub(r"#[0-9a-fA-F]{6}", lambda match: _turned(match[0], turn),
                  drawings[number % len(drawings)].read_text(encoding="utf-8"))
    return text + f"<!-- {number} -->\n"


def put(text, folder, number):
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"drawing-{number:05}.svg").write_text(text, encoding="utf-8")


def _turned(colour, turn):
    hue, lightness, saturation = colorsys.rgb_to_hls(*(int(colour[place:place + 2], 16) / 255 for place in (1, 3, 5)))
    return "#" + "".join(f"{round(value * 255):02x}" for value in colorsys.hls_to_rgb((hue + turn) % 1, lightness, saturation))


def _row(run, count, program, work):
    status, wall, own, worker = processes.watch(
        [str(program), "build", "--config", str(work / "pipeline.json")], work / "log")
    if status != 0:
        raise Trouble((work / "log").read_text(encoding="utf-8", errors="replace")[-2000:])
    return {"run": run, "sources": count, "wall": round(wall, 3), "own": own, "worker": worker}
