"""Compares the frames of two programs, and explains the known differences."""

import numpy

from container import GREY, PALETTE
from playing import BACKGROUND, OVER

# Chromium's canvas is premultiplied, so its pixels are rounded once more.
ROUNDING = {"Chromium": 1}
# The tolerance of times in seconds. ffmpeg uses steps of 10 microseconds, and Chromium whole milliseconds.
TIME = {"stickerd": 0, "ffmpeg": 2e-5, "Chromium": 1e-3}


def difference(shown, frames):
    """The largest difference in levels of 255, premultiplied, or a message if the frames cannot be compared."""
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
    """The difference from the specification. None if the frames match it."""
    result = difference(case.shown, playing.frames)
    if isinstance(result, str):
        return result
    # ffmpeg approximates the division by 255 when it blends translucent pixels.
    allowed = max(case.tolerance, ROUNDING.get(name, 0), 2 if name == "ffmpeg" and case.tolerance else 0)
    # Half a level is added, because both values are rounded.
    return None if result <= allowed + 0.5 else f"{result:.0f} levels off"


def timing(case, name, playing):
    """The difference from the file. None if the delays and the number of plays match it."""
    wanted = [numerator / (denominator or 100) for numerator, denominator in case.delays]
    for number, (right, found) in enumerate(zip(wanted, playing.delays)):
        if found is not None and abs(right - found) > TIME[name]:
            return f"frame {number + 1} lasts {found:.6f} s instead of {right:.6f} s"
    if playing.plays is not None and playing.plays != case.plays:
        return f"plays {playing.plays} times instead of {case.plays}"
    return None


def explanation(case, name, what):
    """The reason why another program differs from the specification. None if it is unknown."""
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
     "refuses a first frame that does not fill the canvas, although the default image is not part of the animation"),
    (lambda case, what: "between the frames' data" in case.name,
     "refuses a frame whose fdAT chunks are not adjacent; other chunks are allowed between them (PNG 5.6)"),
    (lambda case, what: case.name == "acTL and fcTL before the palette",
     "refuses PLTE after fcTL; PLTE is only required before IDAT (PNG 5.6)"),
    (lambda case, what: case.kind.colour == GREY and case.kind.depth < 8,
     "cannot combine frames of 1, 2 or 4 bit grey: refuses 1 bit, and shows wrong pixels at 2 and 4"),
    (lambda case, what: case.kind.colour == PALETTE and case.kind.depth < 8,
     "combines frames smaller than the canvas wrongly with palettes of 1, 2 and 4 bits; so stickerd writes 8"),
    (lambda case, what: case.kind.depth == 16 and _blends(case), "refuses *over* with 16 bits"),
    (lambda case, what: _clears(case) and _has_no_alpha(case),
     "its canvas has the colour type of the file: areas disposed to transparent become black, or the palette's "
     "first colour"),
    (lambda case, what: case.name == "background, over, whole",
     "loses the previous frame if a frame is blended *over* the whole canvas and disposed to *background*"),
    (lambda case, what: case.group == "delay" and case.name.startswith("0/"),
     "plays a delay of 0 as 1/15 s, the default of its demuxer"),
]
_CHROMIUM = [
    (lambda case, what: "between the frames' data" in case.name,
     "stops at a chunk between the fdAT chunks of a frame; other chunks are allowed between them (PNG 5.6)"),
    (lambda case, what: len(case.frames) == 1 and "plays" in what, "plays a single frame once, as a still picture"),
    (lambda case, what: case.plays > 2**24 and "plays" in what, "keeps the number of loops as a 32-bit float"),
]
KNOWN = [("ffmpeg", *entry) for entry in _FFMPEG] + [("Chromium", *entry) for entry in _CHROMIUM]
