"""Small valid pictures of each format, from which damaged ones are made."""

import struct
import zlib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
FIXTURES = ROOT / "Tests" / "PipelineTests" / "Fixtures"
SAMPLES = ROOT / "samples" / "drop" / "garden"

PNG_SIGNATURE = b"\x89PNG\r\n\x1a\n"


def chunk(kind, data):
    """A PNG chunk with a correct checksum."""
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def header(width, height, depth=8, colour=6, interlace=0):
    return chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, depth, colour, 0, 0, interlace))


def pixels(width, height, shade=0):
    """The unfiltered PNG rows of a filled square on a transparent background."""
    rows = bytearray()
    for y in range(height):
        rows.append(0)
        for x in range(width):
            inside = width // 4 <= x < width - width // 4 and height // 4 <= y < height - height // 4
            rows += bytes((200, (40 + shade + x * 3) % 256, 90, 255)) if inside else b"\0\0\0\0"
    return bytes(rows)


def png(width=48, height=48, shade=0, extra=b"", before=b""):
    """A PNG. `before` and `extra` are chunks before the pixels, in this order."""
    return (PNG_SIGNATURE + header(width, height) + before + extra
            + chunk(b"IDAT", zlib.compress(pixels(width, height, shade))) + chunk(b"IEND", b""))


def apng(frames=3, side=24):
    """An animated PNG."""
    out = PNG_SIGNATURE + header(side, side) + chunk(b"acTL", struct.pack(">II", frames, 0))
    sequence = 0
    for frame in range(frames):
        out += chunk(b"fcTL", struct.pack(">IIIIIHHBB", sequence, side, side, 0, 0, 1, 10, 0, 0))
        sequence += 1
        data = zlib.compress(pixels(side, side, frame * 20))
        if frame == 0:
            out += chunk(b"IDAT", data)
        else:
            out += chunk(b"fdAT", struct.pack(">I", sequence) + data)
            sequence += 1
    return out + chunk(b"IEND", b"")


def gif_frame(width, height, x=0, y=0, colour=1):
    """One frame in one colour, as LZW that clears its table before the table grows."""
    bits, count, out = 0, 0, bytearray()

    def put(code, size=3):
        nonlocal bits, count
        bits |= code << count
        count += size
        while count >= 8:
            out.append(bits & 255)
            bits >>= 8
            count -= 8

    for place in range(width * height):
        if place % 2 == 0:
            put(4)
        put(colour)
    put(5)
    if count:
        out.append(bits & 255)
    blocks = b"".join(bytes((len(out[i:i + 255]),)) + bytes(out[i:i + 255]) for i in range(0, len(out), 255))
    return b"\x2c" + struct.pack("<HHHHB", x, y, width, height, 0) + b"\x02" + blocks + b"\0"


def gif(frames=1, width=24, height=24, screen=None):
    """A GIF of four colours, animated if it has several frames."""
    screen_width, screen_height = screen or (width, height)
    out = b"GIF89a" + struct.pack("<HHBBB", screen_width, screen_height, 0x91, 0, 0)
    out += bytes((0, 0, 0, 220, 40, 40, 40, 220, 40, 40, 40, 220))
    if frames > 1:
        out += b"\x21\xff\x0bNETSCAPE2.0\x03\x01\0\0\0"
    for frame in range(frames):
        out += b"\x21\xf9\x04" + bytes((0x09, 5, 0, 0, 0)) + gif_frame(width, height, colour=1 + frame % 3)
    return out + b"\x3b"


def tiff(width=32, height=32, tags=None, data=None, endian="<", count=None):
    """A TIFF of one strip. `tags` replaces its tags by number; None removes one."""
    data = data if data is not None else bytes(
        value for y in range(height) for x in range(width) for value in (200, x * 7 % 256, y * 7 % 256, 255))
    entries = {
        256: (4, 1, width), 257: (4, 1, height), 258: (3, 1, 8), 259: (3, 1, 1), 262: (3, 1, 2), 273: (4, 1, 8),
        277: (3, 1, 4), 278: (4, 1, height), 279: (4, 1, len(data)), 338: (3, 1, 2),
    }
    entries.update(tags or {})
    entries = {tag: value for tag, value in entries.items() if value is not None}
    out = (b"II*\0" if endian == "<" else b"MM\0*") + struct.pack(endian + "I", 8 + len(data)) + data
    out += struct.pack(endian + "H", count or len(entries))
    for tag, (kind, length, value) in sorted(entries.items()):
        out += struct.pack(endian + "HHI", tag, kind, length)
        out += struct.pack(endian + "HH", value & 0xFFFF, 0) if kind == 3 else struct.pack(endian + "I", value & 0xFFFFFFFF)
    return out + struct.pack(endian + "I", 0)


def bmp(width=16, height=16):
    data = bytes(200 for _ in range(width * height * 4))
    return (b"BM" + struct.pack("<IHHI", 54 + len(data), 0, 0, 54)
            + struct.pack("<IiiHHIIiiII", 40, width, height, 1, 32, 0, len(data), 0, 0, 0, 0) + data)


def psd(width=16, height=16):
    planes = bytes((180,)) * (width * height * 4)
    return (b"8BPS\0\1" + b"\0" * 6 + struct.pack(">HIIHH", 4, height, width, 8, 3)
            + struct.pack(">III", 0, 0, 0) + struct.pack(">H", 0) + planes)


def pdf():
    """A page with a square."""
    content = b"0.8 0.2 0.2 rg 20 20 60 60 re f"
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>", b"<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 100 100] /Contents 4 0 R >>",
        b"<< /Length %d >>\nstream\n%s\nendstream" % (len(content), content),
    ]
    out, places = b"%PDF-1.4\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    table = len(out)
    out += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    out += b"".join(b"%010d 00000 n \n" % place for place in places)
    return out + b"trailer << /Size %d /Root 1 0 R >>\nstartxref\n%d\n%%%%EOF\n" % (len(objects) + 1, table)


def svg(inside="<circle cx='32' cy='32' r='24' fill='#c33'/>", size="width='64' height='64'", head=""):
    return (f"{head}<svg xmlns='http://www.w3.org/2000/svg' xmlns:xlink='http://www.w3.org/1999/xlink' {size}>"
            f"{inside}</svg>").encode()


def all_seeds():
    """The pictures by name. The first part of a name is the file extension."""
    def fixture(name):
        return (FIXTURES / name).read_bytes()

    return {
        "png": png(), "png-apng": apng(), "gif": gif(), "gif-moving": gif(frames=6),
        "gif-sample": (SAMPLES / "Rainbow.gif").read_bytes(), "jpg": (SAMPLES / "Postcard.jpg").read_bytes(),
        "jpg-cmyk": fixture("cmyk.jpg"), "webp": fixture("art.webp"), "webp-moving": fixture("moving.webp"),
        "avif": fixture("art.avif"), "heic": fixture("art.heic"), "tif": tiff(), "tif-big-endian": tiff(endian=">"),
        "svg": (SAMPLES / "Snowdrop.svg").read_bytes(), "psd": psd(), "pdf": pdf(),
    }
