"""All hostile files, by kind. The same seed gives the same bytes."""

import os
import random as randoms

import bombs
import damage
import oddities
import references
import seeds

KINDS = {
    "cuts": damage.cuts, "flips": damage.flips, "noise": damage.noise, "lies": damage.lies, "pixels": bombs.pixels,
    "frames": bombs.frames, "chunks": bombs.chunks, "drawings": bombs.drawings, "profiles": bombs.profiles,
    "polyglots": oddities.polyglots, "endings": oddities.wrong_endings, "small": oddities.small, "names": oddities.names,
}


def make(folder, seed=4, count=None, kinds=None):
    """Writes the files to folder/drop, one pack per kind, and returns their number.

    `count` limits the files to about this number, evenly from all kinds. Entries that are not files are always created.
    """
    folder = folder.resolve()
    drop = folder / "drop"
    drop.mkdir(parents=True)
    (folder / "secret.png").write_bytes(seeds.png(shade=250))
    everything = {}
    for kind, generate in KINDS.items():
        if not kinds or kind in kinds:
            everything[kind] = list(generate(randoms.Random(f"{seed} {kind}")))
    if not kinds or "references" in kinds:
        everything["references"] = list(references.all_references(folder))
    total = sum(len(files) for files in everything.values())
    written = 0
    for kind, files in everything.items():
        (drop / kind).mkdir()
        step = max(1, total // count) if count else 1
        # Keeps at least three files of each kind that has as many.
        step = min(step, max(1, len(files) // 3))
        for name, data in files[seed % step::step]:
            raw = name if isinstance(name, bytes) else name.encode()
            with open(os.path.join(os.fsencode(drop / kind), raw), "wb") as file:
                file.write(data)
            written += 1
    if not kinds:
        (drop / "others").mkdir()
        oddities.place_others(drop / "others")
    return written
