"""All checks, and how a check is run."""

import subprocess
import time

from attached import Attached
from cached import Cached
from launched import Launched
from library import Cluster, Failed
from once import Once


class Checks(Launched, Attached, Cached, Once, Cluster):
    PREFIX = "check_"

    @classmethod
    def names(cls, only):
        """The names of the checks that contain a text."""
        wanted = only.replace(" ", "_")
        return sorted(name for name in dir(cls) if name.startswith(cls.PREFIX) and wanted in name)

    @classmethod
    def title(cls, name):
        return name.removeprefix(cls.PREFIX).replace("_", " ")

    @classmethod
    def needed(cls, name):
        """The services that a check requires. Without them it is skipped."""
        return getattr(getattr(cls, name), "needs", ())

    @classmethod
    def wanted(cls, name):
        """The services that a check uses if they are available, including the required ones."""
        return [*cls.needed(name), *getattr(getattr(cls, name), "uses", ())]

    @classmethod
    def seconds(cls, name):
        """The approximate waiting time of a check, in seconds."""
        return getattr(getattr(cls, name), "waits", 0)

    def perform(self, name):
        """Runs a check.

        Returns `good`, `failed` or `skipped`, and a message with the reason.
        """
        title = self.title(name)
        missing = [service for service in self.needed(name) if service not in self.services.has]
        if missing:
            return "skipped", f"skipped: {title} (needs {' and '.join(missing)})"
        (begin, self.notes) = (time.monotonic(), [])

        def text(word, reason=""):
            notes = "".join(f"\n  {note}" for note in self.notes)
            return f"{word}: {title} ({time.monotonic() - begin:.1f} s){reason}{notes}"
        try:
            getattr(self, name)()
            # Agents of this check would confuse the next one.
            self.expect_no_agents()
            return "good", text("good")
        except (Failed, RuntimeError, subprocess.SubprocessError, OSError) as error:
            self.tidy()
            return "failed", text("FAILED", f": {error}")
