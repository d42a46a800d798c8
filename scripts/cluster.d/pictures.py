"""RGBA pictures as PNG, for libraries and for falsified results."""

import struct
import zlib


def png(frames, width, height):
    """A PNG of one frame, or an animated PNG of several. Each frame is a list of RGBA rows."""
    content = b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, 0))
    if len(frames) == 1:
        return content + chunk(b"IDAT", compressed(frames[0])) + chunk(b"IEND", b"")
    content += chunk(b"acTL", struct.pack(">II", len(frames), 0))
    # fcTL and fdAT have a common sequence of numbers; IDAT has none.
    numbers = iter(range(2 * len(frames)))
    for place, rows in enumerate(frames):
        content += chunk(b"fcTL", struct.pack(">IIIIIHHBB", next(numbers), width, height, 0, 0, 1, 10, 1, 0))
        if place == 0:
            content += chunk(b"IDAT", compressed(rows))
        else:
            content += chunk(b"fdAT", struct.pack(">I", next(numbers)) + compressed(rows))
    return content + chunk(b"IEND", b"")


def chunk(name, data):
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def compressed(rows):
    return zlib.compress(b"".join(b"\0" + row for row in rows))


def disc(colour, side, radius):
    """The rows of a shaded disc."""
    def pixel(x, y):
        distance = ((x - side / 2) ** 2 + (y - side / 2) ** 2) ** 0.5
        if distance >= radius:
            return bytes(4)
        return bytes(part * (side - int(distance)) // side for part in colour) + b"\xff"
    return [b"".join(pixel(x, y) for x in range(side)) for y in range(side)]
