"""Measures the colour difference between each sticker and Chromium's picture of the same file, and whether a finding reports it."""

import judge

HELP = "the difference in levels between the colours of stickerd and Chromium, for each picture of a folder."
SUFFIXES = {".apng", ".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"}
# Allowed difference in levels for most of the picture: profile conversions are rounded, and resampling differs.
TOLERANCE = 4
# The share of the visible pixels that must be within the tolerance. The others are edges.
SHARE = 0.9
# Rules that report changed or reinterpreted colours or transparency.
REPORTED = {"animation-flattened", "broken-profile", "inexact-svg", "pages-left-out", "partly-recovered", "soft-alpha-flattened",
            "unsupported-svg", "unusual-profile"}


def add_arguments(parser):
    judge.add_arguments(parser, "colour", "pictures")


def run(options):
    rows = judge.compare(options, SUFFIXES, _levels)
    for row in rows:
        row["verdict"] = _verdict(row)
        numbers = f"{row['colour']:6.1f} {row['alpha']:6.1f}" if "colour" in row else "     –      –"
        print(numbers, f"{row['verdict']:10}", row["file"], ", ".join(row["rules"]))
    verdicts = [row["verdict"] for row in rows]
    names = ("alike", "reported", "rejected", "moves", "unreported")
    summary = {"files": len(rows)} | {name: verdicts.count(name) for name in names}
    judge.write(options, "colour", rows, summary)
    print(f"{summary['alike']} of {summary['files']} alike ({SHARE:.0%} of the visible pixels differ by at most {TOLERANCE} "
          f"levels), {summary['reported']} differ with a finding, {summary['rejected']} rejected, {summary['unreported']} differ "
          f"without a finding; {summary['moves']} are animated and were not compared")


def _verdict(row):
    if "colour" not in row:
        return "rejected"
    # A screenshot can show any frame of an animation.
    if row["moves"]:
        return "moves"
    if max(row["colour"], row["alpha"]) <= TOLERANCE:
        return "alike"
    return "reported" if REPORTED.intersection(row["rules"]) else "unreported"


def _levels(ours, theirs):
    """The maximum difference of colours and of alpha in `SHARE` of the pixels that are visible in either picture."""
    import numpy

    one, other = judge.blurred(ours), judge.blurred(theirs)
    seen = (one[:, :, 3] > 8) | (other[:, :, 3] > 8)
    if not seen.any():
        return {"colour": 0.0, "alpha": 0.0}
    difference = abs(one - other)[seen]
    return {"colour": float(numpy.quantile(difference[:, :3].max(axis=1), SHARE)),
            "alpha": float(numpy.quantile(difference[:, 3], SHARE))}
