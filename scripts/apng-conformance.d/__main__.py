"""The command line of scripts/apng-conformance."""

import argparse
import collections
import concurrent.futures
import os
import pathlib
import shutil
import sys
import tempfile

import compare
import outputs
import suite
from chromium import Chromium
from players import FFmpeg, Stickerd

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def main():
    parser = argparse.ArgumentParser(
        prog="scripts/apng-conformance",
        description="Makes animated PNGs of every kind, plays them with stickerd, ffmpeg and Chromium, and compares each frame "
        "and delay with the PNG specification. Prints tables in Markdown. Needs scripts/setup --bench once. Exits with 1 if "
        "there is an unexplained difference.")
    parser.add_argument("--keep", metavar="DIR", type=pathlib.Path, help="keep the animations in this folder")
    parser.add_argument("--make", metavar="DIR", type=pathlib.Path, help="only make the animations, in this folder")
    parser.add_argument("--outputs", metavar="DIR", type=pathlib.Path,
                        help="instead, check that ffmpeg, Chromium and apngdis play the animated PNGs in this folder like "
                        "stickerd, for example out/assets after a build")
    parser.add_argument("--stickerd", metavar="PROGRAM", type=pathlib.Path,
                        default=ROOT / ".build" / "release" / "stickerd", help="the program to run (.build/release/stickerd)")
    options = parser.parse_args()
    if options.make:
        _make([*suite.valid(), *suite.broken()], options.make)
        return
    for program in (options.stickerd, "ffmpeg", "ffprobe", "chromium", "apngdis"):
        if not shutil.which(program):
            sys.exit(f"scripts/apng-conformance: {program} is missing. Run: scripts/setup --bench; swift build -c release")
    if options.outputs:
        table, good = outputs.check(options.outputs, options.stickerd.resolve())
        print(table)
    else:
        good = _suite(options)
    sys.exit(0 if good else 1)


def _make(cases, folder):
    folder.mkdir(parents=True, exist_ok=True)
    files = []
    for number, case in enumerate(cases):
        files.append(folder / f"{number:03} {case.group} {case.name}.png".replace("/", "÷"))
        files[-1].write_bytes(case.data)
    return files


def _suite(options):
    valid, broken = list(suite.valid()), list(suite.broken())
    with tempfile.TemporaryDirectory(prefix="apng-conformance-") as scratch:
        files = _make(valid + broken, options.keep or pathlib.Path(scratch))
        players = [Stickerd(options.stickerd.resolve()), FFmpeg(), Chromium()]
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as threads:
            playings = {player.name: list(threads.map(player.play, files)) for player in players[:2]}
        playings["Chromium"] = players[2].play_all(files)
    print("Compared: " + ", ".join(player.version() for player in players) + ".\n")
    good = _valid_table(valid, playings)
    _broken_table(broken, {name: played[len(valid):] for name, played in playings.items()})
    return good


def _valid_table(cases, playings):
    groups = collections.defaultdict(lambda: collections.defaultdict(int))
    differences = collections.defaultdict(list)
    exact, unexplained = 0, []
    for number, case in enumerate(cases):
        groups[case.group]["cases"] += 1
        groups[case.group]["frames"] += len(case.shown)
        for name, played in playings.items():
            faults = (compare.verdict(case, name, played[number]), compare.timing(case, name, played[number]))
            groups[case.group][name] += faults == (None, None)
            for fault in filter(None, faults):
                words = compare.explanation(case, name, fault)
                differences[name, words].append(case)
                if words is None:
                    unexplained.append(f"{name}: {case.group}, {case.name}: {fault}")
        exact += compare.difference(case.shown, playings["stickerd"][number].frames) == 0
    names = list(playings)
    print("| group | animations | frames | " + " | ".join(names) + " |")
    print("|---|--:|--:|" + "--:|" * len(names))
    for group, row in groups.items():
        print(f"| {group} | {row['cases']} | {row['frames']} | " + " | ".join(str(row[name]) for name in names) + " |")
    total = {key: sum(row[key] for row in groups.values()) for key in ["cases", "frames", *names]}
    print(f"| **all** | **{total['cases']}** | **{total['frames']}** | "
          + " | ".join(f"**{total[name]}**" for name in names) + " |")
    print(f"\nstickerd is bit-exact in {exact} of {len(cases)}.")
    print("\n| program | animations | difference, and which program is right |\n|---|--:|---|")
    for (name, words), found in differences.items():
        if words:
            print(f"| {name} | {len(found)} | {words} |")
    for line in unexplained:
        print(f"\n**Unexplained**: {line}")
    return not unexplained


def _broken_table(cases, playings):
    print("\n| broken file | " + " | ".join(playings) + " |")
    print("|---|" + "---|" * len(playings))
    for number, case in enumerate(cases):
        words = []
        for played in playings.values():
            frames, complaint = len(played[number].frames), played[number].complaint
            words.append(f"{frames} frame{'' if frames == 1 else 's'}" + (", complains" if complaint else "")
                         if frames else "rejects")
        print(f"| {case.name} | " + " | ".join(words) + " |")


main()
