"""How much of each SVG stickerd draws otherwise than Chromium, and whether it says so."""

import judge

HELP = "the share of pixels that stickerd and Chromium draw differently, for each SVG of a folder."
# Levels of a channel, premultiplied and blurred a little, that are a difference.
LEVELS = 48
# A share of differing pixels that edges alone can have.
TOLERANCE = 0.008
# Rules that tell a designer that the sticker differs from the file.
SAID = {"animation-flattened", "inexact-svg", "missing-font", "unsupported-svg"}


def add_arguments(parser):
    judge.add_arguments(parser, "svg", "SVG files")


def run(options):
    rows = judge.compare(options, {".svg"}, lambda ours, theirs: {"share": _share(ours, theirs)})
    for row in rows:
        row["verdict"] = _verdict(row)
        share = f"{row['share']:8.4f}" if "share" in row else "       –"
        print(share, f"{row['verdict']:9}", row["file"], ", ".join(row["rules"]))
    verdicts = [row["verdict"] for row in rows]
    summary = {"files": len(rows)} | {name: verdicts.count(name) for name in ("alike", "said", "rejected", "unsaid")}
    judge.write(options, "svg", rows, summary)
    print(f"{summary['alike']} of {summary['files']} alike (less than {TOLERANCE:.1%} of the pixels differ by more than "
          f"{LEVELS} levels), {summary['said']} differ with a finding, {summary['rejected']} rejected, "
          f"{summary['unsaid']} differ in silence")


def _verdict(row):
    if "share" not in row:
        return "rejected"
    if row["share"] < TOLERANCE:
        return "alike"
    return "said" if SAID.intersection(row["rules"]) else "unsaid"


def _share(ours, theirs):
    difference = abs(judge.blurred(ours) - judge.blurred(theirs)).max(axis=2)
    return float((difference > LEVELS).mean())
