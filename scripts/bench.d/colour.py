"""How far the colours of each sticker are from those that Chromium shows of the same file, and whether stickerd says so."""

import judge

HELP = "the difference in levels between the colours of stickerd and Chromium, for each picture of a folder."
SUFFIXES = {".apng", ".avif", ".gif", ".jpeg", ".jpg", ".png", ".svg", ".webp"}
# Levels that most of the picture may be off: conversions of profiles are rounded, and each program resamples its own way.
TOLERANCE = 4
# The share of the visible pixels that are within the tolerance. The others are edges.
SHARE = 0.9
# Rules that tell a designer that the colours or the transparency were changed, or taken for others.
SAID = {"animation-flattened", "broken-profile", "inexact-svg", "pages-left-out", "partly-recovered", "soft-alpha-flattened",
        "unsupported-svg", "unusual-profile"}


def add_arguments(parser):
    judge.add_arguments(parser, "colour", "pictures")


def run(options):
    rows = judge.compare(options, SUFFIXES, _levels)
    for row in rows:
        row["verdict"] = _verdict(row)
        numbers = f"{row['colour']:6.1f} {row['alpha']:6.1f}" if "colour" in row else "     –      –"
        print(numbers, f"{row['verdict']:8}", row["file"], ", ".join(row["rules"]))
    verdicts = [row["verdict"] for row in rows]
    names = ("alike", "said", "rejected", "moves", "unsaid")
    summary = {"files": len(rows)} | {name: verdicts.count(name) for name in names}
    judge.write(options, "colour", rows, summary)
    print(f"{summary['alike']} of {summary['files']} alike ({SHARE:.0%} of the visible pixels are off by at most {TOLERANCE} "
          f"levels), {summary['said']} differ with a finding, {summary['rejected']} rejected, {summary['unsaid']} differ in "
          f"silence; {summary['moves']} move and were not judged")


def _verdict(row):
    if "colour" not in row:
        return "rejected"
    # A screenshot can show any frame.
    if row["moves"]:
        return "moves"
    if max(row["colour"], row["alpha"]) <= TOLERANCE:
        return "alike"
    return "said" if SAID.intersection(row["rules"]) else "unsaid"


def _levels(ours, theirs):
    """The difference that `SHARE` of the pixels seen in either picture stay below, of colours and of alpha."""
    import numpy

    one, other = judge.blurred(ours), judge.blurred(theirs)
    seen = (one[:, :, 3] > 8) | (other[:, :, 3] > 8)
    if not seen.any():
        return {"colour": 0.0, "alpha": 0.0}
    difference = abs(one - other)[seen]
    return {"colour": float(numpy.quantile(difference[:, :3].max(axis=1), SHARE)),
            "alpha": float(numpy.quantile(difference[:, 3], SHARE))}
