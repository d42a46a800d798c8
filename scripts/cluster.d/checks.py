"""Builds through the cluster, with and without faults, compared with what this machine makes alone."""

import hashlib
import json
import os
import signal
import subprocess
import threading
import time

from services import wait_for


class Failed(Exception):
    pass


def needs(*services):
    def mark(check):
        check.needs = services
        return check
    return mark


class Checks:
    def __init__(self, folder, stickerd, services, stickers):
        self.folder = folder
        self.stickerd = os.path.abspath(stickerd)
        self.renderer = os.path.join(os.path.dirname(self.stickerd), "stickerd-render")
        self.services = services
        self.stickers = stickers
        self.number = 0
        self.environment = {**os.environ, "OMP_NUM_THREADS": "1"}
        self.reference = None

    # Libraries and builds

    def library(self, name, workers=None, cache=None, attached=0):
        folder = os.path.join(self.folder, name)
        os.makedirs(f"{folder}/drop/cats")
        settings = {
            "size": "small", "jobs": 1, "encode": {"effort": "max"},
            "previews": {"backgrounds": [{"name": "white", "colour": "#ffffff"}]},
            "workers": {"pools": workers or [], "attachedSlots": attached},
        }
        if cache:
            settings["cache"] = cache
        with open(f"{folder}/pipeline.json", "w") as file:
            json.dump(settings, file)
        for number in range(self.stickers):
            red, green, blue = 40 + number * 37 % 200, 60 + number * 11 % 150, 30 + number * 5 % 200
            with open(f"{folder}/drop/cats/Disc {number}.svg", "w") as file:
                file.write(
                    f"<svg xmlns='http://www.w3.org/2000/svg' width='300' height='300'><defs><radialGradient id='g'>"
                    f"<stop stop-color='#fff'/><stop offset='1' stop-color='rgb({red},{green},{blue})'/></radialGradient>"
                    f"</defs><circle cx='150' cy='150' r='{100 + number}' fill='url(#g)'/></svg>")
        return folder

    def start(self, folder, *arguments):
        return subprocess.Popen(
            [self.stickerd, *arguments], cwd=folder, env=self.environment, text=True, stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT)

    def run_stickerd(self, folder, *arguments, status=0):
        process = self.start(folder, *arguments)
        output, _ = process.communicate(timeout=600)
        if status is not None and process.returncode != status:
            raise Failed(f"stickerd {' '.join(arguments)} ended with {process.returncode}:\n{output}")
        return output

    def tree(self, folder):
        found = {}
        for place, _, names in os.walk(f"{folder}/out"):
            for name in names:
                path = os.path.join(place, name)
                with open(path, "rb") as file:
                    found[os.path.relpath(path, folder)] = hashlib.sha256(file.read()).hexdigest()
        return found

    def compare(self, folder):
        if self.reference is None:
            alone = self.library("alone")
            self.run_stickerd(alone, "build")
            self.reference = self.tree(alone)
        found = self.tree(folder)
        different = [name for name in self.reference.keys() | found.keys() if self.reference.get(name) != found.get(name)]
        if different:
            raise Failed(f"{len(different)} files differ from a build of this machine alone, first of all {min(different)}")

    def pool(self, launch, **more):
        return {"name": "farm", "launch": launch, "slots": 2, "min": 1, **more}

    def agent(self, *options):
        return [self.renderer, "--slots", "2", *options]

    def ssh_pool(self, **more):
        return self.pool(self.services.ssh(*self.agent()), **more)

    def srun_pool(self, **more):
        return self.pool(
            ["srun", "--unbuffered", "--quiet", "--ntasks=1", "--cpus-per-task=2", *self.agent()], **more)

    def qualified(self, name, pool):
        """A library whose pool has passed already, so that a short build makes use of it."""
        folder = self.library(name, [pool])
        output = self.run_stickerd(folder, "doctor", "--workers", status=None)
        if "✓ pool farm" not in output:
            raise Failed(output)
        return folder

    def build_with_fault(self, folder, fault):
        """Builds, and has the fault happen as soon as the agent works."""
        build = self.start(folder, "build")
        thread = threading.Thread(target=fault)
        thread.start()
        output, _ = build.communicate(timeout=600)
        thread.join()
        if build.returncode != 0:
            raise Failed(f"the build ended with {build.returncode}:\n{output}")
        self.compare(folder)
        return output

    def agents(self):
        """Process ids of agents: those of `stickerd-render` that have children of that name, or were given slots."""
        found = []
        for name in os.listdir("/proc"):
            try:
                with open(f"/proc/{name}/cmdline", "rb") as file:
                    words = file.read().split(b"\0")
            except (OSError, ValueError):
                continue
            if words[0] == self.renderer.encode() and b"--slots" in words:
                found.append(int(name))
        return found

    def working_agent(self):
        """An agent with render processes."""
        def children(pid):
            try:
                return open(f"/proc/{pid}/task/{pid}/children").read().split()
            except OSError:
                return []
        wait_for("an agent works", lambda: any(children(pid) for pid in self.agents()), 60)
        return next(pid for pid in self.agents() if children(pid))

    # Checks

    @needs("ssh")
    def check_ssh(self):
        folder = self.qualified("ssh", self.ssh_pool())
        self.run_stickerd(folder, "build")
        self.compare(folder)

    @needs("slurm")
    def check_srun(self):
        folder = self.qualified("srun", self.srun_pool())
        self.run_stickerd(folder, "build")
        self.compare(folder)

    @needs("ssh")
    def check_ssh_attached_to_a_rebuild(self):
        folder = self.library("attached", attached=4)
        self.services.force_command(f"{self.stickerd} attach --config {folder}/pipeline.json")
        agent = subprocess.Popen(
            self.agent("--attach", *self.services.ssh()), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
            stderr=open(f"{self.folder}/agent.log", "ab"), start_new_session=True)
        try:
            self.run_stickerd(folder, "rebuild", status=None)
            self.compare_stickers(folder)
        finally:
            agent.send_signal(signal.SIGTERM)
            agent.wait(timeout=60)
            self.services.unforce_command()

    def compare_stickers(self, folder):
        """A rebuild writes its own reports, so that only what apps get is compared."""
        if self.reference is None:
            self.compare(self.library_built())
        found = {name: digest for name, digest in self.tree(folder).items() if "/assets/" in f"/{name}"}
        wanted = {name: digest for name, digest in self.reference.items() if "/assets/" in f"/{name}"}
        missing = [name for name in wanted if name.endswith(".png") and found.get(name) != wanted[name]]
        if missing:
            raise Failed(f"{len(missing)} files differ or are missing, first of all {min(missing)}")

    def library_built(self):
        folder = self.library("built")
        self.run_stickerd(folder, "build")
        return folder

    @needs("slurm", "cache")
    def check_slurm_array_with_the_cache(self):
        cache = {"url": self.services.cache_url(), "write": True}
        folder = self.library("array", cache=cache)
        script = self.services.write("array.sh", f"""#!/bin/sh
exec {self.stickerd} rebuild --render-only --shard $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT --config {folder}/pipeline.json
""", 0o755)
        subprocess.run(
            ["sbatch", "--wait", "--quiet", "--array=1-4", "-o", f"{self.folder}/array-%a.log", script], check=True,
            cwd=self.folder, env=self.environment)
        before = self.stored()
        if before != self.stickers:
            raise Failed(f"{before} of {self.stickers} stickers are in the cache")
        self.run_stickerd(folder, "build")
        self.compare(folder)

    def stored(self):
        return len(os.listdir(self.services.path("cache/ac")))

    @needs("cache")
    def check_cache_that_goes_down(self):
        cache = {"url": self.services.cache_url(), "write": True}
        folder = self.library("cache-down", cache=cache)
        self.build_with_fault(folder, lambda: self.services.end("nginx", signal.SIGKILL))
        self.services.start_cache()

    @needs("cache")
    def check_cache_with_damaged_entries(self):
        cache = {"url": self.services.cache_url(), "write": True}
        first = self.library("cache-first", cache=cache)
        self.run_stickerd(first, "build")
        for name in os.listdir(self.services.path("cache/cas")):
            with open(self.services.path(f"cache/cas/{name}"), "r+b") as file:
                file.seek(50)
                file.write(b"damage")
        folder = self.library("cache-damaged", cache=cache)
        output = self.run_stickerd(folder, "build")
        if "damaged entry" not in output:
            raise Failed(f"nothing is said of the damage:\n{output}")
        self.compare(folder)

    @needs("ssh")
    def check_agent_that_is_killed(self):
        folder = self.qualified("killed", self.ssh_pool())
        self.build_with_fault(folder, lambda: os.kill(self.working_agent(), signal.SIGKILL))

    @needs("ssh")
    def check_link_that_stalls(self):
        folder = self.qualified("stalled", self.ssh_pool())
        stopped = []

        def fault():
            stopped.append(self.working_agent())
            os.kill(stopped[0], signal.SIGSTOP)
        try:
            self.build_with_fault(folder, fault)
        finally:
            for pid in stopped:
                try:
                    os.kill(pid, signal.SIGKILL)
                except ProcessLookupError:
                    pass

    @needs("ssh")
    def check_agent_that_drains(self):
        folder = self.qualified("drained", self.ssh_pool())
        self.build_with_fault(folder, lambda: os.kill(self.working_agent(), signal.SIGTERM))

    @needs("slurm")
    def check_allocation_that_ends(self):
        folder = self.qualified("cancelled", self.srun_pool())

        def fault():
            self.working_agent()
            self.services.cancel_jobs()
        self.build_with_fault(folder, fault)

    @needs("slurm")
    def check_node_that_dies(self):
        folder = self.qualified("dead-node", self.srun_pool())

        def fault():
            agent = self.working_agent()
            for name in ["slurmd-n1", "slurmd-n2"]:
                self.services.end(name, signal.SIGKILL)
            os.kill(agent, signal.SIGKILL)
        self.build_with_fault(folder, fault)
        self.services.cancel_jobs()
        for name in ["n1", "n2"]:
            self.services.start_node(name)
        wait_for("two nodes are idle", lambda: self.services.idle_nodes() == 2, 90)

    @needs("slurm")
    def check_controller_that_is_away(self):
        folder = self.qualified("no-controller", self.srun_pool(launchSeconds=5))
        self.services.end("slurmctld", signal.SIGKILL)
        try:
            self.run_stickerd(folder, "build")
            self.compare(folder)
        finally:
            self.services.start_controller()
        wait_for("two nodes are idle", lambda: self.services.idle_nodes() == 2, 90)

    def run(self, only):
        failed = 0
        for name in [name for name in dir(self) if name.startswith("check_") and only in name]:
            check = getattr(self, name)
            title = name[6:].replace("_", " ")
            missing = [service for service in check.needs if service not in self.services.has]
            if missing:
                print(f"skipped: {title} (needs {' and '.join(missing)})", flush=True)
                continue
            begin = time.monotonic()
            try:
                check()
                print(f"good: {title} ({time.monotonic() - begin:.1f} s)", flush=True)
            except (Failed, RuntimeError, subprocess.SubprocessError, OSError) as error:
                failed += 1
                print(f"FAILED: {title}: {error}", flush=True)
        return failed

    # Measurements

    def measure(self):
        """Says what a job without a picture, and the test pictures, take by each way."""
        ways = [("a process of this machine", self.pool(self.agent()))]
        if "ssh" in self.services.has:
            ways.append(("SSH on the loopback device", self.ssh_pool()))
        if "slurm" in self.services.has:
            ways.append(("srun on the loopback device", self.srun_pool()))
        for number, (title, pool) in enumerate(ways):
            folder = self.library(f"measured-{number}", [pool])
            for line in self.run_stickerd(folder, "doctor", "--workers", status=None).splitlines():
                if "pool farm" in line:
                    print(f"{title}: {line}", flush=True)
        return 0
