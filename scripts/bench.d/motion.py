"""The animations of the benchmark: samples, and drawings that are difficult in different ways."""

import math
import struct
import zlib
from dataclasses import dataclass, field

import numpy
from PIL import Image, ImageDraw, ImageFilter

SIDE = 618
SAMPLES = ["cats/Waving Cat.png", "cats/Winking Cat.gif", "garden/Jumping Strawberry.webp", "garden/Sprout.frames"]


@dataclass
class Motion:
    """Complete frames of SIDE × SIDE pixels, and their delays."""

    name: str
    pictures: list
    delays: list = field(default_factory=list)  # milliseconds


def all_of(folder, text):
    """Yields the animations whose names contain the text. Each is drawn only when it is requested."""
    yield from _samples(folder, text)
    yield from _drawn(text)


def _samples(folder, text):
    for name in SAMPLES:
        path = folder / "drop" / name
        if text not in path.stem:
            continue
        if path.is_dir():
            pictures = [Image.open(file).convert("RGBA") for file in sorted(path.glob("*.png"))]
            yield Motion(path.stem, pictures, [80] * len(pictures))
            continue
        image, pictures, delays = Image.open(path), [], []
        for place in range(image.n_frames):
            image.seek(place)
            pictures.append(image.convert("RGBA"))
            delays.append(round(image.info["duration"]))
        yield Motion(path.stem, pictures, delays)


def _drawn(text):
    # Name, number of frames, milliseconds per frame, and a function that draws the picture at a time from 0 to 1.
    for name, count, delay, draw in [
            ("flat, moving", 24, 50, _flat), ("outlined, rotating", 24, 50, _rotating), ("gradient glow", 24, 50, _glow),
            ("soft shadow", 24, 50, _shadow), ("noise like a photo", 12, 80, _noise),
            ("small change", 24, 100, _blinking), ("120 frames", 120, 50, _long)]:
        if text in name:
            yield Motion(name, [draw(number / count) for number in range(count)], [delay] * count)


def write(motion, file):
    """Writes an animated PNG of complete frames, with fast compression."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    sequence = 0
    with open(file, "wb") as output:
        output.write(b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", SIDE, SIDE, 8, 6, 0, 0, 0)))
        output.write(chunk(b"acTL", struct.pack(">II", len(motion.pictures), 0)))
        for place, (picture, delay) in enumerate(zip(motion.pictures, motion.delays)):
            rows = numpy.asarray(picture).reshape(SIDE, SIDE * 4)
            up = rows - numpy.vstack([numpy.zeros_like(rows[:1]), rows[:-1]])
            filtered = numpy.hstack([numpy.full((SIDE, 1), 2, numpy.uint8), up]).tobytes()
            output.write(chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, SIDE, SIDE, 0, 0, delay, 1000, 0, 0)))
            data = zlib.compress(filtered, 4)
            sequence += 1
            if place:
                data = struct.pack(">I", sequence) + data
                sequence += 1
            output.write(chunk(b"fdAT" if place else b"IDAT", data))
        output.write(chunk(b"IEND", b""))


# --- the drawings ---

def _canvas():
    return Image.new("RGBA", (SIDE * 2, SIDE * 2))


def _reduced(image):
    """The picture at half its size, premultiplied. Invisible pixels have no colour."""
    pixels = numpy.asarray(image).astype(float)
    pixels[:, :, :3] *= pixels[:, :, 3:] / 255
    small = pixels.reshape(SIDE, 2, SIDE, 2, 4).mean(axis=(1, 3))
    alpha = numpy.maximum(small[:, :, 3:], 1e-9)
    small[:, :, :3] = numpy.where(small[:, :, 3:] >= 0.5, small[:, :, :3] * 255 / alpha, 0)
    return Image.fromarray(numpy.clip(small + 0.5, 0, 255).astype(numpy.uint8))


def _disc(draw, x, y, radius, colour, outline=None, width=0):
    draw.ellipse([x - radius, y - radius, x + radius, y + radius], fill=colour, outline=outline, width=width)


def _turn(t, radius, shift=0.0):
    return SIDE + radius * math.cos(2 * math.pi * (t + shift)), SIDE + radius * math.sin(2 * math.pi * (t + shift))


def _star(x, y, outer, inner, points, angle):
    corners = []
    for number in range(points * 2):
        radius = inner if number % 2 else outer
        turn = math.radians(angle) + math.pi * number / points
        corners.append((x + radius * math.cos(turn), y + radius * math.sin(turn)))
    return corners


def _flat(t):
    image = _canvas()
    draw = ImageDraw.Draw(image)
    x, y = SIDE + 330 * math.sin(2 * math.pi * t), SIDE - 60 * abs(math.sin(4 * math.pi * t))
    draw.rounded_rectangle([x - 240, y - 240, x + 240, y + 300], 120, "#ffcc33", "#40281e", 24)
    for side in (-1, 1):
        _disc(draw, x + side * 95, y - 40, 38, "#40281e")
        draw.rounded_rectangle([x + side * 130 - 60, y + 270, x + side * 130 + 60, y + 350], 40, "#ff8855", "#40281e", 20)
    draw.arc([x - 90, y, x + 90, y + 140], 20, 160, "#40281e", 22)
    return _reduced(image)


def _rotating(t):
    image = _canvas()
    draw = ImageDraw.Draw(image)
    for scale, colour in ((1.0, "#2b2250"), (0.93, "#ff5f87"), (0.62, "#ffd166"), (0.3, "#2ec4b6")):
        draw.polygon(_star(SIDE, SIDE, 560 * scale, 300 * scale, 7, 360 * t / 7), fill=colour)
    return _reduced(image)


def _field():
    axis = numpy.arange(SIDE) - SIDE / 2 + 0.5
    return numpy.meshgrid(axis, axis)


def _glow(t):
    x, y = _field()
    distance = numpy.hypot(x, y)
    reach = 230 + 50 * math.sin(2 * math.pi * t)
    alpha = numpy.clip(1 - distance / reach, 0, 1) ** 1.5
    share = numpy.clip(distance / 280, 0, 1)[:, :, None]
    colours = numpy.array([255, 240, 170]) * (1 - share) + numpy.array([255, 90, 30]) * share
    pixels = numpy.dstack([colours, alpha * 255]) + 0.5
    pixels[pixels[:, :, 3] < 1] = 0
    return Image.fromarray(pixels.astype(numpy.uint8))


def _shadow(t):
    height = abs(math.sin(math.pi * t)) * 560
    image = _canvas()
    wide = 260 - height * 0.18
    ImageDraw.Draw(image).ellipse([SIDE - wide, 1080, SIDE + wide, 1170], fill=(20, 10, 60, int(170 - height * 0.2)))
    image = image.filter(ImageFilter.GaussianBlur(22))
    ball = _canvas()
    y = 900 - height
    for step in range(40):
        share = step / 39
        colour = tuple(int(dark + (light - dark) * share) for dark, light in zip((30, 80, 190), (170, 220, 255)))
        _disc(ImageDraw.Draw(ball), SIDE - 60 * share, y - 70 * share, 220 * (1 - share * 0.8), colour + (255,))
    return _reduced(Image.alpha_composite(image, ball))


_GRAIN = numpy.random.default_rng(7).normal(0, 1, (SIDE * 2, SIDE * 2, 3))


def _noise(t):
    shift = int(SIDE * t)
    grain = _GRAIN[shift:shift + SIDE, shift // 2:shift // 2 + SIDE]
    x, y = _field()
    base = numpy.dstack([128 + 60 * numpy.sin(x / 70 + 6.283 * t), 120 + 50 * numpy.cos(y / 50), 110 + 40 * numpy.sin((x + y) / 90)])
    alpha = numpy.clip((270 - numpy.hypot(x, y)) / 2 + 0.5, 0, 1) * 255
    pixels = numpy.dstack([numpy.clip(base + 14 * grain, 0, 255), alpha]) + 0.5
    pixels[pixels[:, :, 3] < 1] = 0
    return Image.fromarray(numpy.clip(pixels, 0, 255).astype(numpy.uint8))


def _blinking(t):
    image = _canvas()
    draw = ImageDraw.Draw(image)
    for step in range(60):
        colour = (120 + step, 190 - step, 230 - step * 2, 255)
        _disc(draw, SIDE, SIDE, 590 - step * 7, colour, "#203048" if step == 0 else None, 20)
    open_ = 0.1 if t in (0.5, 0.5 + 1 / 24) else 1
    for side in (-1, 1):
        draw.ellipse([SIDE + side * 160 - 50, SIDE - 80 - 70 * open_, SIDE + side * 160 + 50, SIDE - 80 + 70 * open_], fill="#203048")
    draw.arc([SIDE - 170, SIDE, SIDE + 170, SIDE + 260], 15, 165, "#203048", 26)
    return _reduced(image)


def _long(t):
    image = _canvas()
    draw = ImageDraw.Draw(image)
    for step in range(30):
        _disc(draw, SIDE, SIDE, 600 - step * 12, (255, 210 - step * 3, 120 + step * 4, 255), "#5a3a22" if step == 0 else None, 18)
    for number in range(6):
        x, y = _turn(t, 400, number / 6)
        draw.polygon(_star(x, y, 130, 62, 5, 360 * t * (2 if number % 2 else -2) + number * 20),
                     fill=("#e94f64", "#4f9de9", "#57c785")[number % 3], outline="#33223b", width=12)
    x, y = _turn(t * 3, 90)
    for step in range(24):
        _disc(draw, x - step * 3, y - step * 4, 180 - step * 6, (150 + step * 4, 90 + step * 6, 220 + step, 255))
    return _reduced(image)
