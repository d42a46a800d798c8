"""Single jobs with `stickerd-render --once`, as HTCondor or GNU parallel run them."""

import glob
import hashlib
import os
import struct
import subprocess

from agent_relay import DATA, FILE, RESULT
from library import Failed, uses


def content(data):
    """The files of a response as (head, hash), and its result."""
    (files, result, place) = ([], None, 0)
    while place < len(data):
        kind, _, _, _, length = struct.unpack(">BBHIQ", data[place:place + 16])
        payload = data[place + 16:place + 16 + length]
        place += 16 + length
        if kind == FILE:
            files.append((payload, hashlib.sha256()))
        elif kind == DATA:
            files[-1][1].update(payload)
        elif kind == RESULT:
            result = payload
    return [(head, digest.hexdigest()) for head, digest in files], result


class Once:
    def recorded(self):
        """Records the requests of a build and the responses of an agent."""
        records = f"{self.folder}/records"
        os.makedirs(records)
        library = self.qualified("once", self.pool(self.relay("record", records)))
        library.build_with_agents()
        library.compare()
        answered = [path for path in glob.glob(f"{records}/*.answer") if content(open(path, "rb").read())[1]]
        if not answered:
            raise Failed("the agent completed no job")
        return library, [(path.replace(".answer", ".request"), path) for path in sorted(answered)]

    def compare_once(self, way, library, records):
        published = set(library.tree().values())
        for request, answer in records:
            with open(request, "rb") as file:
                done = subprocess.run(
                    way([self.renderer, "--once"]), stdin=file, capture_output=True, timeout=120, env=self.environment)
            if done.returncode != 0:
                raise Failed(f"--once ended with {done.returncode}: {done.stderr.decode(errors='replace')}")
            (found, wanted) = (content(done.stdout), content(open(answer, "rb").read()))
            if found != wanted:
                raise Failed(f"{os.path.basename(request)}: the result of --once differs from an agent's")
            if any(digest not in published for _, digest in found[0]):
                raise Failed(f"{os.path.basename(request)}: a file of --once is not among the published files")

    @uses("ssh", "slurm")
    def check_once(self):
        library, records = self.recorded()
        self.compare_once(lambda command: command, library, records)
        if "ssh" in self.services.has:
            self.compare_once(self.by_ssh, library, records[:1])
        if "slurm" in self.services.has:
            self.compare_once(
                lambda command: ["srun", "--unbuffered", "--quiet", "--ntasks=1", *command], library, records[:1])
        self.refuse_once(b"", 65, "There is no job on standard input")
        with open(records[0][0], "rb") as file:
            request = file.read()
        self.refuse_once(request[:-40], 65, "in the middle of a frame")

    def refuse_once(self, data, status, text):
        done = subprocess.run(
            [self.renderer, "--once"], input=data, capture_output=True, timeout=60, env=self.environment)
        if done.returncode != status or text not in done.stderr.decode():
            raise Failed(f"--once ended with status {done.returncode} for an invalid request: {done.stderr.decode()}")
