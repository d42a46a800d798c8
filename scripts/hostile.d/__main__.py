"""Makes hostile files, runs stickerd on them, and checks the results. See scripts/hostile."""

import argparse
import os
import sys
from pathlib import Path

import corpus
import trial


def main():
    parser = argparse.ArgumentParser(prog="scripts/hostile")
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--count", type=int)
    parser.add_argument("--kind", action="append")
    commands = parser.add_subparsers(dest="command", required=True)
    make = commands.add_parser("make")
    make.add_argument("folder", type=Path)
    for name in ("build", "watch", "table"):
        command = commands.add_parser(name)
        command.add_argument("folder", type=Path)
        command.add_argument("--stickerd", type=Path, required=True)
        command.add_argument("--seconds", type=int, default=10)
        command.add_argument("--jobs", type=int, default=0)
    arguments = parser.parse_args()
    # The files are made in a separate process, so that its memory is not counted as stickerd's.
    child = os.fork()
    if child == 0:
        count = corpus.make(arguments.folder, arguments.seed, arguments.count, arguments.kind)
        print(f"{count} files in {arguments.folder}/drop", flush=True)
        os._exit(0)
    made = os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])
    if made != 0 or arguments.command == "make":
        return made
    return getattr(trial, arguments.command)(arguments)


sys.exit(main())
