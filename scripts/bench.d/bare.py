"""The CPU time of a C program that makes a sticker's three files with the same libraries, compared with stickerd's whole job."""

import os
import pathlib
import statistics
import sys
import tempfile

import common
import measure
from art import Art
from contenders import Stickerd
from trouble import Trouble

HELP = "The minimum cost of decoding, resizing, quantizing and deflating PNGs in C, compared with stickerd's whole job."
HERE = pathlib.Path(__file__).resolve().parent
STEPS = ["decoding", "resizing", "quantizing", "deflating"]


def add_arguments(parser):
    parser.add_argument("folder", metavar="DIR", help="a folder of PNGs; it is only read")
    parser.add_argument("--runs", type=common.positive, default=5, metavar="N", help="number of rounds (5)")
    parser.add_argument("--stickerd", metavar="PROGRAM", help="measure this program instead of building the checkout")


def run(options):
    program = common.program(options)
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as name:
        work = pathlib.Path(name)
        art = Art(options.folder, work / "drop" / "art")
        others = [file.name for file in art.files if file.suffix.lower() != ".png"]
        if others:
            raise Trouble(f"{others[0]} is not a PNG, the only format of this benchmark")
        bare = _compiled(work / "bare")
        stickerd = Stickerd(art, work / "stickerd", measure.machine()["cores"], program)
        os.environ["OMP_NUM_THREADS"] = "1"
        rows = []
        for number in range(options.runs):
            steps = [float(word) for word in measure.tool(bare, *art.files).split()]
            whole = stickerd.run().cpu / len(art.files) * 1000
            rows.append(steps + [sum(steps), whole])
            print(f"round {number + 1} of {options.runs}: {sum(steps):.0f} ms, {whole:.0f} ms", file=sys.stderr)
    print(f"CPU per picture, median of {options.runs} rounds, {len(art.files)} pictures")
    for label, values in zip(STEPS + ["together, in C", "stickerd, the whole job"], zip(*rows)):
        print(f"{label:24}{statistics.median(values):>8.1f} ms")


def _compiled(program):
    flags = measure.tool("pkg-config", "--cflags", "--libs", "vips").split()
    measure.tool("cc", "-O2", "-o", program, HERE / "bare.c", *flags, "-limagequant", "-ldeflate")
    return program
