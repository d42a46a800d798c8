"""Measures the difference between stickerd's and Chromium's picture of each SVG, and whether a finding reports it."""

import judge

HELP = "the share of pixels that stickerd and Chromium draw differently, for each SVG of a folder."
# The smallest difference of a channel, premultiplied and slightly blurred, at which a pixel is treated as different.
LEVELS = 48
# The share of differing pixels that edges alone can cause.
TOLERANCE = 0.008
# Rules that report a difference between the sticker and the file.
REPORTED = {"animation-flattened", "inexact-svg", "missing-font", "unsupported-svg"}


def add_arguments(parser):
    judge.add_arguments(parser, "svg", "SVG files")


def run(options):
    rows = judge.compare(options, {".svg"}, lambda ours, theirs: {"share": _share(ours, theirs)})
    for row in rows:
        row["verdict"] = _verdict(row)
        share = f"{row['share']:8.4f}" if "share" in row else "       –"
        print(share, f"{row['verdict']:10}", row["file"], ", ".join(row["rules"]))
    verdicts = [row["verdict"] for row in rows]
    summary = {"files": len(rows)} | {name: verdicts.count(name) for name in ("alike", "reported", "rejected", "unreported")}
    judge.write(options, "svg", rows, summary)
    print(f"{summary['alike']} of {summary['files']} alike (less than {TOLERANCE:.1%} of the pixels differ by more than "
          f"{LEVELS} levels), {summary['reported']} differ with a finding, {summary['rejected']} rejected, "
          f"{summary['unreported']} differ without a finding")


def _verdict(row):
    if "share" not in row:
        return "rejected"
    if row["share"] < TOLERANCE:
        return "alike"
    return "reported" if REPORTED.intersection(row["rules"]) else "unreported"


def _share(ours, theirs):
    difference = abs(judge.blurred(ours) - judge.blurred(theirs)).max(axis=2)
    return float((difference > LEVELS).mean())
