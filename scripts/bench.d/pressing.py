"""The programs that compress the same pixels: stickerd, and the best chain of tools that is used by hand."""

import json
import pathlib
import resource

import measure
import numpy
import oxipng
import published
from PIL import Image

from trouble import Trouble


def ideals(art, folder, side):
    """Every picture as a square PNG, resized once, so that all programs compress the same pixels."""
    folder.mkdir(parents=True)
    files = []
    for source in art.files:
        file = folder / (source.stem + ".png")
        measure.tool("vipsthumbnail", source, "--size", f"{side}x{side}", "--output", f"{file}[strip]")
        picture = Image.open(file).convert("RGBA")
        square = Image.new("RGBA", (side, side))
        square.paste(picture, ((side - picture.width) // 2, (side - picture.height) // 2))
        # Clears the colour of invisible pixels, so that they cost no bytes in any program.
        pixels = numpy.asarray(square).copy()
        pixels[pixels[:, :, 3] == 0] = 0
        Image.fromarray(pixels).save(file, compress_level=1)
        files.append(file)
    return files


class Stickerd:
    """`stickerd build` with square sources that need no resizing."""

    def __init__(self, effort, program, work, target=None):
        self.name, self.program, self.work = f"stickerd, {effort}", program, work
        self.encode = {"effort": effort} | ({"fidelityTarget": target} if target else {})

    def press(self, files, side):
        size = {300: "small", 408: "regular", 618: "large"}[side]
        self.work.mkdir(parents=True)
        settings = {"drop": str(files[0].parent.parent), "out": "out", "size": size,
                    "render": {"trim": False, "padding": 0}, "encode": self.encode,
                    "limits": {"seconds": 600}}
        config = self.work / "pipeline.json"
        config.write_text(json.dumps(settings), encoding="utf-8")
        run = measure.run([str(self.program), "build", "--config", str(config)], self.work / "log")
        catalog = self.work / "out" / "catalog.json"
        if run.status != 0 or not catalog.is_file():
            raise Trouble(f"{self.name} ended with status {run.status}:\n{(self.work / 'log').read_text()[-2000:]}")
        stickers = [sticker for pack in published.load(catalog.parent)["packs"]
                    for sticker in pack["stickers"]]
        made = {pathlib.Path(sticker["source"]["path"]).stem:
                self.work / "out" / next(item["path"] for item in sticker["renditions"] if item["scale"] == 3)
                for sticker in stickers}
        return made, run.cpu


class Quantized:
    """pngquant with its best setting, then oxipng at level 4, or with its best setting and zopfli."""

    def __init__(self, work, oxipng_level):
        self.work = work
        self.level = {"4": {"level": 4}, "zopfli": {"level": 6, "deflate": oxipng.Deflaters.zopfli(15)}}[oxipng_level]
        self.name = f"pngquant -s1, oxipng {'4' if oxipng_level == '4' else 'max + zopfli'}"

    def press(self, files, _side):
        self.work.mkdir(parents=True)
        start = _cpu()
        made = {}
        for file in files:
            target = self.work / file.name
            measure.tool("pngquant", "--speed", "1", "--output", target, file)
            oxipng.optimize(target, **self.level, optimize_alpha=True, strip=oxipng.StripChunks.all())
            made[file.stem] = target
        return made, _cpu() - start


def _cpu():
    """CPU seconds of this process and of all programs that it has run."""
    own, others = resource.getrusage(resource.RUSAGE_SELF), resource.getrusage(resource.RUSAGE_CHILDREN)
    return own.ru_utime + own.ru_stime + others.ru_utime + others.ru_stime
