"""Whether two programs show the same, and the differences that are known and explained."""

import numpy

from container import GREY, PALETTE
from playing import BACKGROUND, OVER

# Chromium's canvas is premultiplied: what comes out of it is rounded once more.
ROUNDING = {"Chromium": 1}
# Seconds: ffmpeg counts in steps of 10 microseconds, and Chromium in whole milliseconds.
TIME = {"stickerd": 0, "ffmpeg": 2e-5, "Chromium": 1e-3}


def difference(shown, frames):
    """The largest difference in levels of 255, premultiplied; or a sentence when there is nothing to be compared."""
    if len(frames) != len(shown):
        return f"{len(frames)} frames instead of {len(shown)}"
    most = 0.0
    for wanted, found in zip(shown, frames):
        if wanted.shape != found.shape:
            return f"{found.shape[1]} × {found.shape[0]} pixels instead of {wanted.shape[1]} × {wanted.shape[0]}"
        most = max(most, float(numpy.abs(_premultiplied(wanted) - _premultiplied(found)).max()))
    return most


def _premultiplied(pixels):
    values = pixels.astype(float)
    values[:, :, :3] *= values[:, :, 3:] / 255
    return values


def verdict(case, name, playing):
    """None when the frames are those of the specification; otherwise what is not."""
    result = difference(case.shown, playing.frames)
    if isinstance(result, str):
        return result
    # ffmpeg divides by 255 approximately when it lays soft pixels over each other.
    allowed = max(case.tolerance, ROUNDING.get(name, 0), 2 if name == "ffmpeg" and case.tolerance else 0)
    # Half a level more: both sides have rounded.
    return None if result <= allowed + 0.5 else f"{result:.0f} levels off"


def timing(case, name, playing):
    """None when delays and loops are the file's; otherwise what is not."""
    wanted = [numerator / (denominator or 100) for numerator, denominator in case.delays]
    for number, (right, found) in enumerate(zip(wanted, playing.delays)):
        if found is not None and abs(right - found) > TIME[name]:
            return f"frame {number + 1} stays {found:.6f} s instead of {right:.6f} s"
    if playing.plays is not None and playing.plays != case.plays:
        return f"plays {playing.plays} times instead of {case.plays}"
    return None


def explanation(case, name, what):
    """Why a program other than ours differs from the specification; None when nobody knows."""
    for program, applies, words in KNOWN:
        if program == name and applies(case, what):
            return words
    return None


def _clears(case):
    return any(frame.disposal == BACKGROUND for frame in case.frames)


def _has_no_alpha(case):
    return case.kind.colour == PALETTE or not (case.kind.has_soft_alpha or case.kind.transparent)


def _blends(case):
    return any(frame.blend == OVER for frame in case.frames)


_FFMPEG = [
    (lambda case, what: "first frame of the animation" in case.name,
     "refuses a first frame that does not fill the canvas, though the default image is no part of the animation"),
    (lambda case, what: "between the frames' data" in case.name,
     "refuses a frame whose fdAT do not follow each other at once; other chunks may lie between (PNG 5.6)"),
    (lambda case, what: case.name == "acTL and fcTL before the palette",
     "refuses PLTE after fcTL; PLTE has only to come before IDAT (PNG 5.6)"),
    (lambda case, what: case.kind.colour == GREY and case.kind.depth < 8,
     "cannot put together frames of 1, 2 or 4 bit grey: refuses 1 bit, and shows wrong pixels at 2 and 4"),
    (lambda case, what: case.kind.colour == PALETTE and case.kind.depth < 8,
     "puts frames smaller than the canvas together wrongly with palettes of 1, 2 and 4 bits; so stickerd writes 8"),
    (lambda case, what: case.kind.depth == 16 and _blends(case), "refuses *over* at 16 bits"),
    (lambda case, what: _clears(case) and _has_no_alpha(case),
     "its canvas has the file's own colour type: what is disposed of to transparent becomes black, or the palette's "
     "first colour"),
    (lambda case, what: case.name == "background, over, whole",
     "loses the frame before when a frame is laid *over* all of the canvas and disposed of to *background*"),
    (lambda case, what: case.group == "delay" and case.name.startswith("0/"),
     "plays a delay of 0 as 1/15 s, as its demuxer's default says"),
]
_CHROMIUM = [
    (lambda case, what: "between the frames' data" in case.name,
     "stops at a chunk between the fdAT of a frame; other chunks may lie between (PNG 5.6)"),
    (lambda case, what: len(case.frames) == 1 and "plays" in what, "a single frame is no animation to it: it plays once"),
    (lambda case, what: case.plays > 2**24 and "plays" in what, "keeps the number of loops as a 32-bit float"),
]
KNOWN = [("ffmpeg", *entry) for entry in _FFMPEG] + [("Chromium", *entry) for entry in _CHROMIUM]
