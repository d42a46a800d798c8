"""Chromium as a decoder: WebCodecs' ImageDecoder returns the pixels and duration of every frame, without a screen."""

import http.server
import json
import pathlib
import shutil
import struct
import subprocess
import tempfile
import threading

import numpy

from players import Playing

PAGE = """<!doctype html><meta charset="utf-8"><title>frames</title><script>
const say = (number, kind, body) => fetch(`/${kind}/${number}`, {method: 'POST', body});
async function play(number, type) {
  const data = await (await fetch(`/file/${number}`)).arrayBuffer();
  const decoder = new ImageDecoder({data, type, premultiplyAlpha: 'none', colorSpaceConversion: 'none'});
  await decoder.tracks.ready;
  await decoder.completed;
  const track = decoder.tracks.selectedTrack;
  const repetitions = track.repetitionCount === Infinity ? -1 : track.repetitionCount;
  for (let place = 0; place < track.frameCount; place++) {
    const {image} = await decoder.decode({frameIndex: place});
    const layout = {format: 'RGBA', rect: {x: 0, y: 0, width: image.codedWidth, height: image.codedHeight}};
    const pixels = new Uint8Array(image.allocationSize(layout));
    await image.copyTo(pixels, layout);
    const head = new DataView(new ArrayBuffer(16));
    head.setUint32(0, image.codedWidth); head.setUint32(4, image.codedHeight);
    head.setFloat64(8, image.duration ?? -1);
    await say(number, 'frame', new Blob([head, pixels]));
    image.close();
  }
  await say(number, 'facts', JSON.stringify({repetitions, animated: track.animated, frames: track.frameCount}));
  decoder.close();
}
(async () => {
  const types = await (await fetch('/list')).json();
  for (let number = 0; number < types.length; number++) {
    try { await play(number, types[number]); } catch (error) { await say(number, 'error', String(error)); }
  }
  await say(0, 'done', navigator.userAgent);
})().catch(error => say(0, 'done', String(error)));
</script>"""


class Chromium:
    """Plays all files in one run, because Chromium's start takes longer than decoding."""

    name = "Chromium"

    def version(self):
        return " ".join(subprocess.run(
            ["chromium", "--version"], capture_output=True, text=True, check=True).stdout.split()[:2])

    def play_all(self, files, seconds=600):
        """A Playing for each file. The file extension selects GIF or WebP; all other files are read as PNG."""
        visit = _Visit([pathlib.Path(file) for file in files])
        server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), visit.handler())
        threading.Thread(target=server.serve_forever, daemon=True).start()
        profile = tempfile.mkdtemp(prefix="apng-conformance-")
        browser = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--no-first-run", "--mute-audio",
             "--disable-background-networking", "--disable-component-update", "--force-color-profile=srgb",
             f"--user-data-dir={profile}", f"http://127.0.0.1:{server.server_port}/"],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, stdin=subprocess.DEVNULL, start_new_session=True)
        try:
            if not visit.done.wait(seconds):
                raise SystemExit("scripts/apng-conformance: Chromium did not answer")
        finally:
            browser.terminate()
            browser.wait()
            server.shutdown()
            shutil.rmtree(profile, ignore_errors=True)
        return [visit.playings[number] for number in range(len(files))]


class _Visit:
    def __init__(self, files):
        self.files = files
        self.playings = [Playing() for _ in files]
        self.done = threading.Event()

    def handler(self):
        visit = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                _, kind, *rest = self.path.split("/")
                if kind == "":
                    self.answer(PAGE.encode(), "text/html")
                elif kind == "list":
                    self.answer(json.dumps([_type(file) for file in visit.files]).encode(), "application/json")
                elif kind == "file":
                    self.answer(visit.files[int(rest[0])].read_bytes(), "application/octet-stream")
                else:
                    self.send_error(404)

            def do_POST(self):
                _, kind, number = self.path.split("/")
                visit.take(kind, int(number), self.rfile.read(int(self.headers["Content-Length"])))
                self.answer(b"", "text/plain")

            def answer(self, body, kind):
                self.send_response(200)
                self.send_header("Content-Type", kind)
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        return Handler

    def take(self, kind, number, body):
        playing = self.playings[number]
        if kind == "frame":
            width, height, duration = struct.unpack(">IId", body[:16])
            playing.frames.append(numpy.frombuffer(body, numpy.uint8, -1, 16).reshape(height, width, 4))
            playing.delays.append(duration / 1e6 if duration >= 0 else None)
        elif kind == "facts":
            repetitions = json.loads(body)["repetitions"]
            # The first play is not a repetition. The page sends -1 for endless repetitions.
            playing.plays = 0 if repetitions < 0 else repetitions + 1
        elif kind == "error":
            playing.complaint = body.decode()
        else:
            self.done.set()


def _type(file):
    return {".gif": "image/gif", ".webp": "image/webp"}.get(file.suffix, "image/png")
