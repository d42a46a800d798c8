"""Computes the expected canvas step by step, as the PNG specification (third edition) describes it in 11.3.6 and 12.5."""

import numpy

NONE, BACKGROUND, PREVIOUS = 0, 1, 2
SOURCE, OVER = 0, 1


def composite(width, height, frames):
    """The canvas after each frame. A frame is (rectangle, disposal, blend, RGBA pixels)."""
    canvas = numpy.zeros((height, width, 4))
    shown = []
    for number, ((x, y, w, h), disposal, blend, pixels) in enumerate(frames):
        before = canvas.copy()
        part = canvas[y:y + h, x:x + w]
        part[:] = pixels if blend == SOURCE else _over(pixels.astype(float), part)
        shown.append(numpy.floor(canvas + 0.5).astype(numpy.uint8))
        canvas = canvas.copy()
        if disposal == BACKGROUND or disposal == PREVIOUS and number == 0:
            canvas[y:y + h, x:x + w] = 0
        elif disposal == PREVIOUS:
            canvas = before
    return shown


def _over(above, beneath):
    source, rest = above[:, :, 3:] / 255, beneath[:, :, 3:] / 255
    alpha = source + rest * (1 - source)
    with numpy.errstate(invalid="ignore", divide="ignore"):
        colours = (above[:, :, :3] * source + beneath[:, :, :3] * rest * (1 - source)) / alpha
    return numpy.concatenate([numpy.where(alpha > 0, colours, 0), alpha * 255], axis=2)
