"""Random sequences of faults on the drop folder and the disk of a watch."""

import os
import random
import shutil
import signal
import subprocess
import time

import mounts
from project import NOBODY, Project, Reader, Watch, name_of, published_names

# Unreadable files are retried after 30 s.
PATIENCE = 75


class Sequence:
    """Random faults during random changes of art. Afterwards, the published state must equal a clean build."""
    PACKS = ["cats", "dogs", "share"]
    FAULTS = ["closed pack", "closed file", "other pack folder", "exchanged drop folder", "no descriptors",
              "removed file", "stopped inotify program", "killed inotify program"]
    NEED_MOUNTS = ["unmounted share", "exchanged share", "full disk"]

    def __init__(self, folder, program, seed):
        self.folder, self.program, self.seed, self.chance = folder, program, seed, random.Random(seed)
        self.history, self.number = [], 0
        # The functions that end the current faults, by the name of the fault.
        self.lasting = {}

    def run(self, rounds=2, steps=6):
        self.prepare()
        failures = []
        try:
            failures = self.play(rounds, steps)
        except (OSError, RuntimeError, subprocess.CalledProcessError) as error:
            failures.append(f"{type(error).__name__}: {error}")
        finally:
            if self.reader.is_alive():
                self.reader.stop()
            self.watch.kill()
            self.clean_up()
        failures += self.reader.faults
        print(f"sequence {self.seed}: {'; '.join(self.history)}{'; FAULT' if failures else ''}", flush=True)
        return [f"sequence {self.seed}: {failure}" for failure in failures]

    def prepare(self):
        os.makedirs(f"{self.folder}/disk")
        self.faults = list(self.FAULTS)
        if mounts.State.obstacle:
            print(f"skipped: {', '.join(self.NEED_MOUNTS)}, because nothing can be mounted: {mounts.State.obstacle}",
                  flush=True)
        else:
            self.faults += self.NEED_MOUNTS
            mounts.small_disk(f"{self.folder}/disk", 16)
        self.project = Project(self.folder, self.program, out="disk/out")
        for pack in self.PACKS:
            os.makedirs(f"{self.project.drop}/{pack}")
        if not mounts.State.obstacle:
            for name in ("server", "other server"):
                os.makedirs(f"{self.folder}/{name}")
            # With half of the seeds the share is a separate device, else a bind mount on the same device.
            if self.seed % 2:
                mounts.small_disk(f"{self.folder}/server", 4)
            mounts.bind(f"{self.folder}/server", f"{self.project.drop}/share")
        for pack in self.PACKS:
            for _ in range(3):
                self.add(pack)
        self.watch = Watch(self.project, as_nobody=True)
        self.reader = Reader(self.project.out)
        self.own()

    def own(self):
        """Makes the user of the watch the owner of everything."""
        if self.watch.user is None:
            return
        for folder, _, names in os.walk(self.folder):
            for path in [folder, *(f"{folder}/{name}" for name in names)]:
                os.chown(path, NOBODY, NOBODY, follow_symlinks=False)

    def play(self, rounds, steps):
        self.watch.start()
        failures = self.watch.settle(PATIENCE)
        self.reader.start()
        for _ in range(rounds):
            if failures:
                break
            self.reader.keep(published_names(self.project.out))
            for _ in range(steps):
                self.step()
                time.sleep(self.chance.choice([0, 0.1, 0.5, 1.5, 2.5]))
            self.end_all()
            self.history.append("all ended")
            failures = self.watch.settle(PATIENCE)
        # Unreadable folders are scanned again after a while.
        audit, output = self.project.run("audit")
        deadline = time.monotonic() + PATIENCE
        while audit != 0 and self.watch.is_running() and time.monotonic() < deadline:
            time.sleep(0.5)
            audit, output = self.project.run("audit")
        if self.watch.is_running():
            self.watch.stop()
            audit, output = self.project.run("audit")
        if audit != 0:
            failures.append(f"the audit ended with status {audit}: {output[-300:]}")
        return failures

    def step(self):
        choice = self.chance.random()
        if choice < 0.25 and self.lasting:
            self.end(self.chance.choice(sorted(self.lasting)))
        elif choice < 0.45:
            self.edit()
        else:
            fault = self.chance.choice(self.faults)
            if fault not in self.lasting:
                end = getattr(self, "do_" + fault.replace(" ", "_"))()
                if end:
                    self.lasting[fault] = end
                    self.history.append(fault)

    def end(self, fault):
        self.history.append(f"end of {fault}")
        self.lasting.pop(fault)()

    def end_all(self):
        faults = sorted(self.lasting)
        self.chance.shuffle(faults)
        for fault in faults:
            self.end(fault)

    def clean_up(self):
        for end in self.lasting.values():
            end()
        if not mounts.State.obstacle:
            for name in ("drop/share", "server", "disk"):
                mounts.unmount(f"{self.folder}/{name}")

    # Edits

    def packs(self):
        """The packs whose files are accessible."""
        if "exchanged drop folder" in self.lasting:
            return []
        without = {"share"} if {"unmounted share", "exchanged share"} & self.lasting.keys() else set()
        if "other pack folder" in self.lasting:
            without.add("cats")
        return [pack for pack in self.PACKS if pack not in without]

    def add(self, pack):
        self.number += 1
        name = f"{pack}/s{self.number}.svg"
        self.project.draw(name, self.number + self.seed % 7)
        return name

    def choose(self):
        art = [path for path in self.project.art() if path.split("/")[0] in self.packs()]
        return self.chance.choice(art) if art else None

    def edit(self):
        path, action = self.choose(), self.chance.choice(["add", "rewrite", "remove"])
        if path is None:
            return
        if action == "add":
            path = self.add(os.path.dirname(path))
        elif action == "rewrite":
            self.number += 1
            self.project.draw(path, self.number + self.seed % 7)
        elif len(self.project.art()) > 4:
            self.reader.release([name_of(path)])
            os.remove(f"{self.project.drop}/{path}")
        self.history.append(f"{action} {path}")

    # Faults. Each returns a function that ends it, or None if it cannot start now.

    def do_closed_pack(self):
        if not self.packs():
            return None
        path = f"{self.project.drop}/{self.chance.choice(self.packs())}"
        return self.closed(path)

    def do_closed_file(self):
        path = self.choose()
        return self.closed(f"{self.project.drop}/{path}") if path else None

    @staticmethod
    def closed(path):
        """Removes all permissions. Ending the fault uses a descriptor, because the path may have changed."""
        descriptor = os.open(path, os.O_RDONLY)
        mode = os.fstat(descriptor).st_mode & 0o7777
        os.fchmod(descriptor, 0)

        def end():
            os.fchmod(descriptor, mode)
            os.close(descriptor)
        return end

    def do_other_pack_folder(self):
        """Replaces a pack by an empty folder. Ending the fault restores the pack."""
        if "cats" not in self.packs():
            return None
        path, aside = f"{self.project.drop}/cats", f"{self.folder}/aside"
        self.reader.release([name_of(name) for name in self.project.art() if name.startswith("cats/")])
        os.rename(path, aside)
        os.mkdir(path)
        os.chmod(path, 0o755)

        def end():
            drop = f"{self.folder}/away" if "exchanged drop folder" in self.lasting else self.project.drop
            shutil.rmtree(f"{drop}/cats")
            os.rename(aside, f"{drop}/cats")
        return end

    def do_exchanged_drop_folder(self):
        drop, away = self.project.drop, f"{self.folder}/away"
        os.rename(drop, away)
        os.mkdir(drop)
        if self.chance.random() < 0.5:
            os.mkdir(f"{drop}/strangers")
            with open(f"{away}/{self.first(away)}", "rb") as source, open(f"{drop}/strangers/x.svg", "wb") as target:
                target.write(source.read().replace(b"<svg", b"<svg id='x'"))
        os.chmod(drop, 0o777)

        def end():
            shutil.rmtree(drop)
            os.rename(away, drop)
        return end

    @staticmethod
    def first(folder):
        return next(os.path.relpath(f"{place}/{name}", folder) for place, _, names in os.walk(folder)
                    for name in names if name.endswith(".svg"))

    def do_no_descriptors(self):
        pid = self.watch.process.pid
        highest = max(int(name) for name in os.listdir(f"/proc/{pid}/fd"))
        with open(f"/proc/{pid}/limits", encoding="ascii") as file:
            before = next(line.split()[3] for line in file if line.startswith("Max open files"))
        self.limit(pid, highest + self.chance.randrange(1, 5))
        return lambda: self.limit(pid, before)

    def limit(self, pid, descriptors):
        """Sets the limit as the user of the watch, because root in a container may not change other users' limits."""
        user = [] if self.watch.user is None else [
            "setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        subprocess.run([*user, "prlimit", "--pid", str(pid), f"--nofile={descriptors}:"], check=True)

    def do_removed_file(self):
        path = self.choose()
        if path is None:
            return None
        drop, aside = self.project.drop, f"{self.folder}/removed"
        self.reader.release([name_of(path)])
        shutil.move(f"{drop}/{path}", aside)

        def end():
            place = f"{self.folder}/{self.place(path)}"
            if os.path.isdir(os.path.dirname(place)) and not os.path.exists(place):
                shutil.move(aside, place)
        return end

    def place(self, path):
        """The current path of a source below this folder."""
        if path.startswith("cats/") and "other pack folder" in self.lasting:
            return f"aside/{path[5:]}"
        if path.startswith("share/") and {"unmounted share", "exchanged share"} & self.lasting.keys():
            return f"server/{path[6:]}"
        return f"away/{path}" if "exchanged drop folder" in self.lasting else f"drop/{path}"

    def do_unmounted_share(self):
        if "exchanged drop folder" in self.lasting or "exchanged share" in self.lasting:
            return None
        mounts.unmount(f"{self.project.drop}/share")
        return lambda: mounts.bind(f"{self.folder}/server", f"{self.folder}/{self.share()}")

    def do_exchanged_share(self):
        if "exchanged drop folder" in self.lasting or "unmounted share" in self.lasting:
            return None
        mounts.bind(f"{self.folder}/other server", f"{self.project.drop}/share")
        return lambda: mounts.unmount(f"{self.folder}/{self.share()}")

    def share(self):
        return "away/share" if "exchanged drop folder" in self.lasting else "drop/share"

    def do_full_disk(self):
        path = f"{self.folder}/disk/filler"
        # The file has no buffer, because closing a buffered file would fail like the last write.
        with open(path, "wb", buffering=0) as file:
            try:
                while file.write(bytes(65536)):
                    pass
            except OSError:
                pass
        return lambda: os.remove(path)

    def do_stopped_inotify_program(self):
        pid = self.inotify_program()
        if pid is None:
            return None
        os.kill(pid, signal.SIGSTOP)

        def end():
            try:
                os.kill(pid, signal.SIGCONT)
            except ProcessLookupError:
                pass
        return end

    def do_killed_inotify_program(self):
        pid = self.inotify_program()
        if pid is None:
            return None
        os.kill(pid, signal.SIGKILL)
        return lambda: None

    def inotify_program(self):
        for child in self.watch.workers():
            try:
                with open(f"/proc/{child}/comm", encoding="utf-8") as file:
                    if file.read().startswith("stickerd-inotif"):
                        return child
            except OSError:
                pass
        return None
