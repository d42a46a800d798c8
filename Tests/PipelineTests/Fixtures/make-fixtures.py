#!/usr/bin/env python3
"""Creates the pictures next to this script, in formats that the tests cannot write themselves.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install pillow pillow-heif
    /tmp/venv/bin/python make-fixtures.py

Each picture shows the same 64 x 48 pixels: a red half and a blue half, with a transparent margin of 8 pixels.
"""
from pathlib import Path

import pillow_heif
from PIL import Image, ImageDraw

FOLDER = Path(__file__).parent
RED, BLUE, GREEN = (220, 40, 40, 255), (40, 60, 200, 255), (40, 180, 60, 255)


def art(left, right):
    picture = Image.new("RGBA", (64, 48), (0, 0, 0, 0))
    draw = ImageDraw.Draw(picture)
    draw.rectangle((8, 8, 31, 39), fill=left)
    draw.rectangle((32, 8, 55, 39), fill=right)
    return picture


def main():
    pillow_heif.register_heif_opener()
    picture = art(RED, BLUE)
    picture.save(FOLDER / "art.webp", lossless=True)
    picture.save(FOLDER / "art.heic", quality=90)
    picture.save(FOLDER / "art.avif", quality=90)
    picture.save(
        FOLDER / "moving.webp", save_all=True, append_images=[art(GREEN, GREEN)], duration=100, lossless=True)
    # The file has Adobe's marker and inverted inks, as Photoshop writes them, and no profile.
    opaque = Image.new("RGB", picture.size, (255, 255, 255))
    opaque.paste(picture, mask=picture.getchannel("A"))
    opaque.convert("CMYK").save(FOLDER / "cmyk.jpg", quality=95, subsampling=0)


if __name__ == "__main__":
    main()
