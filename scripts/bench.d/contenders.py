"""The compared programs. Each makes stickers from the same folder and returns their paths."""

import json
import os
import pathlib
import shutil
import subprocess

import measure
import published
from trouble import Trouble

HERE = pathlib.Path(__file__).resolve().parent
PHOTO = HERE.parent.parent / "samples" / "backgrounds" / "photo.jpg"
COLOURS = {"white": "#ffffff", "black": "#000000", "red": "#ff3b30", "yellow": "#ffcc00"}
SIDES = {3: 408, 2: 272, 1: 136}


class Contender:
    """One program in its own work folder. run() makes everything from scratch in out/."""

    def __init__(self, art, work, jobs):
        self.art, self.work, self.out, self.jobs = art, work, work / "out", jobs
        self.work.mkdir(parents=True)
        self.log = work / "log"

    def run(self):
        self.clear()
        measurement = measure.run([str(word) for word in self.command()], self.log, env=self.environment())
        if measurement.status != 0:
            raise Trouble(f"{self.name} ended with status {measurement.status}:\n{self.complaint()}")
        return measurement

    def clear(self):
        shutil.rmtree(self.out, ignore_errors=True)

    def environment(self):
        return dict(os.environ)

    def complaint(self):
        lines = self.log.read_text(encoding="utf-8", errors="replace").splitlines()
        return "\n".join(lines[-12:])


class Stickerd(Contender):
    name = "stickerd"
    scales, is_square = (3, 2, 1), True

    def __init__(self, art, work, jobs, program, effort=None):
        super().__init__(art, work, jobs)
        self.program = program
        shutil.copyfile(PHOTO, work / "photo.jpg")
        backgrounds = [{"name": name, "colour": colour} for name, colour in COLOURS.items()]
        backgrounds.append({"name": "photo", "image": "photo.jpg"})
        settings = {"drop": str(art.folder.parent), "out": "out", "previews": {"backgrounds": backgrounds}}
        if effort:
            settings["encode"] = {"effort": effort}
        (work / "pipeline.json").write_text(json.dumps(settings), encoding="utf-8")

    def version(self):
        return "stickerd " + subprocess.run(
            [self.program, "--version"], capture_output=True, text=True, check=True).stdout.strip()

    def command(self):
        return [self.program, "build", "--config", self.work / "pipeline.json", "--jobs", self.jobs]

    def clear(self):
        super().clear()
        shutil.rmtree(self.work / ".out.stickerd", ignore_errors=True)

    def stickers(self):
        """Paths by the name of the source and the scale."""
        return {pathlib.Path(sticker["source"]["path"]).stem:
                {rendition["scale"]: self.out / rendition["path"] for rendition in sticker["renditions"]}
                for sticker in self._catalog()}

    def previews(self):
        return [self.out / preview["path"] for sticker in self._catalog() for preview in sticker["previews"]]

    def sheets(self):
        return list((self.out / "sheets").glob("*.png"))

    def _catalog(self):
        catalog = published.load(self.out)
        return [sticker for pack in catalog["packs"] for sticker in pack["stickers"]]


class ShellPipeline(Contender):
    name = "shell pipeline"
    scales, is_square = (3, 2, 1), False
    script = HERE / "shell-pipeline"

    def __init__(self, art, work, jobs):
        super().__init__(art, work, jobs)
        self.versions = subprocess.run([self.script, "--versions"], capture_output=True, text=True, check=False)
        if self.versions.returncode != 0:
            raise Trouble(self.versions.stderr.strip())
        self.photo = work / "photo.png"
        subprocess.run(
            ["vipsthumbnail", PHOTO, "--size", "408x408", "--smartcrop", "centre", "-o", self.photo], check=True)

    def version(self):
        return ", ".join(self.versions.stdout.splitlines())

    def command(self):
        plain = [f"{name}={colour}" for name, colour in COLOURS.items()]
        return [self.script, self.art.folder, self.out, self.jobs, self.photo, *plain]

    def stickers(self):
        found = {}
        for file in (self.out / "packs").iterdir():
            name, _, scale = file.stem.rpartition("@")
            found.setdefault(name, {})[int(scale[0])] = file
        return found

    def previews(self):
        return list((self.out / "previews").iterdir())

    def sheets(self):
        return list((self.out / "sheets").glob("*.png"))


class StickerConvert(Contender):
    """Makes only one size: no other scales, no previews and no sheet."""

    name = "sticker-convert"
    scales, is_square = (3,), False

    def __init__(self, art, work, jobs):
        super().__init__(art, work, jobs)
        cache = pathlib.Path(os.environ.get("XDG_CACHE_HOME") or pathlib.Path.home() / ".cache")
        self.program = cache / "stickerd-bench" / "bin" / "sticker-convert"
        if not self.program.exists():
            raise Trouble("sticker-convert is missing. Run: scripts/setup --bench")

    def version(self):
        pip = self.program.with_name("python")
        code = "from importlib.metadata import version; print(version('sticker-convert'))"
        return "sticker-convert " + subprocess.run(
            [pip, "-c", code], capture_output=True, text=True, check=True).stdout.strip()

    def command(self):
        return [self.program, "--no-confirm", "--no-progress", "--preset", "imessage_medium", "--processes", self.jobs,
                "--input-dir", self.art.folder, "--output-dir", self.out]

    def clear(self):
        super().clear()
        self.out.mkdir()

    def environment(self):
        # The program writes settings into the home folder, so it gets another one.
        home = self.work / "home"
        home.mkdir(exist_ok=True)
        kept = {key: value for key, value in os.environ.items() if not key.startswith("XDG_")}
        return kept | {"HOME": str(home)}

    def stickers(self):
        return {file.stem: {3: file} for file in self.out.glob("*.png")}

    def previews(self):
        return []

    def sheets(self):
        return []
