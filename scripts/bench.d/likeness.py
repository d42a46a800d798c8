"""The similarity of an animation to the ideal frames, each compared at the time when it should be visible."""

import bisect
import concurrent.futures
import itertools
import json
import os
import pathlib
import subprocess
import tempfile

import numpy
from PIL import Image
from skimage.metrics import structural_similarity

from trouble import Trouble

GROUNDS = {"black": 0, "white": 255}


def measure(file, motion, program, looked_at, seen):
    """SSIM (mean and minimum) and butteraugli (worst) of evenly chosen frames, on black and on white.

    looked_at: the number of frames that SSIM compares; seen: the number that butteraugli compares, which is slow.
    """
    frames, starts, total = _decoded(file, program)
    ideal = [0, *itertools.accumulate(motion.delays)]
    result = {"frames": len(frames), "milliseconds": round(total), "idealFrames": len(motion.pictures),
              "idealMilliseconds": ideal[-1]}
    if frames[0].shape[:2] != numpy.asarray(motion.pictures[0]).shape[:2]:
        raise Trouble(f"{file} has {frames[0].shape[1]} × {frames[0].shape[0]} pixels")

    def pair(place, ground):
        # Compares shortly after the start of the ideal frame, because programs round delays differently.
        shown = frames[max(0, bisect.bisect_right(starts, ideal[place] + 3) - 1)]
        return on(numpy.asarray(motion.pictures[place]), ground), on(shown, ground)

    def compared(by, count):
        tasks = itertools.product(_evenly(count, len(motion.pictures)), GROUNDS.values())
        return list(threads.map(lambda task: by(*pair(*task)), tasks))

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
        similar, distances = compared(ssim, looked_at), compared(butteraugli, seen)
    return result | {"ssim": round(float(numpy.mean(similar)), 5), "leastSSIM": round(float(min(similar)), 5),
                     "butteraugli": round(max(distances), 3)}


def _decoded(file, program):
    with tempfile.TemporaryDirectory() as folder:
        target = pathlib.Path(folder) / "frames"
        result = subprocess.run([program, "frames", file, "--to", target], capture_output=True, text=True, check=False)
        if result.returncode != 0:
            if getattr(Image.open(file), "n_frames", 1) > 1:
                raise Trouble(f"{file}: {result.stderr.strip()}")
            # A still picture: the program flattened the animation.
            return [numpy.asarray(Image.open(file).convert("RGBA"))], [0], 0
        listing = json.loads((target / "frames.json").read_text(encoding="utf-8"))
        frames = [numpy.asarray(Image.open(target / frame["file"]).convert("RGBA")) for frame in listing["frames"]]
    ends = list(itertools.accumulate(frame["milliseconds"] for frame in listing["frames"]))
    return frames, [0, *ends[:-1]], ends[-1]


def _evenly(wanted, count):
    return sorted({number * count // wanted for number in range(wanted)}) if wanted < count else list(range(count))


def on(pixels, ground):
    alpha = pixels[:, :, 3:].astype(float) / 255
    return (pixels[:, :, :3] * alpha + ground * (1 - alpha) + 0.5).astype(numpy.uint8)


def ssim(ideal, shown):
    if numpy.array_equal(ideal, shown):
        return 1.0
    return structural_similarity(
        ideal.astype(numpy.float32), shown.astype(numpy.float32), channel_axis=2, data_range=255)


def butteraugli(ideal, shown):
    if numpy.array_equal(ideal, shown):
        return 0.0
    with tempfile.TemporaryDirectory() as folder:
        files = [pathlib.Path(folder) / name for name in ("ideal.png", "shown.png")]
        for file, pixels in zip(files, (ideal, shown)):
            Image.fromarray(pixels).save(file, compress_level=1)
        try:
            result = subprocess.run(["butteraugli", *files], capture_output=True, text=True, check=True)
        except FileNotFoundError:
            raise Trouble("butteraugli is missing. Run: scripts/setup --bench") from None
    return float(result.stdout.split()[-1])
