"""The whole job from a folder of art to stickers, previews and a sheet: time, CPU and bytes."""

import json
import pathlib
import statistics
import tempfile

import common
import measure
import verdict
from art import Art
from contenders import ShellPipeline, Stickerd, StickerConvert
from trouble import Trouble

HELP = "The whole job on a folder of art, compared with a typical shell pipeline."
MEASURES = {"wall": "wall time", "cpu": "CPU time", "bytes3x": "@3x bytes", "bytes": "bytes of all scales"}


def add_arguments(parser):
    parser.add_argument("folder", metavar="DIR", help="a folder of art (PNG, SVG, JPEG …); it is only read")
    parser.add_argument("--runs", type=common.positive, default=5, metavar="N", help="number of rounds after the warm-up (5)")
    parser.add_argument(
        "--jobs", type=common.positive, default=measure.machine()["cores"], metavar="N",
        help="number of pictures that each program processes in parallel (one per core)")
    parser.add_argument(
        "--effort", choices=("fast", "balanced", "max"), help="stickerd's encode.effort (its default: balanced)")
    common.add_arguments(parser, "results")
    parser.add_argument(
        "--sticker-convert", action="store_true", help="also measure sticker-convert: one size, no previews, no sheet")


def run(options):
    if not options.json.absolute().parent.is_dir():
        raise Trouble(f"{options.json} cannot be written: its folder does not exist")
    program = common.program(options)
    if not program.is_file():
        raise Trouble(f"{program} does not exist")
    with tempfile.TemporaryDirectory(prefix="stickerd-bench-") as name:
        work = pathlib.Path(name)
        art = Art(options.folder, work / "drop" / "art")
        contenders = [Stickerd(art, work / "stickerd", options.jobs, program, options.effort),
                      ShellPipeline(art, work / "shell", options.jobs)]
        if options.sticker_convert:
            contenders.append(StickerConvert(art, work / "sticker-convert", options.jobs))
        if art.left_out:
            common.say(f"skipped {art.left_out} files, because not all programs read their formats")

        common.say(f"warm-up and check of the results: {art.summary()['files']} pictures, {options.jobs} in parallel")
        transparent = art.transparent(work / "alpha.v")
        for contender in contenders:
            contender.run()
            verdict.check(contender, {file.stem for file in art.files}, transparent)

        rounds = []
        for number in range(options.runs):
            rounds.append({contender.name: _row(contender) for contender in contenders})
            times = ", ".join(f"{name} {row['wall']:.2f} s" for name, row in rounds[-1].items())
            common.say(f"round {number + 1} of {options.runs}: {times}")
        result = _result(options, art, contenders, rounds)
    options.json.write_text(json.dumps(result, indent=2) + "\n", encoding="utf-8")
    print(_table(result))
    common.say(f"all numbers are in {options.json}")


def _row(contender):
    measurement = contender.run()
    sizes = {scale: 0 for scale in contender.scales}
    for files in contender.stickers().values():
        for scale, file in files.items():
            sizes[scale] += file.stat().st_size
    return {"wall": round(measurement.wall, 4), "cpu": round(measurement.cpu, 4),
            "othersShare": round(measurement.others, 4), "bytes3x": sizes[3], "bytes": sum(sizes.values())}


def _result(options, art, contenders, rounds):
    first = contenders[0].name
    result = {"benchmark": "throughput", "art": art.summary(), "jobs": options.jobs, "runs": options.runs,
              "effort": options.effort or "balanced",
              "machine": measure.machine(), "contenders": {}, "ratios": {}}
    for contender in contenders:
        rows = [row[contender.name] for row in rounds]
        result["contenders"][contender.name] = {
            "version": contender.version(), "scales": list(contender.scales),
            "median": {key: statistics.median(row[key] for row in rows) for key in MEASURES}, "runs": rows}
        if contender.name != first:
            result["ratios"][contender.name] = {
                key: _ratio([row[contender.name][key] / row[first][key] for row in rounds])
                for key in MEASURES if key != "bytes" or contender.scales == contenders[0].scales}
    result["othersShare"] = statistics.median(
        row["othersShare"] for names in rounds for row in names.values())
    return result


def _ratio(values):
    return {"median": round(statistics.median(values), 3), "least": round(min(values), 3),
            "most": round(max(values), 3)}


def _table(result):
    count = result["art"]["files"]
    lines = [f"{'median of ' + str(result['runs']) + ' runs':18}{'wall/sticker':>14}{'CPU/sticker':>14}"
             f"{'@3x bytes':>14}{'all scales':>14}"]
    for name, contender in result["contenders"].items():
        median = contender["median"]
        scales = f"{median['bytes']:,.0f}" if len(contender["scales"]) > 1 else "one scale"
        lines.append(f"{name:18}{median['wall'] / count * 1000:>11,.0f} ms{median['cpu'] / count * 1000:>11,.0f} ms"
                     f"{median['bytes3x']:>14,.0f}{scales:>14}")
    for name, ratios in result["ratios"].items():
        parts = [f"{MEASURES[key]} × {ratio['median']:.2f} ({ratio['least']:.2f} to {ratio['most']:.2f})"
                 for key, ratio in ratios.items()]
        lines.append(f"\n{name} ÷ stickerd, median of the rounds (least to most):\n  " + "\n  ".join(parts))
    if result["othersShare"] > 0.05:
        lines.append(f"\nNOISY: other programs used {result['othersShare']:.0%} of the processors at the same time. "
                     "The wall times are unreliable; repeat on an idle machine.")
    return "\n".join(lines)
