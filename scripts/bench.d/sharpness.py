"""Compares the pictures that each program has resized with a reference, before compression."""

import json
import pathlib
import statistics
import sys
import tempfile

import common
import measure
import published
from art import Art
from trouble import Trouble

HELP = "SSIM of resized pictures, compared with a reference, for stickerd, vipsthumbnail, ImageMagick and Pillow."
SIDES = {3: 408, 2: 272, 1: 136}


def add_arguments(parser):
    parser.add_argument("folder", metavar="DIR", help="a folder of square PNG pictures, larger than 408 pixels")
    parser.add_argument("--limit", type=common.positive, metavar="N", help="only N pictures, evenly chosen")
    common.add_arguments(parser, "sharpness")


def run(options):
    try:
        import numpy  # noqa: F401
        from PIL import Image
        from skimage.metrics import structural_similarity  # noqa: F401
    except ImportError as error:
        raise Trouble(f"{error.name} is missing. Run: scripts/setup --bench") from None
    program = common.program(options)
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as scratch:
        work = pathlib.Path(scratch)
        art = Art(options.folder, work / "drop" / "art")
        files = [file for file in art.files if file.suffix == ".png" and _suits(Image.open(file))]
        if not files:
            raise Trouble(f"{options.folder} contains no square PNG of more than 408 pixels")
        if options.limit and options.limit < len(files):
            files = [files[number * len(files) // options.limit] for number in range(options.limit)]
        ours = _stickerd(program, work)
        rows = []
        for number, file in enumerate(files, 1):
            print(f"\r{number} of {len(files)}", end="", file=sys.stderr, flush=True)
            rows += [row for side in SIDES.items() if (row := _row(file, *side, ours, work))]
        print(file=sys.stderr)
    result = {"benchmark": "sharpness", "machine": measure.machine(), "summary": _summary(rows), "rows": rows}
    options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(_table(result["summary"], len(files)))


def _suits(picture):
    return picture.width == picture.height and picture.width > SIDES[3]


def _stickerd(program, work):
    """Paths by name and scale, without trimming, padding or palette losses."""
    settings = {"drop": "drop", "out": "out", "render": {"trim": False, "padding": 0}, "encode": {"fidelityFloor": 1}}
    (work / "pipeline.json").write_text(json.dumps(settings), encoding="utf-8")
    outcome = measure.run([str(program), "build", "--config", str(work / "pipeline.json")], work / "log")
    if outcome.status != 0:
        raise Trouble(f"stickerd ended with status {outcome.status}:\n{(work / 'log').read_text()[-2000:]}")
    catalog = published.load(work / "out")
    return {(pathlib.Path(sticker["source"]["path"]).stem, rendition["scale"]): work / "out" / rendition["path"]
            for pack in catalog["packs"] for sticker in pack["stickers"] for rendition in sticker["renditions"]}


def _row(file, scale, side, ours, work):
    import likeness
    import numpy
    from PIL import Image
    from skimage.metrics import structural_similarity

    if (file.stem, scale) not in ours:
        return None
    source = Image.open(file).convert("RGBA")
    shown = {"stickerd": Image.open(ours[file.stem, scale]), "Pillow": source.resize((side, side), Image.LANCZOS)}
    for name, command in {
        "vipsthumbnail": ["vipsthumbnail", file, "--size", f"{side}x{side}", "--output"],
        "ImageMagick": ["convert-im6.q16", file, "-filter", "Lanczos", "-resize", f"{side}x{side}"],
    }.items():
        target = work / f"{name}.png"
        measure.tool(*command, target)
        shown[name] = Image.open(target)
    wanted = _reference(numpy.asarray(source), side)
    row = {"picture": file.stem, "side": side}
    for name, picture in shown.items():
        pixels = numpy.asarray(picture.convert("RGBA"))
        pairs = [(_on(wanted, ground), _on(_premultiplied(pixels), ground)) for ground in likeness.GROUNDS.values()]
        row[name] = {
            "ssim": float(min(structural_similarity(*pair, channel_axis=2, data_range=255) for pair in pairs)),
            "error": float(max(numpy.percentile(numpy.abs(one - other), 99.9) for one, other in pairs))}
    return row


def _reference(pixels, side):
    """Premultiplied pixels, resized with the Lanczos kernel in double precision, without rounding or clipping."""
    import numpy

    values = _premultiplied(pixels)
    for axis in (0, 1):
        length = values.shape[axis]
        ratio = length / side
        centres = (numpy.arange(side) + 0.5) * ratio
        places = numpy.arange(-int(4 * ratio), length + int(4 * ratio))
        distances = (places[None, :] + 0.5 - centres[:, None]) / ratio
        weights = numpy.where(abs(distances) < 3, numpy.sinc(distances) * numpy.sinc(distances / 3), 0)
        weights /= weights.sum(axis=1, keepdims=True)
        matrix = numpy.zeros((side, length))
        for column, place in enumerate(numpy.clip(places, 0, length - 1)):
            matrix[:, place] += weights[:, column]
        values = numpy.moveaxis(numpy.tensordot(matrix, values, axes=(1, axis)), 0, axis)
    return values


def _premultiplied(pixels):
    import numpy

    values = pixels.astype(numpy.float64)
    values[:, :, :3] *= values[:, :, 3:] / 255
    return values


def _on(values, ground):
    import numpy

    return numpy.clip(values[:, :, :3] + ground * (1 - values[:, :, 3:] / 255), 0, 255)


def _summary(rows):
    names = [name for name in rows[0] if name not in ("picture", "side")] if rows else []
    return {side: {name: {
        "ssim": statistics.median(row[name]["ssim"] for row in rows if row["side"] == side),
        "leastSSIM": min(row[name]["ssim"] for row in rows if row["side"] == side),
        "error": statistics.median(row[name]["error"] for row in rows if row["side"] == side),
        "notBelow": sum(row["stickerd"]["ssim"] >= row[name]["ssim"] - 0.00001 for row in rows if row["side"] == side),
        "pictures": sum(row["side"] == side for row in rows)} for name in names} for side in SIDES.values()}


def _table(summary, count):
    lines = [f"{count} pictures; SSIM on black or white, whichever is worse", "",
             "| pixels | program | SSIM, median | least | 99.9th percentile of the error | stickerd is equal or ahead |",
             "|--:|---|--:|--:|--:|--:|"]
    for side, programs in summary.items():
        for name, values in programs.items():
            against = "" if name == "stickerd" else f"{values['notBelow']} of {values['pictures']}"
            lines.append(f"| {side} | {name} | {values['ssim']:.5f} | {values['leastSSIM']:.5f} |"
                         f" {values['error']:.2f} levels | {against} |")
    return "\n".join(lines)
