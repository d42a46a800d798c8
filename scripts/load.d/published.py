"""scripts/manifest.py for the programs in this folder."""

import pathlib
import sys

sys.path.append(str(pathlib.Path(__file__).resolve().parent.parent))

from manifest import load  # noqa: E402, F401
