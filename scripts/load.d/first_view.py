"""Measures the time until the review page shows stickers, for `scripts/load --first-view`."""

import argparse
import hashlib
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import published
from browser import Browser
from load import memory

HOME = pathlib.Path(__file__).resolve().parent.parent.parent
# Runs before the page's scripts, and records the time when all visible pictures are loaded.
WATCH = """
(() => {
  const look = () => {
    const seen = [...document.images].filter((each) => {
      const box = each.getBoundingClientRect();
      return box.top < innerHeight && box.bottom > 0 && box.width > 0;
    });
    if (document.documentElement.dataset.ready === "yes" && seen.length && seen.every((each) => each.complete)) {
      window.firstView = performance.now();
      window.seenFirst = seen.length;
    } else {
      requestAnimationFrame(look);
    }
  };
  requestAnimationFrame(look);
})();
"""


def publish(out, packs, each):
    """Adds many stickers to a published folder: copies of its pictures, each with additional bytes."""
    manifest = published.load(out)
    models = [sticker for pack in manifest["packs"] for sticker in pack["stickers"]]
    made = []
    for place in range(packs):
        stickers = []
        for number in range(each):
            sticker = json.loads(json.dumps(models[number % len(models)]))
            sticker["id"] += f"-{number}"
            sticker["label"] += f" {number}"
            sticker["pixels"] = hashlib.sha256(f"{place} {number}".encode()).hexdigest()
            sticker["previews"] = []
            for file in [*sticker["renditions"], sticker.get("filmstrip")]:
                if file:
                    copy(out, file, f"{place}/{number}".encode())
            stickers.append(sticker)
        made.append({**manifest["packs"][0], "id": f"pack-{place}", "title": f"Pack {place}", "stickers": stickers, "icon": []})
    manifest["packs"] = made
    (out / "catalog.json").write_text(json.dumps(manifest))


def copy(out, file, salt):
    path = out / file["path"]
    content = path.read_bytes() + salt
    digest = hashlib.sha256(content).hexdigest()
    file.update(sha256=digest, bytes=len(content), path=f"assets/{digest}{path.suffix}")
    (out / file["path"]).write_bytes(content)


def first_view(url):
    browser = Browser(1280, 800)
    try:
        browser.command("Page.enable")
        browser.command("Performance.enable", timeDomain="threadTicks")
        browser.command("Page.addScriptToEvaluateOnNewDocument", source=WATCH)
        browser.call("POST", "/url", {"url": url})
        browser.wait("return window.firstView")
        pictures, elements = browser.run("return [window.seenFirst, document.getElementsByTagName('*').length]")
        metrics = {each["name"]: each["value"] for each in browser.command("Performance.getMetrics")["metrics"]}
        took = browser.run("return window.firstView")
        return took, metrics["TaskDuration"] * 1000, pictures, elements, step(browser)
    finally:
        browser.close()


def step(browser):
    """The longest time of a reviewer's actions: a filter, a search, the end of the list."""
    return browser.run("""
        const shown = (act) => new Promise((resolve) => {
          const start = performance.now();
          act();
          requestAnimationFrame(() => setTimeout(() => resolve(Math.round(performance.now() - start))));
        });
        const search = document.querySelector('#search');
        const find = (text) => () => { search.value = text; search.dispatchEvent(new Event('input')); };
        return (async () => Math.max(
          await shown(() => document.querySelector('[data-filter=review]').click()), await shown(find('cat')),
          await shown(find('')), await shown(() => scrollTo(0, document.body.scrollHeight)),
          await shown(() => document.querySelector('[data-background="1"]').click())))();
        """)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--stickerd", required=True)
    options = parser.parse_args()
    stickerd = str(pathlib.Path(options.stickerd).resolve())
    slow = False
    with tempfile.TemporaryDirectory(prefix="stickerd-load-") as name:
        folder = pathlib.Path(name)
        (folder / "drop").mkdir()
        shutil.copytree(HOME / "samples/drop/cats", folder / "drop/cats")
        (folder / "pipeline.json").write_text('{ "encode": { "effort": "fast" } }')
        subprocess.run([stickerd, "build"], cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
        shutil.copytree(folder / "out", folder / "model")
        for packs, each in ((1, 500), (10, 500)):
            shutil.rmtree(folder / "out")
            shutil.copytree(folder / "model", folder / "out")
            publish(folder / "out", packs, each)
            process = subprocess.Popen(
                [stickerd, "serve", "--json", "--listen", "127.0.0.1:0"], cwd=folder, stdout=subprocess.PIPE, text=True,
                stderr=subprocess.DEVNULL)
            try:
                port = json.loads(process.stdout.readline())["port"]
                for view, words in (("#/pack/pack-0", "one pack of 500"), ("#/", f"all {packs * each:,}")):
                    for turn in ("first", "second"):
                        took, worked, pictures, elements, longest = first_view(f"http://127.0.0.1:{port}/review/{view}")
                        slow |= packs == 1 and took >= 1000
                        print(f"{packs * each:,} stickers, {words}, {turn} time: {took:.0f} ms until {pictures} pictures "
                              f"are visible ({worked:.0f} ms of CPU time in the page); {elements:,} elements; then at "
                              f"most {longest} ms per action")
                print(f"peak memory of stickerd: {memory(process.pid)} MB")
            finally:
                process.kill()
                process.wait()
    sys.exit(1 if slow else 0)


main()
