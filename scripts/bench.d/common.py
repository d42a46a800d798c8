"""Options and messages that the benchmarks have in common."""

import argparse
import pathlib
import subprocess
import sys

from trouble import Trouble

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def add_arguments(parser, name):
    """Adds --json and --stickerd. `name`: the part of the default file name that identifies the benchmark."""
    parser.add_argument("--json", default=ROOT / f"bench-{name}.json", metavar="FILE", type=pathlib.Path,
                        help=f"the file for all numbers (bench-{name}.json in the repository)")
    parser.add_argument("--stickerd", metavar="PROGRAM", help="measure this program instead of building the checkout")


def program(options):
    """The measured program, which is built if none is given."""
    return pathlib.Path(options.stickerd).resolve() if options.stickerd else _build()


def positive(text):
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"expected a number from 1, found {text}")
    return int(text)


def say(text):
    print(text, file=sys.stderr, flush=True)


def _build():
    say("building stickerd")
    try:
        for product in ("stickerd", "stickerd-render"):
            subprocess.run(["swift", "build", "-c", "release", "--product", product, "--quiet"], cwd=ROOT, check=True)
    except FileNotFoundError:
        raise Trouble("swift is missing. Run: scripts/setup") from None
    except subprocess.CalledProcessError:
        raise Trouble("the build of stickerd failed") from None
    return ROOT / ".build" / "release" / "stickerd"
