"""The programs that make animated stickers, with their usual settings. Each makes out/<name>@3x.png."""

import json
import os
import pathlib
import shlex
import subprocess

import published
from contenders import Contender, StickerConvert

SCALES = {3: 618, 2: 412, 1: 206}


class Builder(Contender):
    """stickerd, from the drop folder to the published pack.

    It makes only one preview of each sticker, because the other programs make none.
    """

    scales = (3, 2, 1)

    def __init__(self, name, source, work, program, animation=None, byte_limit=None):
        super().__init__(None, work, 0)
        self.name, self.source, self.program = name, source, program
        drop = work / "drop" / "art"
        drop.mkdir(parents=True)
        os.link(source, drop / "a.png")
        settings = {"drop": "drop", "out": "out", "size": "large", "render": {"trim": False, "padding": 0},
                    "previews": {"backgrounds": [{"name": "white", "colour": "#ffffff"}]}, "limits": {"seconds": 600}}
        if animation:
            settings["animation"] = animation
        if byte_limit:
            settings["encode"] = {"byteLimit": byte_limit}
        (work / "pipeline.json").write_text(json.dumps(settings), encoding="utf-8")

    def command(self):
        return [self.program, "build", "--config", self.work / "pipeline.json"]

    def clear(self):
        super().clear()
        subprocess.run(["rm", "-rf", self.work / ".out.stickerd"], check=True)

    def results(self):
        catalog = published.load(self.out)
        stickers = [sticker for pack in catalog["packs"] for sticker in pack["stickers"]]
        return {rendition["scale"]: self.out / rendition["path"]
                for sticker in stickers for rendition in sticker["renditions"]}


class Script(Contender):
    """A few lines of shell that are run for each scale."""

    scales = (3, 2, 1)

    def __init__(self, source, work, delay, patience):
        super().__init__(None, work, 0)
        self.source, self.delay, self.patience = source, delay, patience

    def command(self):
        lines = ["set -eu"]
        for scale, side in SCALES.items():
            words = {"source": self.source, "side": side, "delay": self.delay, "result": self.out / f"a@{scale}x.png",
                     "work": self.out / f"work{scale}"}
            lines.append(f"mkdir {shlex.quote(str(words['work']))}")
            lines.append(self.script.format(**{key: shlex.quote(str(value)) for key, value in words.items()}))
        return ["timeout", self.patience, "bash", "-c", "\n".join(lines)]

    def clear(self):
        super().clear()
        self.out.mkdir()

    def complaint(self):
        return super().complaint() or f"stopped after {self.patience} s"

    def results(self):
        return {scale: self.out / f"a@{scale}x.png" for scale in SCALES}


class FFmpeg(Script):
    name = "ffmpeg"
    script = ("ffmpeg -v error -f apng -i {source} -vf scale={side}:{side}:flags=lanczos -fps_mode passthrough -plays 0 "
              "-pred mixed -compression_level 9 -f apng {result}")


class APNGAssembler(Script):
    name = "apngasm"
    script = ("ffmpeg -v error -f apng -i {source} -vf scale={side}:{side}:flags=lanczos -fps_mode passthrough "
              "{work}/%04d.png\napngasm {result} {work}/0001.png {delay} 1000")


class APNGOptimizer(Script):
    """apngopt reads names that start with a slash as options."""

    name = "apngopt"
    script = ("ffmpeg -v error -f apng -i {source} -vf scale={side}:{side}:flags=lanczos -fps_mode passthrough -plays 0 "
              "-f apng {work}/a.png\n(cd {work} && apngopt a.png b.png)\nmv {work}/b.png {result}")


class Quantized(Script):
    name = "pngquant + apngasm"
    script = ("ffmpeg -v error -f apng -i {source} -vf scale={side}:{side}:flags=lanczos -fps_mode passthrough "
              "{work}/%04d.png\npngquant --ext .png --force --speed 3 {work}/*.png\n"
              "apngasm {result} {work}/0001.png {delay} 1000")


class Converter(StickerConvert):
    """sticker-convert's preset for large stickers: one scale."""

    def __init__(self, source, work, patience):
        self.patience = patience
        folder = work / "art"
        folder.mkdir(parents=True)
        os.link(source, folder / "a.png")

        class Art:
            pass

        art = Art()
        art.folder = folder
        self_work = work / "run"
        super().__init__(art, self_work, 1)

    def command(self):
        command = super().command()
        command[command.index("imessage_medium")] = "imessage_large"
        return ["timeout", self.patience, *command]

    def complaint(self):
        return next((line for line in super().complaint().splitlines() if "cannot get below" in line),
                    f"stopped after {self.patience} s")

    def results(self):
        return {3: file for file in pathlib.Path(self.out).glob("a*.png")}
