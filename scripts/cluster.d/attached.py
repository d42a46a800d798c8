"""Agents that connect to a rebuild or a watch, through SSH and a forced command."""

import glob
import json
import signal
import subprocess
import threading
import time

from library import STATE, Failed, needs, waits
from processes import arguments_of, children, end_process, seconds_of
from services import wait_for


class Attached:
    def attach(self, *, slots=2):
        """Starts an agent with --attach."""
        with open(f"{self.folder}/agents.log", "ab") as log:
            agent = subprocess.Popen(
                self.agent("--attach", *self.services.ssh(), slots=slots), stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL, stderr=log, start_new_session=True, env=self.environment)
        self.started.append(agent)
        return agent

    def detach(self, agents):
        """Ends agents with SIGTERM, like a batch system."""
        for agent in agents:
            agent.send_signal(signal.SIGTERM)
        for agent in agents:
            try:
                agent.wait(timeout=60)
            except subprocess.TimeoutExpired:
                agent.kill()
                agent.wait()

    def attaching(self, library):
        self.services.force_command(f"{self.stickerd} attach --config {library.configuration}")
        self.pass_qualification(library)

    def rebuild_with(self, library, agents):
        """Runs a rebuild with agents that are already attached."""
        rebuild = library.start("rebuild")
        seen = threading.Event()

        def look():
            wait_for("an attached agent renders", self.working_agents, 90)
            seen.set()
        output = library.finish_beside(rebuild, [look, lambda: library.slow_down(rebuild, seen.is_set)], (0, 1))
        library.compare_stickers()
        return output

    @needs("ssh")
    def check_ssh_attached_to_a_rebuild(self):
        library = self.library("attached", attached=4)
        self.attaching(library)
        agents = [self.attach()]
        try:
            output = self.rebuild_with(library, agents)
        finally:
            self.detach(agents)
            self.services.unforce_command()
        if "has ended" in output:
            raise Failed(f"agents that were released at the end are reported as failed:\n{output}")
        if agents[0].returncode != 0:
            raise Failed(f"the agent ended with {agents[0].returncode} after SIGTERM")

    @needs("ssh", "slurm")
    def check_slurm_array_attached_to_a_rebuild(self):
        library = self.library("attached-array", attached=4)
        self.attaching(library)
        command = " ".join(self.agent("--attach", *self.services.ssh(), slots=2))
        script = self.services.write("agents.sh", f"#!/bin/sh\nexec {command}\n", 0o755)
        subprocess.run(
            ["sbatch", "--quiet", "--array=1-2", "--cpus-per-task=2", "--signal=B:TERM@60", "-o",
             f"{self.folder}/agents-%a.log", script], check=True, cwd=self.folder, env=self.environment)
        try:
            wait_for("both tasks of the array run", lambda: len(self.agents()) == 2, 60)
            self.rebuild_with(library, [])
        finally:
            self.services.cancel_jobs()
            self.services.unforce_command()
        self.expect_no_agents()
        self.services.wait_for_nodes()

    @needs("ssh")
    @waits(30)
    def check_rebuild_that_is_killed(self):
        """The rebuild is killed and started again: the agents reconnect, and saved results are kept."""
        library = self.library("restarted", attached=4, stickers=self.stickers + 4)
        self.attaching(library)
        agents = [self.attach(), self.attach()]
        try:
            rebuild = library.start("rebuild")
            wait_for("an attached agent renders", self.working_agents, 90)
            wait_for("something is saved", lambda: self.saved(library) >= 2, 60)
            rebuild.kill()
            rebuild.communicate()
            if self.published(library):
                raise Failed("an incomplete rebuild was published")
            saved = self.saved(library)
            wait_for("the agents stop rendering", self.resting_agents(), 60)
            output = library.run("rebuild", statuses=(0, 1))
            library.compare_stickers()
            if any(agent.poll() is not None for agent in agents):
                raise Failed("an agent ended together with the rebuild")
        finally:
            self.detach(agents)
            self.services.unforce_command()
        self.expect(f"{saved} taken over from", output)

    def resting_agents(self):
        """Whether the agents have used no CPU time for a second. Idle agents stay attached."""
        last = {"computed": None, "since": time.monotonic()}

        def look():
            computed = {child: seconds_of(child) for pid in self.agents() for child in children(pid)
                        if arguments_of(child)[:1] != [b"ssh"]}
            if computed != last["computed"]:
                last.update(computed=computed, since=time.monotonic())
            return time.monotonic() - last["since"] > 1
        return look

    @staticmethod
    def saved(library):
        """The number of results that a rebuild has saved."""
        journals = glob.glob(f"{library.folder}/{STATE}/*/journal")
        return sum(open(path).read().count("\n") for path in journals)

    @needs("ssh")
    def check_agents_that_come_and_go_under_a_watch(self):
        library = self.library("watched", attached=4, stickers=0)
        self.attaching(library)
        watch = library.start("watch")
        agents = [self.attach()]
        try:
            wait_for("the agent is up", lambda: self.up(library) == 1, 60)
            library.drop(self.stickers)
            wait_for("an attached agent renders", self.working_agents, 60)
            # One agent is killed during the work, and two attach.
            agents += [self.attach(slots=1), self.attach(slots=1)]
            end_process(agents[0].pid)
            agents[0].wait()
            wait_for("everything is published", lambda: self.published(library) == library.count, 120)
            wait_for("two agents are up", lambda: self.up(library) == 2, 60)
            library.drop(self.stickers)
            wait_for("an attached agent renders", self.working_agents, 60)
            agents[1].send_signal(signal.SIGTERM)
            wait_for("everything is published", lambda: self.published(library) == library.count, 120)
            if agents[1].wait(timeout=60) != 0:
                raise Failed(f"an agent ended with {agents[1].returncode} after SIGTERM")
        finally:
            watch.send_signal(signal.SIGTERM)
            output = library.finish(watch)
            self.detach([agent for agent in agents if agent.poll() is None])
            self.services.unforce_command()
        self.expect("The agent on", output)
        # The watch published the same files as a build.
        library.compare_stickers()

    @needs("ssh")
    @waits(30)
    def check_watch_that_is_killed(self):
        library = self.library("watch-killed", attached=2, stickers=0)
        self.attaching(library)
        watch = library.start("watch")
        agents = [self.attach()]
        try:
            wait_for("the agent is up", lambda: self.up(library) == 1, 60)
            library.drop(self.stickers)
            wait_for("an attached agent renders", self.working_agents, 60)
            watch.kill()
            watch.communicate()
            watch = library.start("watch")
            wait_for("everything is published", lambda: self.published(library) == library.count, 120)
            wait_for("the agent is up again", lambda: self.up(library) == 1, 90)
        finally:
            watch.send_signal(signal.SIGTERM)
            library.finish(watch)
            self.detach(agents)
            self.services.unforce_command()
        library.compare_stickers()

    @staticmethod
    def status(library):
        """The status of a running watch. Empty if it does not answer yet."""
        process = library.start("status", "--json")
        output, _ = process.communicate(timeout=60)
        try:
            return json.loads(output)
        except ValueError:
            return {}

    def up(self, library):
        """The number of agents of a watch that are up."""
        agents = self.status(library).get("rendering", {}).get("agents", [])
        return sum(agent.get("state") == "up" for agent in agents)

    @staticmethod
    def published(library):
        """The number of published stickers."""
        try:
            with open(f"{library.folder}/out/catalog.json") as file:
                return sum(pack["stickers"] for pack in json.load(file)["packs"])
        except FileNotFoundError:
            return 0
