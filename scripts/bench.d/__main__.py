"""The command line of scripts/bench. Each benchmark is a module with HELP, add_arguments and run."""

import argparse
import sys

import animation
import bare
import colour
import latency
import library
import memory
import pressed
import scale
import sharpness
import svg
import throughput
from trouble import Trouble

BENCHMARKS = {"throughput": throughput, "bytes": pressed, "latency": latency, "animation": animation,
              "memory": memory, "scale": scale, "library": library, "sharpness": sharpness, "svg": svg, "colour": colour,
              "bare": bare}


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/bench", description="Measures stickerd. Needs scripts/setup --bench once.")
    names = parser.add_subparsers(dest="name", metavar="BENCHMARK", required=True)
    for name, module in BENCHMARKS.items():
        module.add_arguments(names.add_parser(name, help=module.HELP, description=module.HELP))

    word = next((argument for argument in sys.argv[1:] if not argument.startswith("-")), None)
    if word is not None and word not in BENCHMARKS:
        parser.error(f'unknown benchmark "{word}"; the benchmarks are: {", ".join(BENCHMARKS)}')
    options = parser.parse_args()
    try:
        BENCHMARKS[options.name].run(options)
    except Trouble as trouble:
        sys.exit(f"scripts/bench: {trouble}")
    except KeyboardInterrupt:
        sys.exit(130)


main()
