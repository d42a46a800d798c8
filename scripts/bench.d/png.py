"""A minimal PNG reader for the checks of results: size and transparency."""

import struct
from dataclasses import dataclass

from trouble import Trouble

GREY_ALPHA, RGBA = 4, 6


@dataclass
class PNG:
    width: int
    height: int
    is_transparent: bool  # has an alpha channel, or a palette entry with an alpha below one half


def read(path):
    data = path.read_bytes()
    if data[:8] != b"\x89PNG\r\n\x1a\n":
        raise Trouble(f"{path.name} is not a PNG")
    width, height, _depth, colour_type = struct.unpack(">IIBB", data[16:26])
    clear, position = colour_type in (GREY_ALPHA, RGBA), 8
    while position + 8 <= len(data):
        length, kind = struct.unpack(">I4s", data[position:position + 8])
        if kind == b"tRNS":
            clear = min(data[position + 8:position + 8 + length], default=255) < 128
        position += 12 + length
    return PNG(width, height, clear)
