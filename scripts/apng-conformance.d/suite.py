"""The animations: valid ones with the expected frames, and broken ones.

The cases follow Philip Taylor's APNG tests, the web platform tests (png/apng), and Firefox's reftests (image/test),
reimplemented here. The cases that combine all disposals and blends are additional.
"""

import itertools
import zlib
from dataclasses import dataclass, field, replace

import container
import numpy
import playing
from container import GREY, GREY_ALPHA, PALETTE, RGB, RGBA, actl, chunk, fctl, fdat, ihdr
from pictures import Kind
from playing import BACKGROUND, NONE, OVER, PREVIOUS, SOURCE

WIDTH, HEIGHT = 24, 20
WHOLE = (0, 0, WIDTH, HEIGHT)
OFFSETS = {
    "whole": WHOLE, "top left": (0, 0, 9, 7), "top right": (15, 0, 9, 7), "bottom left": (0, 13, 9, 7),
    "bottom right": (15, 13, 9, 7), "inside": (5, 4, 13, 11), "odd": (3, 1, 17, 13),
    "1 × 1 top left": (0, 0, 1, 1), "1 × 1 top right": (23, 0, 1, 1), "1 × 1 bottom left": (0, 19, 1, 1),
    "1 × 1 bottom right": (23, 19, 1, 1), "one column": (11, 0, 1, 20), "one row": (0, 9, 24, 1)}
DISPOSALS = {NONE: "none", BACKGROUND: "background", PREVIOUS: "previous"}
BLENDS = {SOURCE: "source", OVER: "over"}
TRUE = Kind(RGBA, 8)


@dataclass
class Frame:
    rectangle: tuple
    disposal: int = NONE
    blend: int = SOURCE
    delay: tuple = (1, 10)
    seed: int = 0
    samples: object = None


@dataclass
class Case:
    group: str
    name: str
    data: bytes
    shown: list  # RGBA, one per frame; empty for broken files
    delays: list = field(default_factory=list)  # (numerator, denominator)
    plays: int = 0
    tolerance: int = 0  # allowed difference in levels of 255, premultiplied
    kind: Kind = TRUE
    frames: list = field(default_factory=list)


def make(group, name, frames, kind=TRUE, plays=0, interlaced=False, hidden=False, pieces=1, level=9, extra=b"",
         between=b"", size=(WIDTH, HEIGHT), tolerance=None):
    """A case with its file. pieces: the number of chunks per stream; 0 writes one chunk per byte."""
    width, height = size
    data = container.SIGNATURE + ihdr(width, height, kind.depth, kind.colour, interlaced) + extra
    data += kind.chunks() + actl(len(frames), plays)
    if hidden:
        picture = kind.noise(width, height, 99)
        data += chunk("IDAT", container.stream(picture, kind.depth, interlaced, level))
    sequence, seen = 0, []
    for number, frame in enumerate(frames):
        x, y, w, h = frame.rectangle
        samples = kind.noise(w, h, frame.seed or number + 1) if frame.samples is None else frame.samples
        seen.append((frame.rectangle, frame.disposal, frame.blend, kind.rgba(samples)))
        data += fctl(sequence, frame.rectangle, frame.delay, frame.disposal, frame.blend)
        sequence += 1
        for piece in _cut(container.stream(samples, kind.depth, interlaced, level), pieces):
            if number == 0 and not hidden:
                data += chunk("IDAT", piece)
            else:
                data += between + fdat(sequence, piece)
                sequence += 1
    if tolerance is None:
        blends = any(frame.blend == OVER for frame in frames) and kind.has_soft_alpha
        # Some decoders round 16 bits to 8, others drop the lower byte. They differ by up to one level in colour and one in alpha.
        tolerance = 2 if kind.depth == 16 else int(blends)
    return Case(group, name, data + chunk("IEND"), playing.composite(width, height, seen),
                [frame.delay for frame in frames], plays, tolerance, kind, frames)


def _cut(data, pieces):
    if pieces == 0:
        return [data[place:place + 1] for place in range(len(data))]
    size = -(-len(data) // pieces)
    return [data[place:place + size] for place in range(0, len(data), size)]


def valid():
    yield from _operations()
    yield from _kinds()
    yield from _named()
    yield from _timing()
    yield from _structure()


def _operations():
    last = Frame((7, 6, 12, 10), NONE, OVER)
    for (disposal, name), (blend, word), (place, rectangle) in itertools.product(
            DISPOSALS.items(), BLENDS.items(), OFFSETS.items()):
        yield make("operation × offset", f"{name}, {word}, {place}",
                   [Frame(WHOLE), Frame(rectangle, disposal, blend), last])
    for (one, first), (two, second) in itertools.product(itertools.product(DISPOSALS, BLENDS), repeat=2):
        yield make("pairs of operations",
                   f"{DISPOSALS[one]} {BLENDS[first]}, then {DISPOSALS[two]} {BLENDS[second]}",
                   [Frame(WHOLE), Frame((2, 3, 14, 12), one, first), Frame((9, 1, 13, 15), two, second),
                    Frame((5, 5, 6, 6), NONE, OVER)])
    for disposal, blend, following in itertools.product(DISPOSALS, BLENDS, BLENDS):
        yield make("first frame", f"{DISPOSALS[disposal]} {BLENDS[blend]}, then {BLENDS[following]}",
                   [Frame(WHOLE, disposal, blend), Frame((4, 4, 11, 9), NONE, following), Frame((0, 0, 5, 5))])
        yield make("default image outside", f"{DISPOSALS[disposal]} {BLENDS[blend]}, then {BLENDS[following]}",
                   [Frame(WHOLE, disposal, blend), Frame((4, 4, 11, 9), NONE, following), Frame((0, 0, 5, 5))],
                   hidden=True)
    for place, rectangle in OFFSETS.items():
        if rectangle != WHOLE:
            yield make("default image outside", f"first frame of the animation {place}",
                       [Frame(rectangle, PREVIOUS), Frame((3, 3, 14, 14), BACKGROUND, OVER), Frame(rectangle)],
                       hidden=True)


def _kinds():
    kinds = [(GREY, depth) for depth in (1, 2, 4, 8, 16)] + [(PALETTE, depth) for depth in (1, 2, 4, 8)]
    kinds += [(colour, depth) for colour in (RGB, GREY_ALPHA, RGBA) for depth in (8, 16)]
    for colour, depth in kinds:
        for transparent in (False, True) if colour in (GREY, RGB, PALETTE) else (False,):
            kind = Kind(colour, depth, transparent, seed=depth + colour)
            for blend, interlaced in itertools.product(BLENDS, (False, True)):
                yield make("colour type", f"{kind.name}, {BLENDS[blend]}{', interlaced' if interlaced else ''}",
                           [Frame(WHOLE), Frame((3, 2, 15, 13), NONE, blend), Frame((8, 5, 9, 15), PREVIOUS, blend),
                            Frame((0, 0, 3, 3), NONE, blend)], kind, interlaced=interlaced)
            yield make("colour type, background", kind.name,
                       [Frame(WHOLE), Frame((3, 2, 15, 13), BACKGROUND, OVER), Frame((8, 5, 9, 15), BACKGROUND),
                        Frame((0, 0, 3, 3), NONE, OVER)], kind)


def _solid(colour, rectangle=WHOLE):
    return numpy.broadcast_to(numpy.array(colour, dtype=numpy.int64), (rectangle[3], rectangle[2], 4))


def _named():
    group = "named cases"
    green, red, clear = (0, 255, 0, 255), (255, 0, 0, 255), (0, 0, 0, 0)
    small = (6, 5, 10, 8)
    yield make(group, "a single frame", [Frame(WHOLE)])
    yield make(group, "a single frame, default image outside", [Frame(WHOLE)], hidden=True)
    yield make(group, "nothing visible", [Frame(WHOLE, samples=_solid(clear))] * 2)
    yield make(group, "background in a region, red must disappear",
               [Frame(WHOLE, samples=_solid(green)), Frame(small, BACKGROUND, samples=_solid(red, small)),
                Frame(small, NONE, OVER, samples=_solid(clear, small))])
    yield make(group, "previous in a region, green must come back",
               [Frame(WHOLE, samples=_solid(green)), Frame(small, PREVIOUS, samples=_solid(red, small)),
                Frame((0, 0, 1, 1), NONE, OVER, samples=_solid(clear, (0, 0, 1, 1)))])
    yield make(group, "previous three times in a row",
               [Frame(WHOLE)] + [Frame((place, place, 9, 9), PREVIOUS, OVER) for place in (1, 4, 7)] + [Frame((0, 0, 2, 2))])
    yield make(group, "previous after background",
               [Frame(WHOLE), Frame(small, BACKGROUND), Frame((4, 4, 15, 12), PREVIOUS, OVER), Frame((0, 0, 2, 2))])
    yield make(group, "background before the last frame, background on the last",
               [Frame(WHOLE, BACKGROUND), Frame(WHOLE, BACKGROUND), Frame(WHOLE, BACKGROUND)])
    yield make(group, "source: clear replaces solid",
               [Frame(WHOLE, samples=_solid(red)), Frame(WHOLE, samples=_solid(clear))])
    yield make(group, "source: nearly clear replaces solid",
               [Frame(WHOLE, samples=_solid(red)), Frame(WHOLE, samples=_solid((0, 255, 0, 2)))])
    yield make(group, "over: solid on solid, clear on solid",
               [Frame(WHOLE, samples=_solid(red)), Frame(WHOLE, NONE, OVER, samples=_solid(green)),
                Frame(WHOLE, NONE, OVER, samples=_solid(clear))])
    yield make(group, "over: half on half", [Frame(WHOLE, samples=_solid((255, 0, 0, 128))),
                                             Frame(WHOLE, NONE, OVER, samples=_solid((0, 0, 255, 128)))])
    yield make(group, "over: nearly clear, eight times",
               [Frame(WHOLE, samples=_solid(clear))] + [Frame(WHOLE, NONE, OVER, samples=_solid((0, 255, 0, 4)))] * 8,
               tolerance=8)
    yield make(group, "over on nothing", [Frame(WHOLE, samples=_solid(clear)), Frame(small, NONE, OVER)])
    yield make(group, "120 frames", [Frame((number % 20, number % 16, 4, 4) if number else WHOLE, number % 3, number % 2)
                                     for number in range(120)], tolerance=2)
    yield make(group, "a canvas of one pixel", [Frame((0, 0, 1, 1)), Frame((0, 0, 1, 1), BACKGROUND, OVER),
                                                Frame((0, 0, 1, 1), NONE, OVER)], size=(1, 1))
    yield make(group, "a canvas one pixel high, interlaced",
               [Frame((0, 0, 31, 1)), Frame((3, 0, 17, 1), BACKGROUND, OVER), Frame((30, 0, 1, 1))],
               size=(31, 1), interlaced=True)


def _timing():
    delays = [(1, 10), (1, 3), (1, 7), (1, 1000), (20, 1000), (33, 1000), (1, 30), (3, 0), (10, 0), (1, 100), (2, 100),
              (65535, 65535), (65535, 1000), (500, 65535), (1, 1), (3, 2)]
    for delay in delays:
        yield make("delay", f"{delay[0]}/{delay[1]}", [Frame(WHOLE, delay=delay), Frame(WHOLE, delay=delay)])
    yield make("delay", "0/1", [Frame(WHOLE, delay=(0, 1)), Frame(WHOLE, delay=(0, 1))])
    yield make("delay", "0/0", [Frame(WHOLE, delay=(0, 0)), Frame(WHOLE, delay=(0, 0))])
    yield make("delay", "all different", [Frame(WHOLE, delay=delay) for delay in delays])
    for plays in (0, 1, 2, 3, 1000, 2**31 - 1):
        yield make("loops", str(plays), [Frame(WHOLE), Frame(WHOLE)], plays=plays)


def _structure():
    group = "structure"
    frames = [Frame(WHOLE), Frame((3, 2, 15, 13), BACKGROUND, OVER), Frame((8, 5, 9, 15), PREVIOUS, OVER),
              Frame((0, 0, 3, 3))]
    for pieces in (2, 5, 0):
        word = f"{pieces} chunks per frame" if pieces else "a chunk for every byte"
        yield make(group, word, frames, pieces=pieces)
        yield make(group, f"{word}, default image outside", frames, pieces=pieces, hidden=True)
    yield make(group, "not compressed", frames, level=0)
    yield make(group, "text between the frames' data", frames, pieces=3,
               between=chunk("tEXt", b"Comment\0between"))
    yield make(group, "unknown chunk between the frames' data", frames, pieces=3, between=chunk("abCd", b"?"))
    yield _with_empty(group, frames)
    yield make(group, "sRGB", frames, extra=chunk("sRGB", b"\0"))
    yield _after_actl(group, frames)
    yield make(group, "the palette's last colours are not used", frames, Kind(PALETTE, 8, True, seed=4))


def _with_empty(group, frames):
    case = make(group, "an fdAT without data", frames)
    parts = split(case.data)
    place = next(number for number, (name, _) in enumerate(parts) if name == "fdAT")
    parts.insert(place, ("fdAT", parts[place][1][:4]))
    return replace(case, data=join(renumbered(parts)))


def _after_actl(group, frames):
    """fcTL of the first frame before PLTE and tRNS, and acTL before all of them."""
    kind = Kind(PALETTE, 8, True, seed=6)
    case = make(group, "acTL and fcTL before the palette", frames, kind)
    parts = split(case.data)
    moved = [part for part in parts if part[0] in ("PLTE", "tRNS")]
    parts = [part for part in parts if part[0] not in ("PLTE", "tRNS")]
    place = next(number for number, (name, _) in enumerate(parts) if name == "IDAT")
    return replace(case, data=join(parts[:place] + moved + parts[place:]))


def broken():
    """Files that violate the specification. A decoder may show the default image, or only the valid frames."""
    frames = [Frame(WHOLE), Frame((3, 2, 15, 13), BACKGROUND, OVER), Frame((8, 5, 9, 15)), Frame((0, 0, 3, 3))]
    parts = split(make("", "", frames).data)

    def file(name, change):
        copy = [(kind, bytearray(data)) for kind, data in parts]
        return Case("broken", name, join(change(copy)), [])

    def set_bytes(kind, number, start, value):
        def change(copy):
            [data for name, data in copy if name == kind][number][start:start + len(value)] = value
            return copy
        return change

    def places(copy, kind):
        return [number for number, (name, _) in enumerate(copy) if name == kind]

    yield file("no acTL", lambda copy: [part for part in copy if part[0] != "acTL"])
    yield file("two acTL", lambda copy: copy[:2] + copy[1:])
    yield file("acTL after IDAT", lambda copy: [copy[0]] + copy[2:4] + [copy[1]] + copy[4:])
    yield file("0 frames declared", set_bytes("acTL", 0, 0, b"\0\0\0\0"))
    yield file("too few frames declared", set_bytes("acTL", 0, 3, b"\2"))
    yield file("too many frames declared", set_bytes("acTL", 0, 3, b"\7"))
    yield file("2^31 frames declared", set_bytes("acTL", 0, 0, b"\x80\0\0\0"))
    yield file("first number is 1", set_bytes("fcTL", 0, 3, b"\1"))
    yield file("a number is missing", set_bytes("fcTL", 2, 3, b"\x09"))
    yield file("a duplicate number", set_bytes("fcTL", 2, 3, b"\2"))
    yield file("two fcTL for a frame", lambda copy: copy[:4] + [copy[4]] + copy[4:])
    yield file("fcTL is missing", lambda copy: copy[:places(copy, "fcTL")[2]] + copy[places(copy, "fcTL")[2] + 1:])
    yield file("fdAT is missing", lambda copy: copy[:places(copy, "fdAT")[1]] + copy[places(copy, "fdAT")[1] + 1:])
    yield file("rectangle beyond the right edge", set_bytes("fcTL", 1, 12, b"\0\0\0\x10"))
    yield file("rectangle beyond the bottom", set_bytes("fcTL", 1, 16, b"\0\0\0\x10"))
    yield file("offset near 2^32", set_bytes("fcTL", 1, 12, b"\xff\xff\xff\xff"))
    yield file("width 0", set_bytes("fcTL", 1, 4, b"\0\0\0\0"))
    yield file("width larger than the canvas", set_bytes("fcTL", 1, 4, b"\0\0\0\x30"))
    yield file("unknown disposal", set_bytes("fcTL", 1, 24, b"\x07"))
    yield file("unknown blend", set_bytes("fcTL", 1, 25, b"\x07"))
    yield file("a frame's stream is cut off", lambda copy: [
        (name, data[:len(data) // 2]) if number == places(copy, "fdAT")[1] else (name, data)
        for number, (name, data) in enumerate(copy)])
    yield file("a frame's stream holds too much", lambda copy: [
        (name, data[:4] + zlib.compress(zlib.decompress(bytes(data[4:])) + bytes(999)))
        if number == places(copy, "fdAT")[1] else (name, data) for number, (name, data) in enumerate(copy)])
    yield file("no IEND", lambda copy: copy[:-1])
    whole = join(parts)
    for share in (4, 3, 2):
        yield Case("broken", f"cut off after 1/{share}", whole[:len(whole) // share], [])
    place = whole.index(b"fdAT") + 12
    yield Case("broken", "a flipped bit in fdAT", whole[:place] + bytes([whole[place] ^ 16]) + whole[place + 1:], [])
    yield Case("broken", "bytes after the end", whole + b"trailing" * 9, [])


def split(data):
    """(name, data) of every chunk."""
    parts, place = [], 8
    while place < len(data):
        length = int.from_bytes(data[place:place + 4], "big")
        parts.append((data[place + 4:place + 8].decode("ascii"), data[place + 8:place + 8 + length]))
        place += 12 + length
    return parts


def join(parts):
    return container.SIGNATURE + b"".join(chunk(name, bytes(data)) for name, data in parts)


def renumbered(parts):
    result, sequence = [], 0
    for name, data in parts:
        if name in ("fcTL", "fdAT"):
            data = sequence.to_bytes(4, "big") + data[4:]
            sequence += 1
        result.append((name, data))
    return result
