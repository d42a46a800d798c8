"""The folder of art for a benchmark."""

import pathlib
import shutil
from collections import Counter

import measure
from trouble import Trouble

# The formats that every contender reads.
EXTENSIONS = {".png", ".jpg", ".jpeg", ".webp", ".svg", ".tif", ".tiff", ".gif"}


class Art:
    """A copy of a folder's pictures, so that the programs do not change the original folder."""

    def __init__(self, source, folder):
        source = pathlib.Path(source)
        if not source.is_dir():
            raise Trouble(f"{source} is not a folder")
        files = sorted(file for file in source.iterdir() if file.is_file())
        chosen = [file for file in files if file.suffix.lower() in EXTENSIONS]
        if not chosen:
            raise Trouble(f"{source} contains no pictures ({', '.join(sorted(EXTENSIONS))})")
        again = [stem for stem, count in Counter(file.stem.lower() for file in chosen).items() if count > 1]
        if again:
            raise Trouble(f"two files in {source} would become one sticker: {', '.join(again)}")

        folder.mkdir(parents=True)
        self.folder = folder
        self.files = [pathlib.Path(shutil.copyfile(file, folder / file.name)) for file in chosen]
        self.left_out = len(files) - len(chosen)

    def summary(self):
        kinds = Counter(file.suffix.lower().lstrip(".") for file in self.files)
        return {"files": len(self.files), "formats": dict(sorted(kinds.items())),
                "bytes": sum(file.stat().st_size for file in self.files)}

    def transparent(self, scratch):
        """The names of the pictures with transparent pixels, decoded by libvips."""
        return {file.stem for file in self.files if self._is_transparent(file, scratch)}

    def _is_transparent(self, file, scratch):
        bands = int(measure.tool("vipsheader", "-f", "bands", file))
        if bands not in (2, 4):
            return False
        measure.tool("vips", "extract_band", file, scratch, bands - 1)
        most = 65535 if measure.tool("vipsheader", "-f", "format", scratch).strip() == "ushort" else 255
        return float(measure.tool("vips", "min", scratch)) < most / 2
