"""Animated stickers: bytes, time and fidelity, compared with other programs."""

import json
import pathlib
import statistics
import tempfile

import common
import measure
from trouble import Trouble

HELP = "Animations of 618 pixels: bytes, time and fidelity against apngasm, apngopt, ffmpeg and sticker-convert."
LIMIT = 500_000


def add_arguments(parser):
    parser.add_argument("--runs", type=common.positive, default=3, metavar="N", help="number of runs of each program (3)")
    parser.add_argument("--only", metavar="TEXT", help="only the animations whose names contain this text")
    parser.add_argument("--frames", type=common.positive, default=12, metavar="N", help="number of frames compared by SSIM (12)")
    parser.add_argument("--butteraugli", type=common.positive, default=3, metavar="N",
                        help="number of frames compared by butteraugli (3)")
    parser.add_argument("--patience", type=common.positive, default=900, metavar="SECONDS",
                        help="time limit of a program for an animation (900)")
    common.add_arguments(parser, "animation")
    parser.add_argument("--keep", metavar="DIR", type=pathlib.Path, help="keep sources and results in this folder")


def run(options):
    try:
        import likeness  # noqa: F401
        import motion
    except ImportError as error:
        raise Trouble(f"{error.name} is missing. Run: scripts/setup --bench") from None
    program = common.program(options)
    rows = []
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as scratch:
        work = options.keep or pathlib.Path(scratch)
        for source in motion.all_of(common.ROOT / "samples", options.only or ""):
            rows += _compare(source, work / source.name.replace(" ", "-").replace(",", ""), program, options)
            _write(options.json, rows)
    if not rows:
        raise Trouble(f'no animation name contains "{options.only}"')
    print(table(rows))
    common.say(f"all numbers are in {options.json}")


def _compare(source, work, program, options):
    import animators
    import likeness
    import motion

    work.mkdir(parents=True)
    file = work / "source.png"
    motion.write(source, file)
    delay = source.delays[0]
    makers = [
        animators.Builder("stickerd", file, work / "stickerd", program),
        animators.Builder("stickerd, nothing lost", file, work / "exact", program, {"fidelityTarget": 1}),
        animators.Builder("stickerd, truecolour", file, work / "truecolour", program, {"colour": "truecolour"}),
        *(kind(file, work / kind.name.split()[0], delay, options.patience) for kind in (
            animators.FFmpeg, animators.APNGAssembler, animators.APNGOptimizer, animators.Quantized)),
        animators.Converter(file, work / "sticker-convert", options.patience)]
    # apngasm takes one delay for all frames, so it cannot make animations with several delays.
    if len(set(source.delays)) > 1:
        makers = [maker for maker in makers if not isinstance(maker, (animators.APNGAssembler, animators.Quantized))]
    rounds = {maker.name: [] for maker in makers}
    failures = {}

    def make(number, makers):
        for maker in makers:
            if maker.name in failures:
                continue
            try:
                rounds.setdefault(maker.name, []).append(maker.run())
            except Trouble as trouble:
                failures[maker.name] = str(trouble)
            common.say(f"{source.name}: {maker.name}, round {number + 1} of {options.runs}")

    for number in range(options.runs):
        make(number, makers)
    held = _held([maker for maker in makers if maker.name not in failures], file, work, program)
    for number in range(options.runs):
        make(number, held)
    makers += held
    rows = []
    for maker in makers:
        row = {"animation": source.name, "maker": maker.name, "scales": len(maker.scales)}
        results = {} if maker.name in failures else maker.results()
        if 3 not in results:
            rows.append(row | {"failure": failures.get(maker.name, "no file was made")})
            continue
        row["wall"] = statistics.median(run.wall for run in rounds[maker.name])
        row["cpu"] = statistics.median(run.cpu for run in rounds[maker.name])
        row["others"] = statistics.median(run.others for run in rounds[maker.name])
        row["bytes"] = results[3].stat().st_size
        try:
            row |= likeness.measure(results[3], source, program, options.frames, options.butteraugli)
        except Trouble as trouble:
            row["failure"] = f"its output cannot be read: {trouble}"
        rows.append(row)
    return rows


def _held(makers, file, work, program):
    """Runs of stickerd that are limited to the bytes of a smaller lossy result, so that the appearance can be compared."""
    import animators

    sizes = {maker.name: maker.results()[3].stat().st_size for maker in makers if 3 in maker.results()}
    rows = [("sticker-convert", "stickerd", None), ("pngquant + apngasm", "stickerd, nothing lost", {"fidelityTarget": 1})]
    return [animators.Builder(f"{ours}, in {theirs}'s bytes", file, work / f"held-{theirs.split()[0]}", program, settings,
                              byte_limit=sizes[theirs] + 1)
            for theirs, ours, settings in rows if 10_000 <= sizes.get(theirs, 0) < min(LIMIT, sizes.get(ours, 0))]


def _write(file, rows):
    file.write_text(json.dumps({"benchmark": "animation", "machine": measure.machine(), "rows": rows}, indent=2) + "\n",
                    encoding="utf-8")


def table(rows):
    """A Markdown table. Ratios are relative to stickerd on the same animation; above 1, stickerd is better."""
    lines = ["| animation | program | @3x bytes | frames | SSIM mean | least | butteraugli | wall | CPU |",
             "|---|---|--:|--:|--:|--:|--:|--:|--:|"]
    ours = {row["animation"]: row for row in rows if row["maker"] == "stickerd"}
    for row in rows:
        if "failure" in row:
            lines.append(f"| {row['animation']} | {row['maker']} | {row['failure'].splitlines()[-1][:80]} | | | | | | |")
            continue
        base = ours.get(row["animation"], {})
        size = f"{row['bytes']:,}" + (" (over)" if row["bytes"] >= LIMIT else "")
        frames = f"{row['frames']}" + ("" if row["frames"] == row["idealFrames"] else f" of {row['idealFrames']}")
        if abs(row["milliseconds"] - row["idealMilliseconds"]) > 1:
            frames += f", {row['milliseconds'] / row['idealMilliseconds']:.0%} of the time"
        times = [f"{row[key]:.2f} s" + (f" (× {row[key] / base[key]:.1f})" if base.get(key) and row is not base else "")
                 for key in ("wall", "cpu")]
        lines.append(f"| {row['animation']} | {row['maker']}{' †' if row['scales'] == 1 else ''} | {size} | {frames} | "
                     f"{row['ssim']:.4f} | {row['leastSSIM']:.4f} | {row['butteraugli']:.2f} | {times[0]} | {times[1]} |")
    lines.append("\n† one scale; the others make @3x, @2x and @1x.")
    return "\n".join(lines)
