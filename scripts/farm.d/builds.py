"""Builds of the whole stickerd with a farm: the published bytes are those of this machine alone."""

import hashlib
import json
import os
import subprocess

from bridge import expect
from checks import check
from servers import free_port

# A sticker of effort `max` takes seconds, so that the farm gets its share.
COUNT = 8


def art(folder):
    """Draws discs with gradients, so that each has thousands of colours."""
    os.makedirs(f"{folder}/discs")
    for number in range(COUNT):
        with open(f"{folder}/discs/Disc {number}.svg", "w") as file:
            file.write(
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><defs><radialGradient id="g" cx="{30 + 5 * number}%">'
                f'<stop offset="0" stop-color="#ffd{number}60"/><stop offset="1" stop-color="#2040{number}{number}"/>'
                '</radialGradient></defs><circle cx="100" cy="100" r="92" fill="url(#g)" stroke="#fff" stroke-width="10"/></svg>')


class Library:
    """A drop folder with its output, built with or without a farm."""

    def __init__(self, lane, engine=None, effort="max"):
        self.folder, self.program = lane.new_folder(), os.path.join(os.path.dirname(lane.program), "stickerd")
        art(f"{self.folder}/drop")
        settings = {"jobs": 1, "encode": {"effort": effort}}
        if engine:
            settings["engine"] = {"jobs": 4, "environment": "inputs", **engine}
        with open(f"{self.folder}/pipeline.json", "w") as file:
            json.dump(settings, file)

    def build(self):
        """Builds it; returns the report on the engine's work, or nothing without one."""
        command = [self.program, "build", "--json", "--config", f"{self.folder}/pipeline.json",
                   "--drop", f"{self.folder}/drop", "--out", f"{self.folder}/out"]
        done = subprocess.run(command, capture_output=True, text=True, timeout=240, check=False)
        expect(done.returncode == 0, f"status {done.returncode}: {done.stdout[-500:]}{done.stderr[-500:]}")
        events = [json.loads(line) for line in done.stdout.splitlines()]
        return next((event for event in events if event["event"] == "engine"), None)

    def published(self):
        """The digests of all published files, without the report, which has the changes of one run."""
        digests = {}
        for folder, _, names in os.walk(f"{self.folder}/out"):
            for name in names:
                path = os.path.join(folder, name)
                if not name.startswith("report."):
                    with open(path, "rb") as file:
                        digests[os.path.relpath(path, self.folder)] = hashlib.sha256(file.read()).hexdigest()
        return digests


def local(lane, effort="max"):
    library = Library(lane, effort=effort)
    expect(library.build() is None, "a build without an engine reports one")
    return library.published()


def same(library, alone):
    there = library.published()
    different = sorted(name for name in {*there, *alone} if there.get(name) != alone.get(name))
    expect(not different, f"these files differ from those of this machine alone: {different[:5]}")


@check("casd", waits=60)
def check_a_build_through_casd_publishes_the_bytes_of_this_machine(lane):
    alone = local(lane)
    with lane.casd() as casd:
        first = Library(lane, {"url": casd.url})
        work = first.build()
        expect(work["jobs"] > 0, f"no job was done there: {work}")
        same(first, alone)
        # The cache alone: nothing is executed there.
        second = Library(lane, {"url": casd.url, "jobs": 0})
        work = second.build()
        expect(work["cached"] > 0 and work["jobs"] == 0, f"the cache was not used: {work}")
        same(second, alone)


@check(waits=10)
def check_a_build_with_a_farm_that_cannot_be_reached_is_the_same(lane):
    alone = local(lane, effort="balanced")
    library = Library(lane, {"url": f"grpc://127.0.0.1:{free_port()}"}, effort="balanced")
    work = library.build()
    expect(work["jobs"] == 0 and work["lastError"], f"the reason is not reported: {work}")
    same(library, alone)
