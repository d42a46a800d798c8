#!/usr/bin/env python3
"""Creates the animations next to this script, and `frames.json` with the frames that a browser and libwebp show.

    python3 -m venv /tmp/venv && /tmp/venv/bin/pip install pillow
    /tmp/venv/bin/python make-animations.py      # also needs Chromium

The GIFs are random, so that all disposal methods, kinds of palettes, offsets, interlacing and transparency are combined.
`frames.json` contains the number of plays of each file. For each frame, it contains the delay in the file, in milliseconds,
and the SHA-256 of the RGBA pixels, in which transparent pixels have the colour 0. GIFs are decoded by Chromium's
ImageDecoder. WebPs are decoded by libwebp's animation decoder, because browsers round translucent pixels of WebP.
"""
import base64
import hashlib
import http.server
import io
import json
import random
import struct
import subprocess
import tempfile
import threading
from pathlib import Path

from PIL import Image, ImageDraw, ImageSequence

FOLDER = Path(__file__).parent


def lzw(indices, bits):
    """Encodes with codes of constant length. The table is cleared before the codes would become longer."""
    clear = 1 << bits
    codes = []
    for place, index in enumerate(indices):
        if place % (clear - 2) == 0:
            codes.append(clear)
        codes.append(index)
    codes.append(clear + 1)
    number = sum(code << place * (bits + 1) for place, code in enumerate(codes))
    data = number.to_bytes((len(codes) * (bits + 1) + 7) // 8, "little")
    blocks = [data[start:start + 255] for start in range(0, len(data), 255)]
    return bytes([bits]) + b"".join(bytes([len(block)]) + block for block in blocks) + b"\0"


def palette_size(palette):
    return len(palette).bit_length() - 2


def gif(width, height, palette, background, repeats, frames):
    out = b"GIF89a" + struct.pack("<HHBBB", width, height, 0xF0 | palette_size(palette), background, 0)
    out += bytes(sum(palette, ()))
    if repeats is not None:
        out += b"\x21\xff\x0bNETSCAPE2.0\x03\x01" + struct.pack("<H", repeats) + b"\0"
    for x, y, w, h, own, clear, disposal, delay, interlaced, indices in frames:
        out += b"\x21\xf9\x04" + struct.pack("<BHBB", disposal << 2 | (clear is not None), delay, clear or 0, 0)
        flags = (0x80 | palette_size(own) if own else 0) | (0x40 if interlaced else 0)
        out += b"\x2c" + struct.pack("<HHHHB", x, y, w, h, flags) + (bytes(sum(own, ())) if own else b"")
        rows = [indices[row * w:(row + 1) * w] for row in range(h)]
        if interlaced:
            order = [*range(0, h, 8), *range(4, h, 8), *range(2, h, 4), *range(1, h, 2)]
            rows = [rows[row] for row in order]
        out += lzw(sum(rows, []), max(2, len(own or palette).bit_length() - 1))
    return out + b"\x3b"


def random_gif(seed):
    dice = random.Random(seed)

    def colours(count):
        return [tuple(dice.randrange(256) for _ in range(3)) for _ in range(count)]

    width, height, palette = dice.randint(5, 30), dice.randint(5, 30), colours(16)
    frames = []
    for place in range(dice.randint(3, 8)):
        w, h = dice.randint(1, width), dice.randint(1, height)
        if place == 0 and dice.random() < .5:
            w, h = width, height
        own = colours(dice.choice([4, 8, 32])) if dice.random() < .4 else None
        count = len(own or palette)
        clear = dice.randrange(count) if dice.random() < .6 else None
        indices = [
            clear if clear is not None and dice.random() < .4 else dice.randrange(count) for _ in range(w * h)]
        frames.append((
            dice.randint(0, width - w), dice.randint(0, height - h), w, h, own, clear, dice.randrange(4),
            dice.choice([0, 1, 2, 3, 7, 10, 50]), dice.random() < .4, indices))
    return gif(width, height, palette, dice.randrange(16), dice.choice([None, 0, 1, 3]), frames)


def random_webp(seed, path):
    dice = random.Random(seed)
    width, height = dice.randint(20, 60), dice.randint(20, 60)
    frames = []
    for place in range(dice.randint(3, 6)):
        picture = frames[-1].copy() if frames and dice.random() < .6 else Image.new("RGBA", (width, height))
        draw = ImageDraw.Draw(picture)
        for _ in range(3):
            x, y = dice.randint(0, width - 5), dice.randint(0, height - 5)
            colour = tuple(dice.randrange(256) for _ in range(3)) + (dice.choice([255, 255, 128, 60, 0]),)
            draw.ellipse([x, y, x + dice.randint(3, 20), y + dice.randint(3, 20)], fill=colour)
        frames.append(picture)
    frames[0].save(
        path, save_all=True, append_images=frames[1:], lossless=bool(seed % 2), quality=80,
        duration=[dice.choice([7, 10, 33, 40, 100]) for _ in frames], loop=dice.choice([0, 1, 3]))


def blended_webp(seed):
    """Random rectangles with all methods of blending and disposal. libwebp's encoder, which Pillow uses, chooses few of them."""
    def chunk(kind, data):
        return kind + struct.pack("<I", len(data)) + data + b"\0" * (len(data) % 2)

    def number(value):
        return struct.pack("<I", value)[:3]

    def pixels(picture):
        still = io.BytesIO()
        picture.save(still, "webp", lossless=True, exact=True)
        return still.getvalue()[12:]

    dice = random.Random(seed)
    width, height = dice.randint(20, 40), dice.randint(20, 40)
    frames = b""
    for _ in range(6):
        x, y = dice.randrange(0, width // 2, 2), dice.randrange(0, height // 2, 2)
        w, h = dice.randint(2, width - x), dice.randint(2, height - y)
        picture = Image.new("RGBA", (w, h))
        for _ in range(3):
            left, top = dice.randint(-5, w), dice.randint(-5, h)
            colour = tuple(dice.randrange(256) for _ in range(3)) + (dice.choice([255, 200, 128, 60, 7, 0]),)
            ImageDraw.Draw(picture).rectangle([left, top, left + dice.randint(3, 30), top + dice.randint(3, 30)], fill=colour)
        control = number(x // 2) + number(y // 2) + number(w - 1) + number(h - 1) + number(dice.choice([7, 33, 100]))
        frames += chunk(b"ANMF", control + bytes([dice.randrange(4)]) + pixels(picture))
    header = chunk(b"VP8X", bytes([0x12, 0, 0, 0]) + number(width - 1) + number(height - 1))
    animation = chunk(b"ANIM", bytes(dice.randrange(256) for _ in range(4)) + struct.pack("<H", dice.choice([0, 1, 3])))
    body = b"WEBP" + header + animation + frames
    return b"RIFF" + struct.pack("<I", len(body)) + body


PAGE = """<script>
(async () => {
  const files = %s, results = {};
  for (const [name, type, text] of files) {
    const bytes = Uint8Array.from(atob(text), c => c.charCodeAt(0));
    const decoder = new ImageDecoder({data: bytes, type, premultiplyAlpha: "none", colorSpaceConversion: "none"});
    await decoder.completed;
    await decoder.tracks.ready;
    const track = decoder.tracks.selectedTrack, frames = [];
    for (let place = 0; place < track.frameCount; place++) {
      const {image} = await decoder.decode({frameIndex: place});
      const pixels = new Uint8Array(image.allocationSize({format: "RGBA"}));
      await image.copyTo(pixels, {format: "RGBA"});
      for (let i = 0; i < pixels.length; i += 4) if (!pixels[i + 3]) pixels.fill(0, i, i + 3);
      const digest = new Uint8Array(await crypto.subtle.digest("SHA-256", pixels));
      const hex = Array.from(digest, byte => byte.toString(16).padStart(2, "0")).join("");
      frames.push({delay: image.duration / 1000, sha256: hex});
    }
    const repeats = track.repetitionCount;
    results[name] = {plays: repeats === Infinity ? 0 : repeats + 1, frames};
  }
  await fetch("/done", {method: "POST", body: JSON.stringify(results)});
})();
</script>"""


def shown_by_chromium(paths):
    files = [(path.name, "image/" + path.suffix[1:], base64.b64encode(path.read_bytes()).decode()) for path in paths]
    page, answer, done = (PAGE % json.dumps(files)).encode(), [], threading.Event()

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            self.send_response(200)
            self.send_header("Content-Type", "text/html")
            self.end_headers()
            self.wfile.write(page if self.path == "/" else b"")

        def do_POST(self):
            answer.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()
            done.set()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    with tempfile.TemporaryDirectory() as profile:
        browser = subprocess.Popen(
            ["chromium", "--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={profile}",
             "--remote-debugging-port=0", f"http://127.0.0.1:{server.server_port}/"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not done.wait(90):
            raise SystemExit("chromium gave no answer")
        browser.terminate()
        browser.wait()
    return answer[0]


def shown_by_libwebp(path, timing):
    frames = []
    for frame in ImageSequence.Iterator(Image.open(path)):
        pixels = bytearray(frame.convert("RGBA").tobytes())
        for i in range(0, len(pixels), 4):
            if pixels[i + 3] == 0:
                pixels[i:i + 3] = b"\0\0\0"
        frames.append(hashlib.sha256(pixels).hexdigest())
    told = [dict(frame, sha256=digest) for frame, digest in zip(timing["frames"], frames, strict=True)]
    return {"plays": timing["plays"], "frames": told}


def large_webp(path):
    """An animation of 1.5 KB that needs more than 256 MB when it is decoded. See `FrameSourceTests`."""
    pictures = []
    for number in range(20):
        picture = Image.new("RGBA", (2048, 2048))
        picture.paste((200, 40 + number * 10, 60, 255), (100 + number * 60, 200, 700 + number * 60, 900))
        pictures.append(picture)
    pictures[0].save(path, save_all=True, append_images=pictures[1:], duration=50, loop=0, lossless=True, quality=0,
                     method=6, minimize_size=True)


def main():
    large_webp(FOLDER / "large.webp")
    for seed in range(16):
        (FOLDER / f"random-{seed:02}.gif").write_bytes(random_gif(seed))
    for seed in range(6):
        random_webp(seed, FOLDER / f"random-{seed:02}.webp")
    for seed in range(3):
        (FOLDER / f"blended-{seed:02}.webp").write_bytes(blended_webp(seed))
    paths = sorted([*FOLDER.glob("random-*.gif"), *FOLDER.glob("random-*.webp"), *FOLDER.glob("blended-*.webp")])
    shown = shown_by_chromium(paths)
    for path in paths:
        if path.suffix == ".webp":
            shown[path.name] = shown_by_libwebp(path, shown[path.name])
    text = json.dumps(shown, indent=1, sort_keys=True)
    (FOLDER / "frames.json").write_text(text + "\n")


if __name__ == "__main__":
    main()
