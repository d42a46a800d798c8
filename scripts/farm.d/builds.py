"""Builds with a farm. The published bytes must equal those of a build on this machine alone."""

import hashlib
import json
import os
import signal
import subprocess
import time

from bridge import expect
from checks import check
from servers import BuildGrid, Liar, Server, free_port, wait_for

# The number of stickers in a library. With effort `max` each takes seconds, so that the farm gets some of the jobs.
COUNT = 5


def disc(number):
    """A drawing of a disc with a gradient, so that it has thousands of colours."""
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200"><defs><radialGradient id="g" cx="{30 + 5 * (number % 8)}%">'
        f'<stop offset="0" stop-color="#ffd{number % 10}60"/><stop offset="1" stop-color="#2040{number % 100:02}"/>'
        f'</radialGradient></defs><circle cx="100" cy="100" r="{92 - number // 100}" fill="url(#g)" stroke="#fff" stroke-width="10"/>'
        '</svg>')


def shape(number):
    """A drawing of few colours, which takes a tenth of the time of a disc."""
    colours = f"{number * 37 % 4096:03x}", f"{number * 911 % 4096:03x}"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 200 200" shape-rendering="crispEdges">'
        f'<rect x="10" y="10" width="{100 + number % 80}" height="180" fill="#{colours[0]}"/>'
        f'<rect x="30" y="{20 + number // 80}" width="60" height="60" fill="#{colours[1]}"/></svg>')


def art(folder, count, draw):
    os.makedirs(f"{folder}/discs")
    for number in range(count):
        with open(f"{folder}/discs/Disc {number}.svg", "w") as file:
            file.write(draw(number))


class Library:
    """A drop folder with its output, built with or without a farm."""

    def __init__(self, lane, engine=None, effort="max", count=COUNT, draw=disc):
        self.folder, self.program = lane.new_folder(), os.path.join(os.path.dirname(lane.program), "stickerd")
        self.effort, self.said = effort, ""
        art(f"{self.folder}/drop", count, draw)
        self.use(engine)

    def use(self, engine):
        """Sets the engine in the configuration. None removes it."""
        settings = {"jobs": 1, "encode": {"effort": self.effort}}
        if engine:
            settings["engine"] = {"jobs": 4, "environment": "inputs", **engine}
        with open(f"{self.folder}/pipeline.json", "w") as file:
            json.dump(settings, file)

    def start(self, command):
        """Starts a command on this library. Its output is JSON."""
        return Server.keep(lambda: subprocess.Popen(
            [self.program, command, "--json", "--config", f"{self.folder}/pipeline.json",
             "--drop", f"{self.folder}/drop", "--out", f"{self.folder}/out"],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True))

    @staticmethod
    def finish(process, seconds):
        """Waits for the end of a process, and returns its output. Kills the process if it takes longer."""
        try:
            return process.communicate(timeout=seconds)
        except subprocess.TimeoutExpired:
            process.kill()
            process.communicate()
            raise

    def build(self, seconds=240):
        """Builds the library. Returns the report on the engine's work, or None without an engine."""
        process = self.start("build")
        output, errors = self.finish(process, seconds)
        self.said = output + errors
        expect(process.returncode == 0, f"status {process.returncode}: {output[-500:]}{errors[-500:]}")
        events = [json.loads(line) for line in output.splitlines()]
        return next((event for event in events if event["event"] == "engine"), None)

    def published(self):
        """The SHA-256 of each published file by its path. The report is left out, because it lists the changes of one run."""
        digests = {}
        for folder, _, names in os.walk(f"{self.folder}/out"):
            for name in names:
                path = os.path.join(folder, name)
                if not name.startswith("report."):
                    with open(path, "rb") as file:
                        digests[os.path.relpath(path, self.folder)] = hashlib.sha256(file.read()).hexdigest()
        return digests


def local(lane, effort="max", count=COUNT):
    """The files that this machine publishes without an engine."""
    with lane.lock:
        key = effort, count
        if key not in lane.published:
            library = Library(lane, effort=effort, count=count)
            expect(library.build() is None, "a build without an engine reports an engine's work")
            lane.published[key] = library.published()
        return lane.published[key]


def same(library, alone):
    there = library.published()
    different = sorted(name for name in {*there, *alone} if there.get(name) != alone.get(name))
    expect(not different, f"these files differ from those of this machine alone: {different[:5]}")


def built(lane, engine, effort="max", count=COUNT):
    """Builds the library with an engine, and compares it with the files of this machine alone. Returns the engine's work."""
    library = Library(lane, engine, effort, count)
    work = library.build()
    same(library, local(lane, effort, count))
    return work


@check("casd", waits=60)
def check_a_build_through_casd_publishes_the_bytes_of_this_machine(lane):
    with lane.casd() as casd:
        work = built(lane, {"url": casd.url})
        expect(work["jobs"] > 0, f"the engine did no job: {work}")
        # With 0 jobs, only the cache is used, and nothing is executed.
        work = built(lane, {"url": casd.url, "jobs": 0})
        expect(work["cached"] > 0 and work["jobs"] == 0, f"the cache was not used: {work}")


@check("casd", waits=40)
def check_a_build_with_programs_of_an_image_publishes_the_bytes_of_this_machine(lane):
    with lane.casd(image=f"{os.path.dirname(lane.program)}") as casd:
        work = built(lane, {"url": casd.url, "environment": "image"})
        expect(work["jobs"] > 0, f"the engine did no job: {work}")


@check("casd", waits=30)
def check_workers_without_a_filter_of_system_calls_render_nothing_and_those_without_landlock_the_same(lane):
    with lane.casd(lacks="seccomp") as casd:
        work = built(lane, {"url": casd.url})
        expect(work["jobs"] == 0 and "system calls" in work["lastError"], f"the reason is not reported: {work}")
    with lane.casd(lacks="landlock") as casd:
        work = built(lane, {"url": casd.url})
        expect(work["jobs"] > 0, f"the engine did no job: {work}")


@check("python", waits=30)
def check_workers_that_render_otherwise_render_nothing_and_the_build_is_the_same(lane):
    with Liar(lane.new_folder()) as liar:
        work = built(lane, {"url": liar.url, "instance": "identity", "environment": "image", "jobs": 1})
        expect(work["jobs"] == 0 and "libraries" in work["lastError"], f"the reason is not reported: {work}")
        # After three such failures in a row, the farm is not used for a while.
        expect(liar.count("Execute") == 3, f"{liar.count('Execute')} jobs were sent to the farm")


@check("casd", "python", "postgresql", waits=60)
def check_a_build_through_buildgrid_publishes_the_bytes_of_this_machine(lane):
    grid = lane.shared(BuildGrid)
    work = built(lane, {"url": grid.url, "platform": {"OSFamily": "linux"}})
    expect(work["jobs"] > 0, f"the engine did no job: {work}")
    work = built(lane, {"url": grid.url, "platform": {"OSFamily": "linux"}, "jobs": 0})
    expect(work["cached"] > 0 and work["jobs"] == 0, f"the cache was not used: {work}")


@check("casd", "python", "postgresql", waits=60)
def check_pictures_of_others_are_found_and_their_workers_distrusted(lane):
    with BuildGrid(lane.new_folder(), mixes=True) as grid:
        engine = {"url": grid.url, "platform": {"OSFamily": "linux"}, "verifyShare": 1, "salt": "mixed"}
        library = Library(lane, engine, count=8)
        work = library.build()
        expect("has a different result for" in library.said, f"the false answer was not detected: {work}")
        same(library, local(lane, count=8))


@check(waits=10)
def check_a_build_with_a_farm_that_cannot_be_reached_is_the_same(lane):
    work = built(lane, {"url": f"grpc://127.0.0.1:{free_port()}"}, "balanced")
    expect(work["jobs"] == 0 and work["lastError"], f"the reason is not reported: {work}")


@check("python", waits=60)
def check_builds_beside_a_farm_that_lies_stalls_or_is_full_are_the_same(lane):
    with Liar(lane.new_folder()) as liar:
        for mode in ("other-bytes", "fails", "exhausted", "stalls", "mute"):
            work = built(lane, {"url": liar.url, "instance": mode, "environment": "image"}, count=2)
            expect(work["jobs"] == 0, f"{mode}: the engine did a job: {work}")


@check("python", waits=20)
def check_a_build_that_is_stopped_ends_at_once_with_its_jobs_out(lane):
    with Liar(lane.new_folder()) as liar:
        library = Library(lane, {"url": liar.url, "instance": "stalls", "environment": "image", "jobs": 200})
        process = library.start("build")
        wait_for("jobs at the farm", lambda: liar.count("Execute") >= 4)
        begin = time.monotonic()
        process.send_signal(signal.SIGTERM)
        library.finish(process, 20)
        seconds = time.monotonic() - begin
        expect(seconds < 2, f"it took {seconds:.1f} s to end")
        library.use(None)
        library.build()
        same(library, local(lane))
