"""Reads a published manifest of schema version 1 or 2 as docs/reference/manifest.md describes it, independently of stickerd."""

import hashlib
import json
import pathlib


class Torn(Exception):
    """A part does not have the hash that the manifest states, or is missing although the manifest has not been replaced."""


def load(out, attempts=4):
    """The whole manifest in the form of schema version 1. None if nothing is published."""
    text = index(out)
    for _ in range(attempts):
        if text is None:
            return None
        try:
            return document(pathlib.Path(out), text)
        except FileNotFoundError as gone:
            missing, last = gone.filename, text
            text = index(out)
            if text == last:
                raise Torn(f"{missing} is missing") from gone
    raise Torn("the manifest was replaced repeatedly while its parts were read")


def index(out):
    """The bytes of catalog.json."""
    try:
        return (pathlib.Path(out) / "catalog.json").read_bytes()
    except FileNotFoundError:
        return None


def document(out, text):
    found = json.loads(text)
    if found["schemaVersion"] == 1:
        return found
    catalog = {"schemaVersion": 1, "generator": found["generator"], "packs": [], "rejected": [],
               "rulesOff": found.get("rulesOff", [])}
    awaiting = []
    for entry in sorted(found["packs"] + found.get("hidden", []), key=lambda entry: entry["id"]):
        apps = [part(out, item) for item in entry.get("app", [])]
        reviews = [part(out, item) for item in entry["review"]]
        pack = {"id": entry["id"], "title": entry.get("title", entry["id"]), "titles": entry.get("titles", {}),
                "size": entry.get("size", "regular")}
        pack.update({key: entry[key] for key in ("availability", "productID") if key in entry})
        pack["icon"] = [{**icon, "path": f"assets/{icon['sha256']}.{icon['format']}",
                         "name": f"packs/{entry['id']}/icon/{icon['width']}x{icon['height']}.png"}
                        for review in reviews for icon in review.get("icon", [])]
        for icon in pack["icon"]:
            del icon["format"]
        lines = [line for app in apps for line in app["stickers"]]
        notes = [line for review in reviews for line in review["stickers"]]
        if "app" in entry and [line["id"] for line in lines] != [note["id"] for note in notes]:
            raise Torn(f"the parts of {entry['id']} do not match")
        if "stickers" in entry:
            catalog["packs"].append(
                {**pack, "stickers": [sticker(out, pack, line, note) for line, note in zip(lines, notes)]})
        held = [sticker(out, pack, note, note) for review in reviews for note in review.get("awaiting", [])]
        if held:
            awaiting.append({**pack, "stickers": held})
        catalog["rejected"] += [source for review in reviews for source in review.get("rejected", [])]
        for review in reviews:
            for key, listed in (("messages", "messages"), ("messagesAwaitingApproval", "awaitingMessages")):
                if listed in review:
                    catalog.setdefault(key, []).extend(review[listed])
    catalog["rejected"].sort(key=lambda source: source["path"])
    if awaiting:
        catalog["awaitingApproval"] = awaiting
    return catalog


def part(out, item):
    """The content of a part or record."""
    name = out / "assets" / f"{item['sha256']}.json"
    content = name.read_bytes()
    if len(content) != item["bytes"] or hashlib.sha256(content).hexdigest() != item["sha256"]:
        raise Torn(f"{name} differs from its hash")
    return json.loads(content)


def sticker(out, pack, line, note):
    record = part(out, note["record"])
    names = (pack["id"], line["id"])
    made = {"id": line["id"], "label": line["label"], "labels": line.get("labels", {}),
            "size": line.get("size", pack["size"]), "source": {**record["source"], "path": note["source"]},
            "renditions": [file(item, "packs/{}/{}@{}x".format(*names, item["scale"]))
                           for item in record["renditions"]],
            "previews": [file(item, "previews/{}/{}/{}".format(*names, item["background"]), False)
                         for item in record["previews"]],
            "fit": record["fit"], "findings": note.get("findings", []), "fingerprint": record["fingerprint"],
            "pixels": record["pixels"]}
    if "animation" in record:
        made["animation"] = record["animation"]
    if "filmstrip" in record:
        made["filmstrip"] = file(record["filmstrip"], "previews/{}/{}.filmstrip".format(*names), False)
    if "review" in note:
        made["review"] = note["review"]
    return made


def file(item, name, has_format=True):
    extension = {"apng": "png", "jpeg": "jpg"}.get(item["format"], item["format"])
    made = {**item, "path": f"assets/{item['sha256']}.{extension}", "name": f"{name}.{extension}"}
    if not has_format:
        del made["format"]
    return made
