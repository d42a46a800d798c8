"""Checks that a contender did the whole job, because a comparison with a partial result is meaningless."""

import measure
import png
from contenders import COLOURS, SIDES
from trouble import Trouble


def check(contender, names, transparent):
    """Checks sizes, transparency, previews and the sheet of a contender."""
    stickers = contender.stickers()
    if set(stickers) != names:
        missing, extra = ", ".join(sorted(names - set(stickers))), ", ".join(sorted(set(stickers) - names))
        raise Trouble(
            f"{contender.name} made {len(stickers)} stickers from {len(names)} pictures; "
            f"missing: {missing or 'none'}; unexpected: {extra or 'none'}\n{contender.complaint()}")

    for name, files in stickers.items():
        if sorted(files) != sorted(contender.scales):
            raise Trouble(f"{contender.name} made the scales {sorted(files)} of {name}, expected {sorted(contender.scales)}")
        for scale, file in files.items():
            picture, side = png.read(file), SIDES[scale]
            size = (picture.width, picture.height)
            if max(size) != side or (contender.is_square and min(size) != side):
                raise Trouble(f"{contender.name} made {name}@{scale}x {size[0]} × {size[1]} pixels, expected {side}")
            if name in transparent and not picture.is_transparent:
                raise Trouble(f"{contender.name} lost the transparency of {name}@{scale}x")

    if len(contender.scales) == 1:
        return
    previews = contender.previews()
    if len(previews) != len(names) * (len(COLOURS) + 1):
        raise Trouble(f"{contender.name} made {len(previews)} previews of {len(names)} stickers")
    for file in previews:
        # A preview on a photo can be a JPEG, which cannot be transparent.
        is_transparent = file.suffix == ".png" and png.read(file).is_transparent
        side = max(int(measure.tool("vipsheader", "-f", field, file)) for field in ("width", "height"))
        if is_transparent or side != SIDES[3]:
            raise Trouble(f"{contender.name}: the preview {file.name} is not an opaque picture of {SIDES[3]} pixels")
    if not contender.sheets():
        raise Trouble(f"{contender.name} made no contact sheet")
