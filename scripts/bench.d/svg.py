"""How much of each SVG stickerd draws otherwise than Chromium."""

import html
import json
import pathlib
import shutil
import subprocess
import tempfile

import measure
import published
from throughput import ROOT, _build
from trouble import Trouble

HELP = "the share of pixels that stickerd and Chromium draw differently, for each SVG of a folder."
SIDE = 618
# A page of pictures for one start of Chromium.
COLUMNS, ROWS = 4, 3
# Levels of a channel, premultiplied and blurred a little, that are a difference.
LEVELS = 48
# A share of differing pixels that edges alone can have.
TOLERANCE = 0.008


def add_arguments(parser):
    parser.add_argument("folder", metavar="DIR", help="a folder with SVG files, also in folders of it")
    parser.add_argument("--json", default=ROOT / "bench-svg.json", metavar="FILE", type=pathlib.Path,
                        help="where every number is written (bench-svg.json in the repository)")
    parser.add_argument("--chromium", default="chromium", metavar="PROGRAM", help="the browser")
    parser.add_argument("--stickerd", metavar="PROGRAM", help="measure this executable; the checkout is not built")


def run(options):
    try:
        import numpy  # noqa: F401
        from PIL import Image  # noqa: F401
    except ImportError as error:
        raise Trouble(f"{error.name} is missing. Run: scripts/setup --bench") from None
    if not shutil.which(options.chromium):
        raise Trouble(f"{options.chromium} is missing; --chromium names another browser")
    files = sorted(pathlib.Path(options.folder).rglob("*.svg"))
    if not files:
        raise Trouble(f"{options.folder} holds no SVG")
    program = pathlib.Path(options.stickerd).resolve() if options.stickerd else _build()
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as scratch:
        work = pathlib.Path(scratch)
        drop = work / "drop" / "art"
        drop.mkdir(parents=True)
        names = {f"a{number:05}": file for number, file in enumerate(files)}
        for name, file in names.items():
            shutil.copyfile(file, drop / f"{name}.svg")
        ours = _stickerd(program, work)
        theirs = _chromium(options.chromium, [drop / f"{name}.svg" for name in names], work)
        rows = [{"file": str(file.relative_to(options.folder)), "share": _share(ours.get(name), theirs[name])}
                for name, file in names.items()]
    for row in rows:
        print("rejected" if row["share"] is None else f"{row['share']:8.4f}", row["file"])
    drawn = [row["share"] for row in rows if row["share"] is not None]
    summary = {"files": len(rows), "rejected": len(rows) - len(drawn),
               "alike": sum(share < TOLERANCE for share in drawn)}
    options.json.write_text(json.dumps(
        {"benchmark": "svg", "machine": measure.machine(), "summary": summary, "rows": rows}, indent=2) + "\n",
        encoding="utf-8")
    print(f"{summary['alike']} of {summary['files']} alike (less than {TOLERANCE:.1%} of the pixels differ), "
          f"{summary['rejected']} rejected")


def _stickerd(program, work):
    """The largest rendition of each sticker, with nothing trimmed, padded or lost in a palette."""
    settings = {"drop": "drop", "out": "out", "render": {"trim": False, "padding": 0}, "encode": {"fidelityFloor": 1}}
    (work / "pipeline.json").write_text(json.dumps(settings), encoding="utf-8")
    measure.run([str(program), "build", "--config", str(work / "pipeline.json")], work / "log")
    if not (work / "out").is_dir():
        raise Trouble(f"stickerd published nothing:\n{(work / 'log').read_text()[-2000:]}")
    return {pathlib.Path(sticker["source"]["path"]).stem:
            work / "out" / max(sticker["renditions"], key=lambda rendition: rendition["scale"])["path"]
            for pack in published.load(work / "out")["packs"] for sticker in pack["stickers"]}


def _chromium(program, files, work):
    """Pictures by name, each as in an <img> of a square."""
    from PIL import Image

    pictures = {}
    for first in range(0, len(files), COLUMNS * ROWS):
        part = files[first:first + COLUMNS * ROWS]
        places = [(number % COLUMNS * SIDE, number // COLUMNS * SIDE) for number in range(len(part))]
        images = "".join(
            f'<img src="{html.escape(file.as_uri())}" style="left:{x}px;top:{y}px">'
            for file, (x, y) in zip(part, places))
        page = work / "page.html"
        page.write_text(
            "<style>body{margin:0;background:transparent}"
            f"img{{position:absolute;object-fit:contain;width:{SIDE}px;height:{SIDE}px}}</style>{images}",
            encoding="utf-8")
        shot = work / "page.png"
        subprocess.run(
            [program, "--headless", "--no-sandbox", "--disable-gpu", "--hide-scrollbars",
             "--force-color-profile=srgb", "--default-background-color=00000000", "--virtual-time-budget=4000",
             f"--screenshot={shot}", f"--window-size={COLUMNS * SIDE},{ROWS * SIDE}", page.as_uri()],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False, timeout=300)
        if not shot.exists():
            raise Trouble(f"{program} made no picture of {part[0].name}")
        whole = Image.open(shot).convert("RGBA")
        for file, (x, y) in zip(part, places):
            pictures[file.stem] = whole.crop((x, y, x + SIDE, y + SIDE))
        shot.unlink()
    return pictures


def _share(path, wanted):
    from PIL import Image

    if path is None:
        return None
    # A sticker fills its canvas with the long side of the art, as the square does.
    shown = Image.open(path).convert("RGBA")
    scale = SIDE / max(shown.size)
    shown = shown.resize((round(shown.width * scale), round(shown.height * scale)), Image.LANCZOS)
    canvas = Image.new("RGBA", (SIDE, SIDE))
    canvas.paste(shown, ((SIDE - shown.width) // 2, (SIDE - shown.height) // 2))
    difference = abs(_blurred(canvas) - _blurred(wanted)).max(axis=2)
    return float((difference > LEVELS).mean())


def _blurred(picture):
    import numpy
    from PIL import Image, ImageFilter

    values = numpy.asarray(picture).astype(numpy.float64)
    values[:, :, :3] *= values[:, :, 3:] / 255
    premultiplied = Image.fromarray(values.round().astype(numpy.uint8), "RGBA")
    return numpy.asarray(premultiplied.filter(ImageFilter.GaussianBlur(1.2))).astype(numpy.float64)
