"""Plays a file with each program. Values are None if the program does not report them."""

import json
import pathlib
import subprocess
import tempfile
from dataclasses import dataclass, field

import numpy
from PIL import Image


@dataclass
class Playing:
    frames: list = field(default_factory=list)
    delays: list = field(default_factory=list)  # seconds; None for ffmpeg's last frame
    plays: int | None = None
    complaint: str = ""


class Stickerd:
    name = "stickerd"

    def __init__(self, program):
        self.program = program

    def version(self):
        return "stickerd " + _run(self.program, "--version").stdout.decode().strip()

    def play(self, file):
        with tempfile.TemporaryDirectory() as folder:
            target = pathlib.Path(folder) / "frames"
            result = _run(self.program, "frames", file, "--to", target)
            if not (target / "frames.json").exists():
                return Playing(complaint=result.stderr.decode().strip())
            listing = json.loads((target / "frames.json").read_text(encoding="utf-8"))
            frames = [read(target / frame["file"]) for frame in listing["frames"]]
        delays = [frame["delayNumerator"] / frame["delayDenominator"] for frame in listing["frames"]]
        return Playing(frames, delays, listing["loopCount"], result.stderr.decode().strip())


class FFmpeg:
    """ffmpeg's apng demuxer reports the start of each frame, but not the duration of the last one."""

    name = "ffmpeg"

    def version(self):
        return " ".join(_run("ffmpeg", "-version").stdout.decode().split()[:3])

    def play(self, file):
        # Sets the format, because ffmpeg would read a damaged animation as a still picture.
        kind = "gif" if str(file).endswith(".gif") else "apng"
        words = ["-loglevel", "error", "-f", kind, "-i", file]
        probe = _run("ffprobe", "-loglevel", "error", "-f", kind, "-show_entries",
                     "stream=width,height:frame=pts_time,best_effort_timestamp_time", "-of", "json", file)
        try:
            facts = json.loads(probe.stdout)
            width, height = facts["streams"][0]["width"], facts["streams"][0]["height"]
            starts = [float(frame["pts_time"]) for frame in facts["frames"]]
        except (ValueError, KeyError, IndexError):
            return Playing(complaint=probe.stderr.decode().strip())
        result = _run("ffmpeg", *words, "-fps_mode", "passthrough", "-f", "rawvideo", "-pix_fmt", "rgba", "-")
        size = width * height * 4
        frames = [numpy.frombuffer(result.stdout, numpy.uint8, size, place).reshape(height, width, 4)
                  for place in range(0, len(result.stdout) - size + 1, size)] if size else []
        delays = [after - before for before, after in zip(starts, starts[1:])] + [None]
        return Playing(frames, delays, None, result.stderr.decode().strip())


def read(file):
    return numpy.asarray(Image.open(file).convert("RGBA"))


def _run(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, stdin=subprocess.DEVNULL, check=False)
