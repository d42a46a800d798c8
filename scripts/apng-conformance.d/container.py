"""Writes PNG chunks and scanlines of every kind. It uses no code of stickerd, so that the two do not have the same errors."""

import struct
import zlib

SIGNATURE = b"\x89PNG\r\n\x1a\n"
GREY, RGB, PALETTE, GREY_ALPHA, RGBA = 0, 2, 3, 4, 6
CHANNELS = {GREY: 1, RGB: 3, PALETTE: 1, GREY_ALPHA: 2, RGBA: 4}
# The passes of Adam7: first column, first row, column step, row step.
PASSES = [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]


def chunk(name, data=b""):
    body = name.encode("ascii") + data
    return struct.pack(">I", len(data)) + body + struct.pack(">I", zlib.crc32(body))


def ihdr(width, height, depth, colour, interlaced=False):
    return chunk("IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, int(interlaced)))


def actl(frames, plays=0):
    return chunk("acTL", struct.pack(">II", frames, plays))


def fctl(sequence, rectangle, delay=(1, 10), disposal=0, blend=0):
    x, y, width, height = rectangle
    return chunk("fcTL", struct.pack(">IIIIIHHBB", sequence, width, height, x, y, *delay, disposal, blend))


def fdat(sequence, data):
    return chunk("fdAT", struct.pack(">I", sequence) + data)


def stream(samples, depth, interlaced=False, level=9):
    """A zlib stream of samples[row][column][channel]. The rows use the five filters in turn."""
    if not interlaced:
        return zlib.compress(_filtered(samples, depth), level)
    rows = b""
    for x, y, step_x, step_y in PASSES:
        part = samples[y::step_y, x::step_x]
        if part.size:
            rows += _filtered(part, depth)
    return zlib.compress(rows, level)


def _filtered(samples, depth):
    stride = max(1, samples.shape[2] * depth // 8)
    before, result = None, bytearray()
    for number, row in enumerate(samples):
        packed = _packed(row.reshape(-1).tolist(), depth)
        before = before or bytes(len(packed))
        kind = number % 5
        result.append(kind)
        result += bytes((value - _predicted(kind, packed, before, place, stride)) & 255
                        for place, value in enumerate(packed))
        before = packed
    return bytes(result)


def _packed(values, depth):
    if depth == 16:
        return struct.pack(f">{len(values)}H", *values)
    if depth == 8:
        return bytes(values)
    each = 8 // depth
    values += [0] * (-len(values) % each)
    return bytes(sum(value << (8 - depth * (place + 1)) for place, value in enumerate(values[start:start + each]))
                 for start in range(0, len(values), each))


def _predicted(kind, row, above, place, stride):
    left = row[place - stride] if place >= stride else 0
    up = above[place]
    corner = above[place - stride] if place >= stride else 0
    if kind == 4:
        guess = left + up - corner
        distances = abs(guess - left), abs(guess - up), abs(guess - corner)
        return (left, up, corner)[distances.index(min(distances))]
    return (0, left, up, (left + up) // 2)[kind]
