"""Truncated files, files with flipped bits, and files with false headers."""

import struct
import zlib

import seeds
from seeds import PNG_SIGNATURE, chunk


def extension(seed):
    return seed.split("-")[0]


def cuts(random):
    """Files truncated at many places of the header, and at random places."""
    for name, whole in seeds.all_seeds().items():
        places = {1, 2, 4, 8, 12, 16, 20, 26, 33, 40, 64, 100, len(whole) - 1, len(whole) - 4, len(whole) - 12}
        places |= {random.randrange(1, len(whole)) for _ in range(10)}
        for place in sorted(place for place in places if 0 < place < len(whole)):
            yield f"{name} cut after {place}.{extension(name)}", whole[:place]


def flips(random, each=24):
    """Files with flipped bits: one, a few, many; near the start, or anywhere."""
    for name, whole in seeds.all_seeds().items():
        for number in range(each):
            damaged = bytearray(whole)
            reach = min(len(whole), 200) if number % 2 else len(whole)
            for _ in range((1, 2, 5, 20, 100)[number % 5]):
                damaged[random.randrange(4, reach)] ^= 1 << random.randrange(8)
            yield f"{name} flipped {number}.{extension(name)}", bytes(damaged)


def noise(random):
    """Files with a valid start, followed by random bytes."""
    for name, whole in seeds.all_seeds().items():
        for keep in (8, 16, 40, 120):
            rest = bytes(random.randrange(256) for _ in range(600))
            yield f"{name} noise after {keep}.{extension(name)}", whole[:keep] + rest


def lies(random):
    yield from png_lies()
    yield from apng_lies()
    yield from gif_lies()
    yield from jpeg_lies()
    yield from webp_lies()
    yield from tiff_lies()
    yield from box_lies(random)
    yield from svg_lies()
    yield from other_lies()


SIZES = (0, 1, 3, 65535, 65536, 16_777_216, 2**31 - 1, 2**31, 2**32 - 1)


def png_lies():
    data = chunk(b"IDAT", zlib.compress(seeds.pixels(16, 16))) + chunk(b"IEND", b"")
    for size in SIZES:
        yield f"png width {size}.png", PNG_SIGNATURE + seeds.header(size, 16) + data
        yield f"png height {size}.png", PNG_SIGNATURE + seeds.header(16, size) + data
        yield f"png both {size}.png", PNG_SIGNATURE + seeds.header(size, size) + data
    for depth in (0, 1, 3, 4, 16, 255):
        for colour in (0, 2, 3, 4, 6, 7):
            yield f"png depth {depth} colour {colour}.png", PNG_SIGNATURE + seeds.header(16, 16, depth, colour) + data
    yield "png interlaced not.png", PNG_SIGNATURE + seeds.header(16, 16, interlace=1) + data
    yield "png interlace 9.png", PNG_SIGNATURE + seeds.header(16, 16, interlace=9) + data
    yield "png two headers.png", PNG_SIGNATURE + seeds.header(16, 16) + seeds.header(9999, 9999) + data
    yield "png no header.png", PNG_SIGNATURE + data
    yield "png no data.png", PNG_SIGNATURE + seeds.header(16, 16) + chunk(b"IEND", b"")
    yield "png end first.png", PNG_SIGNATURE + chunk(b"IEND", b"") + seeds.header(16, 16) + data
    yield "png length lies.png", PNG_SIGNATURE + seeds.header(16, 16) + b"\xff\xff\xff\xf0IDAT" + data
    yield "png palette none.png", PNG_SIGNATURE + seeds.header(16, 16, 8, 3) + chunk(b"IDAT", zlib.compress(b"\0" + b"\7" * 16 * 16)) + chunk(b"IEND", b"")
    yield "png palette short.png", PNG_SIGNATURE + seeds.header(16, 16, 8, 3) + chunk(b"PLTE", b"abc") + chunk(b"IDAT", zlib.compress((b"\0" + b"\xfe" * 16) * 16)) + chunk(b"IEND", b"")
    yield "png palette long.png", seeds.png(before=chunk(b"PLTE", b"abc" * 300))
    yield "png tRNS long.png", PNG_SIGNATURE + seeds.header(16, 16, 8, 3) + chunk(b"PLTE", b"abc") + chunk(b"tRNS", b"\1" * 999) + chunk(b"IDAT", zlib.compress((b"\0" + b"\0" * 16) * 16)) + chunk(b"IEND", b"")
    yield "png too much data.png", PNG_SIGNATURE + seeds.header(2, 2) + chunk(b"IDAT", zlib.compress(b"\0" * 10_000_000)) + chunk(b"IEND", b"")
    yield "png gamma 0.png", seeds.png(extra=chunk(b"gAMA", b"\0\0\0\0"))
    yield "png chromaticities.png", seeds.png(extra=chunk(b"cHRM", b"\xff" * 32))
    for orientation in (0, 5, 9, 65535):
        exif = b"MM\0*\0\0\0\x08\0\1\1\x12\0\3\0\0\0\1" + struct.pack(">H", orientation) + b"\0\0\0\0\0\0"
        yield f"png orientation {orientation}.png", seeds.png(extra=chunk(b"eXIf", exif), shade=orientation % 200)


def apng_lies():
    whole = seeds.apng()
    at = whole.index(b"acTL") + 4

    def patched(place, value, kind):
        damaged = bytearray(whole)
        damaged[place:place + len(value)] = value
        start = whole.rindex(kind, 0, place + 1)
        length = struct.unpack(">I", whole[start - 4:start])[0]
        damaged[start + 4 + length:start + 8 + length] = struct.pack(">I", zlib.crc32(bytes(damaged[start:start + 4 + length])))
        return bytes(damaged)

    for frames in (0, 1, 2, 4, 30_000, 2**31, 2**32 - 1):
        yield f"apng says {frames} frames.png", patched(at, struct.pack(">I", frames), b"acTL")
    frame = whole.rindex(b"fcTL") + 4
    for name, place in (("sequence", 0), ("width", 4), ("height", 8), ("x", 12), ("y", 16)):
        for value in (0, 25, 2**31 - 1, 2**32 - 1):
            yield f"apng {name} {value}.png", patched(frame + place, struct.pack(">I", value), b"fcTL")
    for value in (3, 200):
        yield f"apng disposal {value}.png", patched(frame + 24, bytes((value,)), b"fcTL")
        yield f"apng blend {value}.png", patched(frame + 25, bytes((value,)), b"fcTL")


def gif_lies():
    whole = seeds.gif(frames=3)
    image = whole.index(b"\x2c")
    for name, place in (("screen width", 6), ("screen height", 8), ("x", image + 1), ("y", image + 3),
                        ("width", image + 5), ("height", image + 7)):
        for value in (0, 1, 255, 32768, 65535):
            damaged = bytearray(whole)
            damaged[place:place + 2] = struct.pack("<H", value)
            yield f"gif {name} {value}.gif", bytes(damaged)
    for value in (0, 1, 9, 12, 13, 255):
        damaged = bytearray(whole)
        damaged[image + 10] = value
        yield f"gif code size {value}.gif", bytes(damaged)
    yield "gif no colours.gif", whole[:10] + b"\x11" + whole[11:]
    yield "gif no end.gif", whole[:-1]
    yield "gif no frames.gif", whole[:image - 8] + b"\x3b"
    yield "gif blocks without end.gif", whole[:image + 11] + b"\xff" * 2000


def jpeg_lies():
    whole = (seeds.FIXTURES / "cmyk.jpg").read_bytes()
    frame = next(place for place in range(len(whole)) if whole[place] == 0xFF and whole[place + 1] in (0xC0, 0xC1, 0xC2))
    for name, place in (("height", 5), ("width", 7)):
        for value in (0, 1, 30_000, 65_500, 65_535):
            damaged = bytearray(whole)
            damaged[frame + place:frame + place + 2] = struct.pack(">H", value)
            yield f"jpeg {name} {value}.jpg", bytes(damaged)
    for value in (0, 1, 2, 5, 255):
        yield f"jpeg components {value}.jpg", whole[:frame + 9] + bytes((value,)) + whole[frame + 10:]
        yield f"jpeg precision {value}.jpg", whole[:frame + 4] + bytes((value,)) + whole[frame + 5:]
    for value in (0x00, 0x41, 0x44, 0xFF):
        yield f"jpeg sampling {value:02x}.jpg", whole[:frame + 11] + bytes((value,)) + whole[frame + 12:]
    for kind, name in ((0xDB, "quantisation"), (0xC4, "huffman"), (0xDA, "scan")):
        place = whole.find(bytes((0xFF, kind)))
        for value in (0, 2, 3, 65535):
            yield f"jpeg {name} length {value}.jpg", whole[:place + 2] + struct.pack(">H", value) + whole[place + 4:]
    yield "jpeg progressive not.jpg", whole[:frame + 1] + b"\xc2" + whole[frame + 2:]
    yield "jpeg lossless.jpg", whole[:frame + 1] + b"\xc3" + whole[frame + 2:]
    yield "jpeg arithmetic.jpg", whole[:frame + 1] + b"\xc9" + whole[frame + 2:]


def webp_lies():
    for name in ("art.webp", "moving.webp"):
        whole = (seeds.FIXTURES / name).read_bytes()
        for value in (0, 4, 100, 2**31, 2**32 - 1, 2**32 - 10):
            yield f"{name} riff {value}.webp", whole[:4] + struct.pack("<I", value) + whole[8:]
            yield f"{name} first chunk {value}.webp", whole[:16] + struct.pack("<I", value) + whole[20:]
        for place in range(20, 44):
            yield f"{name} byte {place} set.webp", whole[:place] + b"\xff" + whole[place + 1:]
    big = b"VP8X" + struct.pack("<I", 10) + bytes((0x10, 0, 0, 0)) + b"\xff\xff\xff" * 2
    yield "webp canvas 16777216.webp", b"RIFF" + struct.pack("<I", 4 + len(big)) + b"WEBP" + big
    signature = 0x2F | (16383 << 8) | (16383 << 22)
    lossless = b"VP8L" + struct.pack("<I", 12) + struct.pack("<Q", signature) + b"\0" * 4
    yield "webp lossless 16384.webp", b"RIFF" + struct.pack("<I", 4 + len(lossless)) + b"WEBP" + lossless


def tiff_lies():
    for size in SIZES:
        yield f"tiff width {size}.tif", seeds.tiff(tags={256: (4, 1, size)})
        yield f"tiff height {size}.tif", seeds.tiff(tags={257: (4, 1, size)})
        yield f"tiff both {size}.tif", seeds.tiff(tags={256: (4, 1, size), 257: (4, 1, size)})
        yield f"tiff rows per strip {size}.tif", seeds.tiff(tags={278: (4, 1, size)})
        yield f"tiff offset {size}.tif", seeds.tiff(tags={273: (4, 1, size)})
        yield f"tiff byte count {size}.tif", seeds.tiff(tags={279: (4, 1, size)})
        tiles = {322: (4, 1, size), 323: (4, 1, size), 324: (4, 1, 8), 325: (4, 1, 64), 273: None, 278: None, 279: None}
        yield f"tiff tiles of {size}.tif", seeds.tiff(tags=tiles)
    for samples in (0, 2, 5, 255, 65535):
        yield f"tiff samples {samples}.tif", seeds.tiff(tags={277: (3, 1, samples)})
    for bits in (0, 1, 7, 16, 32, 64, 65535):
        yield f"tiff bits {bits}.tif", seeds.tiff(tags={258: (3, 1, bits)})
    for compression in (2, 3, 4, 5, 6, 7, 8, 32773, 32946, 34661, 34712, 34925, 50000, 50001, 50002):
        yield f"tiff compression {compression}.tif", seeds.tiff(tags={259: (3, 1, compression)})
    for meaning in (0, 1, 3, 4, 5, 6, 8, 9, 10, 32844, 32845):
        yield f"tiff meaning {meaning}.tif", seeds.tiff(tags={262: (3, 1, meaning)})
    whole = seeds.tiff()
    directory = struct.unpack("<I", whole[4:8])[0]
    yield "tiff pages in a circle.tif", whole[:-4] + struct.pack("<I", directory)
    yield "tiff directory outside.tif", whole[:4] + struct.pack("<I", 2**31) + whole[8:]
    yield "tiff directory in header.tif", whole[:4] + struct.pack("<I", 0) + whole[8:]
    yield "tiff 65535 entries.tif", seeds.tiff(count=65535)
    yield "tiff profile outside.tif", seeds.tiff(tags={34675: (7, 2**31, 8)})
    yield "tiff orientation 99.tif", seeds.tiff(tags={274: (3, 1, 99)})


def box_lies(random):
    """HEIC and AVIF: false sizes of boxes, and of the picture in `ispe`."""
    for name in ("art.heic", "art.avif"):
        whole = (seeds.FIXTURES / name).read_bytes()
        extension_ = name.split(".")[1]
        for kind in (b"ftyp", b"meta", b"hdlr", b"pitm", b"iloc", b"iinf", b"iprp", b"ipco", b"ipma", b"ispe", b"mdat"):
            place = whole.find(kind)
            if place < 0:
                continue
            label = kind.decode()
            for size in (0, 1, 7, 2**31, 2**32 - 1):
                yield f"{name} {label} size {size}.{extension_}", whole[:place - 4] + struct.pack(">I", size) + whole[place:]
            damaged = bytearray(whole)
            for _ in range(4):
                damaged[place + 4 + random.randrange(16)] = random.randrange(256)
            yield f"{name} {label} damaged.{extension_}", bytes(damaged)
        place = whole.find(b"ispe") + 8
        for size in (0, 1, 16384, 16385, 65535, 2**31, 2**32 - 1):
            yield f"{name} says {size}.{extension_}", whole[:place] + struct.pack(">II", size, size) + whole[place + 8:]


def svg_lies():
    for size in ("0", "-5", "1e9", "1e308", "1e-300", "nan", "inf", "100%", "99999999999999999999", "1e5", "3px;", ""):
        yield f"svg size {size}.svg", seeds.svg(size=f"width='{size}' height='{size}'")
        yield f"svg box {size}.svg", seeds.svg(size=f"viewBox='0 0 {size} {size}'")
    yield "svg box thin.svg", seeds.svg(size="viewBox='0 0 1e6 0.001'")
    yield "svg box far.svg", seeds.svg(size="viewBox='1e12 1e12 64 64'")
    yield "svg no size.svg", seeds.svg(size="")
    yield "svg says UTF-16.svg", b"<?xml version='1.0' encoding='UTF-16'?>" + seeds.svg()
    yield "svg in UTF-16.svg", "\ufeff".encode("utf-16-le") + seeds.svg().decode().encode("utf-16-le")
    yield "svg in UTF-7.svg", b"<?xml version='1.0' encoding='UTF-7'?>" + seeds.svg()
    yield "svg with zeros.svg", seeds.svg().replace(b" ", b"\0")


def other_lies():
    for name, whole in (("bmp", seeds.bmp()), ("psd", seeds.psd())):
        for place in (4, 10, 14, 18, 22, 26):
            yield f"{name} bytes at {place} set.{name}", whole[:place] + b"\xff\xff\xff\x7f" + whole[place + 4:]
    whole = seeds.pdf()
    yield "pdf page 1e9.pdf", whole.replace(b"0 0 100 100", b"0 0 1e9 1e9")
    yield "pdf kids in a circle.pdf", whole.replace(b"[3 0 R]", b"[2 0 R]")
    yield "pdf count.pdf", whole.replace(b"/Count 1", b"/Count 99999999")
    yield "pdf length.pdf", whole.replace(b"/Length 31", b"/Length 2147483647")
