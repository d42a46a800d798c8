"""Chromium's pictures of files, and stickerd's stickers of the same files."""

import html
import json
import pathlib
import shutil
import subprocess
import tempfile

import common
import measure
import published
from trouble import Trouble

SIDE = 618
# The columns and rows of pictures on one page. Chromium is started once for each page.
COLUMNS, ROWS = 4, 3


class Sticker:
    """A sticker: the path of its largest rendition (None if the source was rejected), and the rules of its findings."""

    def __init__(self, path, rules, moves=False):
        self.path = path
        self.rules = sorted(set(rules))
        self.moves = moves


def add_arguments(parser, name, files):
    parser.add_argument("folder", metavar="DIR", help=f"a folder with {files}, including its subfolders")
    common.add_arguments(parser, name)
    parser.add_argument("--chromium", default="chromium", metavar="PROGRAM", help="the browser")
    parser.add_argument("--keep", metavar="DIR", type=pathlib.Path, help="keep the pictures of both in this folder")


def compare(options, suffixes, measured):
    """A row for each file: its path, the values of `measured(sticker's picture, browser's picture)`, and the rules.

    The rows of rejected files contain only the rules.
    """
    try:
        import numpy  # noqa: F401
        from PIL import Image  # noqa: F401
    except ImportError as error:
        raise Trouble(f"{error.name} is missing. Run: scripts/setup --bench") from None
    if not shutil.which(options.chromium):
        raise Trouble(f"{options.chromium} is missing; select another browser with --chromium")
    folder = pathlib.Path(options.folder)
    files = sorted(file for file in folder.rglob("*") if file.suffix.lower() in suffixes and file.is_file())
    if not files:
        raise Trouble(f"{folder} contains no {', '.join(sorted(suffixes))}")
    program = common.program(options)
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as scratch:
        work = pathlib.Path(scratch)
        drop = work / "drop" / "art"
        drop.mkdir(parents=True)
        names = {f"a{number:05}": file for number, file in enumerate(files)}
        copies = {name: drop / f"{name}{file.suffix.lower()}" for name, file in names.items()}
        for name, file in names.items():
            shutil.copyfile(file, copies[name])
        stickers = _stickers(program, work)
        theirs = _chromium(options.chromium, list(copies.values()), work)
        rows = []
        for name, file in names.items():
            sticker = stickers.get(name) or Sticker(None, ["not published"])
            row = {"file": str(file.relative_to(folder)), "moves": sticker.moves}
            if sticker.path:
                ours = _fitted(sticker.path)
                row |= measured(ours, theirs[name])
                if options.keep:
                    _keep(options.keep, row["file"], ours, theirs[name])
            rows.append(row | {"rules": sticker.rules})
    return rows


def write(options, name, rows, summary):
    options.json.write_text(json.dumps(
        {"benchmark": name, "machine": measure.machine(), "summary": summary, "rows": rows}, indent=2) + "\n",
        encoding="utf-8")


def blurred(picture):
    """Premultiplied values, slightly blurred, because the edges of two renderers differ by fractions of a pixel."""
    import numpy
    from PIL import Image, ImageFilter

    values = numpy.asarray(picture).astype(numpy.float64)
    values[:, :, :3] *= values[:, :, 3:] / 255
    premultiplied = Image.fromarray(values.round().astype(numpy.uint8), "RGBA")
    return numpy.asarray(premultiplied.filter(ImageFilter.GaussianBlur(1.2))).astype(numpy.float64)


def _stickers(program, work):
    """Stickers by name, without trimming, padding or palette losses."""
    settings = {"drop": "drop", "out": "out", "size": "large", "render": {"trim": False, "padding": 0},
                "encode": {"effort": "fast", "fidelityTarget": 1}}
    (work / "pipeline.json").write_text(json.dumps(settings), encoding="utf-8")
    measure.run([str(program), "build", "--config", str(work / "pipeline.json")], work / "log")
    report = work / "out" / "report.json"
    if not report.exists():
        raise Trouble(f"stickerd published nothing:\n{(work / 'log').read_text()[-2000:]}")
    stickers = {}
    for pack in published.load(work / "out")["packs"]:
        for sticker in pack["stickers"]:
            largest = max(sticker["renditions"], key=lambda rendition: rendition["scale"])
            stickers[_stem(sticker["source"]["path"])] = Sticker(
                work / "out" / largest["path"], [finding["rule"] for finding in sticker.get("findings") or []],
                moves=bool(sticker.get("animation")))
    report = json.loads(report.read_text(encoding="utf-8"))
    for source in report["rejected"]:
        stickers[_stem(source["path"])] = Sticker(None, [finding["rule"] for finding in source["findings"]])
    for group in report.get("duplicates", []):
        for path in group.get("paths", []):
            stickers.setdefault(_stem(path), stickers.get(_stem(group.get("used", path)), Sticker(None, ["duplicate"])))
    return stickers


def _stem(path):
    return pathlib.Path(path).stem


def _chromium(program, files, work):
    """Pictures by name, each as an <img> in a square."""
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
            raise Trouble(f"{program} did not take a screenshot for {part[0].name}")
        whole = Image.open(shot).convert("RGBA")
        for file, (x, y) in zip(part, places):
            pictures[file.stem] = whole.crop((x, y, x + SIDE, y + SIDE))
        shot.unlink()
    return pictures


def _fitted(path):
    """The sticker, scaled so that its long side fills the square."""
    from PIL import Image

    shown = Image.open(path).convert("RGBA")
    scale = SIDE / max(shown.size)
    shown = shown.resize((round(shown.width * scale), round(shown.height * scale)), Image.LANCZOS)
    canvas = Image.new("RGBA", (SIDE, SIDE))
    canvas.paste(shown, ((SIDE - shown.width) // 2, (SIDE - shown.height) // 2))
    return canvas


def _keep(folder, name, ours, theirs):
    from PIL import Image

    folder.mkdir(parents=True, exist_ok=True)
    pair = Image.new("RGBA", (2 * SIDE, SIDE), (128, 160, 128, 255))
    pair.alpha_composite(ours, (0, 0))
    pair.alpha_composite(theirs, (SIDE, 0))
    pair.save(folder / (name.replace("/", "-") + ".png"))
