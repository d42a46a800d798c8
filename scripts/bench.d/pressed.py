"""Bytes at equal appearance: the same pixels, compressed by stickerd and by the best tools that are used by hand."""

import concurrent.futures
import json
import os
import pathlib
import statistics
import tempfile

import common
import measure
from art import Art
from trouble import Trouble

HELP = "Bytes and fidelity of @3x files from the same resized pixels, compared with pngquant and oxipng with zopfli."


def add_arguments(parser):
    parser.add_argument("folder", metavar="DIR", help="a folder of art (PNG, SVG, JPEG …); it is only read")
    parser.add_argument("--side", type=int, choices=(300, 408, 618), default=408, help="width and height in pixels (408)")
    parser.add_argument("--effort", action="append", choices=("fast", "balanced", "max"),
                        help="stickerd's effort; can be repeated (balanced and max)")
    parser.add_argument("--target", type=float, metavar="F", help="stickerd's encode.fidelityTarget (its default)")
    parser.add_argument("--oxipng", choices=("4", "zopfli"), default="zopfli",
                        help="after pngquant, oxipng at level 4, or at its highest level with zopfli (zopfli)")
    parser.add_argument("--limit", type=common.positive, metavar="N", help="only N pictures, evenly chosen")
    common.add_arguments(parser, "bytes")
    parser.add_argument("--keep", metavar="DIR", type=pathlib.Path, help="keep the results in this folder")


def run(options):
    try:
        import pressing
    except ImportError as error:
        raise Trouble(f"{error.name} is missing. Run: scripts/setup --bench") from None
    program = common.program(options)
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as scratch:
        work = options.keep or pathlib.Path(scratch)
        art = Art(options.folder, work / "art")
        if options.limit and options.limit < len(art.files):
            art.files = [art.files[number * len(art.files) // options.limit] for number in range(options.limit)]
        ideals = pressing.ideals(art, work / "drop" / "art", options.side)
        makers = [pressing.Quantized(work / "pngquant", options.oxipng),
                  *(pressing.Stickerd(effort, program, work / effort, options.target) for effort in options.effort or ("balanced", "max"))]
        made, cpu = {}, {}
        for maker in makers:
            common.say(f"{maker.name}: {len(ideals)} pictures")
            made[maker.name], cpu[maker.name] = maker.press(ideals, options.side)
        common.say("measuring fidelity")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
            rows = list(threads.map(lambda ideal: _judge(ideal, made), ideals))
    result = {"benchmark": "bytes", "side": options.side, "machine": measure.machine(),
              "cpu": {name: round(seconds / len(ideals), 3) for name, seconds in cpu.items()},
              "kinds": {kind: _summaries([row for row in rows if row["kind"] == kind], [maker.name for maker in makers])
                        for kind in sorted({row["kind"] for row in rows})}, "rows": rows}
    options.json.write_text(json.dumps(result, indent=2, default=float) + "\n", encoding="utf-8")
    for kind in result["kinds"]:
        print(_table(result, kind))
    print(_worst(rows, makers[1].name))
    common.say(f"all numbers are in {options.json}")


# A picture is shaded if more than this share of its pixels is in a gradient.
SHADED = 0.06


def _smooth(pixels):
    """The share of visible pixels that differ from the pixel to the left, or above, by 1 to 12 levels."""
    import numpy

    levels = pixels.astype(int)
    steps = [numpy.abs(numpy.diff(levels, axis=axis)).max(axis=2) for axis in (0, 1)]
    visible = max(1, (pixels[:, :, 3] > 0).sum())
    return sum(((step > 0) & (step <= 12)).sum() for step in steps) / (2 * visible)


def _judge(ideal, made):
    import likeness
    import numpy
    from PIL import Image
    from skimage.metrics import structural_similarity

    wanted = numpy.asarray(Image.open(ideal).convert("RGBA"))
    row = {"picture": ideal.stem, "kind": "shaded" if _smooth(wanted) > SHADED else "flat"}
    for name, files in made.items():
        if ideal.stem not in files:
            continue
        file = files[ideal.stem]
        shown = numpy.asarray(Image.open(file).convert("RGBA"))
        pairs = [(likeness.on(wanted, ground), likeness.on(shown, ground)) for ground in likeness.GROUNDS.values()]
        row[name] = {"bytes": file.stat().st_size,
                     "ssim": round(float(min(structural_similarity(*pair, channel_axis=2) for pair in pairs)), 5),
                     "butteraugli": round(max(likeness.butteraugli(*pair) for pair in pairs), 3)}
    return row


def _summaries(rows, names):
    peer, *ours = names
    complete = [row for row in rows if all(name in row for name in names)]
    summary = {name: {"bytes": sum(row[name]["bytes"] for row in complete),
                      "ssim": round(statistics.mean(row[name]["ssim"] for row in complete), 5),
                      "butteraugli": round(statistics.mean(row[name]["butteraugli"] for row in complete), 3)}
               for name in names}
    for name in ours:
        ratios = [row[name]["bytes"] / row[peer]["bytes"] for row in complete]
        summary[name] |= {
            "ratio": {"mean": round(statistics.mean(ratios), 3), "median": round(statistics.median(ratios), 3),
                      "most": round(max(ratios), 3), "over1.02": len([ratio for ratio in ratios if ratio > 1.02])},
            # "Not worse" allows a difference within the resolution of the measures, which is not visible.
            "notWorse": sum(row[name]["ssim"] >= row[peer]["ssim"] - 0.0005
                            and row[name]["butteraugli"] <= max(row[peer]["butteraugli"], 0.5) for row in complete),
            "lowerSSIM": sum(row[name]["ssim"] < row[peer]["ssim"] for row in complete),
            "higherButteraugli": sum(row[name]["butteraugli"] > row[peer]["butteraugli"] for row in complete)}
    return summary | {"pictures": len(complete), "leftOut": len(rows) - len(complete)}


def _worst(rows, name, count=10):
    """The pictures for which butteraugli measures the largest difference in stickerd's files."""
    judged = sorted((row for row in rows if name in row), key=lambda row: -row[name]["butteraugli"])[:count]
    peer = next(key for key in rows[0] if isinstance(rows[0][key], dict))
    lines = [f"\nThe worst {len(judged)} of {name} by butteraugli:", "",
             "| picture | kind | butteraugli | of the tools | SSIM | of the tools | bytes ÷ those of the tools |",
             "|---|---|--:|--:|--:|--:|--:|"]
    for row in judged:
        ours, theirs = row[name], row[peer]
        lines.append(f"| {row['picture']} | {row['kind']} | {ours['butteraugli']:.2f} | {theirs['butteraugli']:.2f} |"
                     f" {ours['ssim']:.5f} | {theirs['ssim']:.5f} | {ours['bytes'] / theirs['bytes']:.3f} |")
    return "\n".join(lines)


def _table(result, kind):
    summary = result["kinds"][kind]
    lines = [f"\n{summary['pictures']} {kind} pictures of {result['side']} pixels, {summary['leftOut']} left out (rejected)",
             "CPU of all kinds: stickerd also makes three scales, five previews and a sheet; the tools make one file.", "",
             "| program | CPU per picture | bytes | SSIM, mean | butteraugli, mean | bytes ÷ pngquant's: mean | median | most | over 1.02 "
             "| lower SSIM | higher butteraugli |",
             "|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"]
    for name, values in summary.items():
        if not isinstance(values, dict):
            continue
        line = f"| {name} | {result['cpu'][name]:.2f} s | {values['bytes']:,} | {values['ssim']:.5f} | {values['butteraugli']:.3f} |"
        if ratio := values.get("ratio"):
            line += (f" {ratio['mean']:.3f} | {ratio['median']:.3f} | {ratio['most']:.3f} | {ratio['over1.02']} |"
                     f" {values['lowerSSIM']} | {values['higherButteraugli']} |")
        else:
            line += " 1 | 1 | 1 | 0 | 0 | 0 |"
        lines.append(line)
    return "\n".join(lines)
