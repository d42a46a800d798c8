"""Compares how other programs play stickerd's animations: all must show the same frames for the same time."""

import pathlib
import shutil
import subprocess
import tempfile

import compare
from chromium import Chromium
from players import FFmpeg, Playing, Stickerd, read


class Apngdis:
    """Splits an animation into files. The delays are in small text files next to them."""

    name = "apngdis"

    def play(self, file):
        with tempfile.TemporaryDirectory() as folder:
            copy = pathlib.Path(shutil.copyfile(file, pathlib.Path(folder) / "a.png"))
            result = subprocess.run(["apngdis", copy, "frame"], cwd=folder, capture_output=True, check=False)
            pictures = sorted(pathlib.Path(folder).glob("frame*.png"))
            if not pictures:
                return Playing(complaint=result.stdout.decode(errors="replace").strip())
            delays = []
            for picture in pictures:
                text = picture.with_suffix(".txt").read_text(encoding="ascii").strip()
                numerator, denominator = text.removeprefix("delay=").split("/")
                delays.append(int(numerator) / int(denominator))
            return Playing([read(picture) for picture in pictures], delays)


def check(folder, program):
    """A Markdown table of every animated PNG and GIF below a folder, and whether all programs agree."""
    # A published file has two names. The readable one is shown.
    named = {file.stat().st_ino: file for file in sorted(
        [*pathlib.Path(folder).rglob("*.png"), *pathlib.Path(folder).rglob("*.gif")],
        key=lambda file: ("assets" not in file.parts, file))}
    files = sorted(file for file in named.values() if _is_animated(file))
    if not files:
        raise SystemExit(f"scripts/apng-conformance: {folder} contains no animation")
    chromium = dict(zip(files, Chromium().play_all(files)))
    lines = ["| file | bytes | pixels | frames | seconds | ffmpeg | Chromium | apngdis |",
             "|---|--:|--:|--:|--:|---|---|---|"]
    good = True
    for file in files:
        ours = Stickerd(program).play(file)
        if not ours.frames or ours.complaint:
            raise SystemExit(f"scripts/apng-conformance: {file}: {ours.complaint}")
        words = []
        players = [("ffmpeg", FFmpeg().play(file)), ("Chromium", chromium[file])]
        if file.suffix == ".png":
            players.append(("apngdis", Apngdis().play(file)))
        for name, other in players:
            words.append(_words(name, ours, other))
        good &= all(word.startswith("same") for word in words)
        words += [""] * (3 - len(words))
        height, width = ours.frames[0].shape[:2]
        lines.append(f"| {file.relative_to(folder)} | {file.stat().st_size:,} | {width} × {height} | {len(ours.frames)} | "
                     f"{sum(ours.delays):.3f} | {' | '.join(words)} |")
    return "\n".join(lines), good


def _is_animated(file):
    with file.open("rb") as content:
        head = content.read(64)
    return file.suffix == ".gif" and b"NETSCAPE" in file.read_bytes() or b"acTL" in head


def _words(name, ours, other):
    result = compare.difference(ours.frames, other.frames)
    if isinstance(result, str):
        return f"**{result}** {other.complaint[:80]}"
    if result > 1.5:
        return f"**{result:.0f} levels off**"
    for number, (right, found) in enumerate(zip(ours.delays, other.delays)):
        if found is not None and abs(right - found) > compare.TIME.get(name, 0):
            return f"**frame {number + 1} lasts {found:.4f} s instead of {right:.4f} s**"
    if name == "Chromium" and other.plays != ours.plays:
        return f"**plays {other.plays} times instead of {ours.plays}**"
    return "same" if result == 0 else f"same, ±{result:.1f}"
