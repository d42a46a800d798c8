"""Runs the checks, and measures."""

import subprocess
import time

from agent_relay import LIES
from attached import Attached
from cached import Cached
from launched import Launched
from library import Cluster, Failed
from once import Once


class Checks(Launched, Attached, Cached, Once, Cluster):
    def __init__(self, folder, stickerd, services, stickers, is_short=False):
        super().__init__(folder, stickerd, services, stickers)
        self.is_short = is_short
        self.lies = ["cut"] if is_short else list(LIES)

    def run(self, only):
        """Runs those whose names contain a text.

        Returns how many have failed.
        """
        (good, skipped, failed) = (0, 0, [])
        for name in sorted(name for name in dir(self) if name.startswith("check_")):
            check = getattr(self, name)
            title = name[6:].replace("_", " ")
            if only.replace(" ", "_") not in name or (self.is_short and not getattr(check, "is_short", False)):
                continue
            missing = [service for service in getattr(check, "needs", ()) if service not in self.services.has]
            if missing:
                skipped += 1
                print(f"skipped: {title} (needs {' and '.join(missing)})", flush=True)
                continue
            begin = time.monotonic()
            try:
                check()
                # The next check looks for agents of its own.
                self.expect_no_agents()
                good += 1
                print(f"good: {title} ({time.monotonic() - begin:.1f} s)", flush=True)
            except (Failed, RuntimeError, subprocess.SubprocessError, OSError) as error:
                failed.append(title)
                print(f"FAILED: {title} ({time.monotonic() - begin:.1f} s): {error}", flush=True)
        print(f"{good} checks good, {len(failed)} failed, {skipped} skipped", flush=True)
        for title in failed:
            print(f"  failed: {title}", flush=True)
        return len(failed)
