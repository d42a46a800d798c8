"""A result cache that is filled by job arrays, and faults of its server."""

import os
import signal
import subprocess
import time

from library import Failed, needs, waits


class Cached:
    def cached_library(self, name, write=True):
        return self.library(name, cache={"url": self.services.cache_url(), "write": write})

    def stored(self):
        return len(os.listdir(self.services.path("cache/ac")))

    def filled(self):
        """Fills the cache with all results."""
        self.services.clear_cache()
        first = self.cached_library("cache-first")
        try:
            first.run("build")
        finally:
            first.remove()
        if self.stored() != self.stickers:
            raise Failed(f"{self.stored()} of {self.stickers} stickers are in the cache")

    @needs("slurm", "cache")
    def check_slurm_array_with_the_cache(self):
        self.services.clear_cache()
        library = self.cached_library("array")
        script = self.services.write("array.sh", f"""#!/bin/sh
exec {self.stickerd} rebuild --render-only --shard $SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT --config {library.configuration}
""", 0o755)
        subprocess.run(
            ["sbatch", "--wait", "--quiet", "--array=1-4", "-o", f"{self.folder}/array-%a.log", script], check=True,
            cwd=self.folder, env=self.environment, timeout=300)
        if self.stored() != self.stickers:
            raise Failed(f"{self.stored()} of {self.stickers} stickers are in the cache")
        begin = time.monotonic()
        library.run("build")
        library.compare()
        self.notes.append(f"a build with only cached results takes {time.monotonic() - begin:.1f} s")

    @needs("cache")
    def check_cache_that_goes_down(self):
        self.services.clear_cache()
        library = self.cached_library("cache-down")
        try:
            output = library.run_with_fault(lambda: self.services.end("nginx", signal.SIGKILL), "build")
        finally:
            self.services.start_cache()
        library.compare()
        self.expect("cannot be used", output)

    @needs("cache")
    def check_cache_with_damaged_entries(self):
        self.filled()
        for name in os.listdir(self.services.path("cache/cas")):
            with open(self.services.path(f"cache/cas/{name}"), "r+b") as file:
                file.seek(50)
                file.write(b"damage")
        library = self.cached_library("cache-damaged")
        output = library.run("build")
        library.compare()
        self.expect("holds a damaged entry", output)

    @needs("cache")
    @waits(40)
    def check_cache_that_is_slow(self):
        self.filled()
        # A record takes some seconds, and files take longer.
        self.services.restart_cache("limit_rate 150;")
        try:
            self.bounded("cache-slow")
        finally:
            self.services.restart_cache()

    @needs("cache")
    @waits(15)
    def check_cache_that_stops_answering(self):
        self.filled()
        # The kernel still accepts connections for a stopped process.
        self.services.signal_cache(signal.SIGSTOP)
        try:
            self.bounded("cache-stopped")
        finally:
            self.services.signal_cache(signal.SIGCONT)

    def bounded(self, name):
        library = self.cached_library(name, write=False)
        begin = time.monotonic()
        output = library.run("build", limit=240)
        library.compare()
        self.notes.append(f"the build takes {time.monotonic() - begin:.1f} s")
        self.expect("cannot be used", output)
        self.expect("Everything is rendered here", output)
