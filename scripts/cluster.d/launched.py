"""Agents that stickerd launches by SSH and by srun, and their faults."""

import os
import shutil
import signal

from agent_relay import LIES
from library import Failed, needs, waits
from processes import children, end_process, seconds_of
from services import wait_for

CANNOT_BE_USED = "Pool farm: an agent cannot be used: "
DRAINS = "is ending: it finishes what it has begun, and the rest is done elsewhere"


def noted(path, word):
    """The number of times that a relay has noted a word."""
    try:
        with open(path) as file:
            return file.read().split().count(word)
    except FileNotFoundError:
        return 0


class Launched:
    # Builds

    def render_elsewhere(self, launch, title):
        """Builds with agents, and checks that they rendered something."""
        notes = f"{self.folder}/{title}.notes"
        library = self.qualified(title, self.pool(launch(self.relay("note", notes))), fresh=True)
        library.build_with_agents()
        library.compare()
        if noted(notes, "result") == 0:
            raise Failed("no agent rendered a sticker")
        self.expect_no_agents()

    @needs("ssh")
    def check_ssh(self):
        self.render_elsewhere(self.by_ssh, "ssh")

    @needs("slurm")
    def check_srun(self):
        self.render_elsewhere(self.by_srun, "srun")

    # Agents that end

    @needs("ssh")
    def check_agent_that_is_killed(self):
        library = self.qualified("killed", self.pool(self.by_ssh(self.agent())))
        output = library.build_with_agents(lambda: end_process(self.working_agent()))
        library.compare()
        self.expect(f"{CANNOT_BE_USED}the connection was closed by the other side", output)

    @needs("ssh")
    def check_process_of_an_agent_that_is_killed(self):
        library = self.qualified("process-killed", self.pool(self.by_ssh(self.agent())))
        output = library.build_with_agents(lambda: end_process(max(children(self.working_agent()), key=seconds_of)))
        library.compare()
        if CANNOT_BE_USED in output:
            raise Failed(f"the whole agent was dropped after the loss of one process:\n{output}")

    @needs("ssh")
    def check_agent_that_drains(self):
        library = self.qualified("drained", self.pool(self.by_ssh(self.agent())))
        agents = []

        def fault():
            agents.append(self.working_agent())
            end_process(agents[0], signal.SIGTERM)
            wait_for("the agent ends", lambda: agents[0] not in self.agents(), 60)
        output = library.build_with_agents(fault)
        library.compare()
        self.expect(DRAINS, output)
        if CANNOT_BE_USED in output:
            raise Failed(f"an agent that was drained is reported as failed:\n{output}")

    @needs("ssh")
    @waits(60)
    def check_link_that_stalls(self):
        library = self.qualified("stalled", self.pool(self.by_ssh(self.agent())), stickers=max(8, self.stickers))
        stopped = []

        def fault():
            stopped.append(self.working_agent())
            end_process(stopped[0], signal.SIGSTOP)
        try:
            output = library.build_with_agents(fault, outlasts=True)
        finally:
            for pid in stopped:
                end_process(pid)
        library.compare()
        self.expect(f"{CANNOT_BE_USED}nothing was heard of it for 45 s", output)

    @needs("ssh")
    @waits(20)
    def check_stall_at_the_end_of_a_build(self):
        library = self.qualified("stalled-last", self.pool(self.by_ssh(self.agent())))
        stopped = []

        def fault():
            stopped.append(self.working_agent())
            end_process(stopped[0], signal.SIGSTOP)
        try:
            # This machine repeats the agent's jobs after some seconds, without waiting for its timeout.
            library.build_with_agents(fault, limit=240)
        finally:
            for pid in stopped:
                end_process(pid)
        library.compare()

    @needs("ssh")
    def check_build_that_is_killed(self):
        library = self.qualified("build-killed", self.pool(self.by_ssh(self.agent())))
        build = library.start("build")
        self.working_agent()
        build.kill()
        build.communicate()
        self.expect_no_agents()
        library.run("build")
        library.compare()

    # Slurm

    @needs("slurm")
    def check_allocation_that_ends(self):
        library = self.qualified("cancelled", self.pool(self.by_srun(self.agent())))

        def fault():
            self.working_agent()
            self.services.cancel_jobs()
        output = library.build_with_agents(fault)
        library.compare()
        # scancel first sends SIGTERM, like the end of an allocation.
        self.expect(DRAINS, output)
        self.services.wait_for_nodes()

    @needs("slurm")
    def check_nodes_that_are_drained(self):
        """Slurm continues running jobs on drained nodes, but starts no new ones: the agent of the next build stays in the queue."""
        library = self.qualified("drained-nodes", self.pool(self.by_srun(self.agent())))

        def fault():
            self.working_agent()
            self.services.set_nodes("drain")
        try:
            output = library.build_with_agents(fault)
            library.compare()
            if CANNOT_BE_USED in output:
                raise Failed(f"agents that ran before the nodes were drained have ended:\n{output}")
            library.set_pools([self.pool(self.by_srun(self.agent()), launchSeconds=2)])
            library.drop(4)
            output = library.run("build")
            library.compare_stickers()
            self.expect(f"{CANNOT_BE_USED}it did not answer within 2 s", output)
        finally:
            self.services.cancel_jobs()
            self.services.set_nodes("resume")
            self.services.wait_for_nodes()

    @needs("slurm")
    @waits(60)
    def check_node_that_dies(self):
        # srun waits for its node, so only the timeout can detect the failure.
        library = self.qualified("dead-node", self.pool(self.by_srun(self.agent())), stickers=max(8, self.stickers))

        def fault():
            self.services.kill_node_of(self.working_agent())
        try:
            output = library.build_with_agents(fault, outlasts=True)
        finally:
            self.services.reset_slurm()
        library.compare()
        self.expect(CANNOT_BE_USED, output)

    @needs("slurm")
    def check_controller_that_is_away(self):
        library = self.qualified("no-controller", self.pool(self.by_srun(self.agent()), launchSeconds=3))
        self.services.end("slurmctld", signal.SIGKILL)
        try:
            output = library.run("build")
        finally:
            self.services.reset_slurm()
        library.compare()
        self.expect(f"{CANNOT_BE_USED}it did not answer within 3 s", output)

    @needs("slurm")
    def check_controller_that_goes_away_and_comes_back(self):
        library = self.qualified("controller-back", self.pool(self.by_srun(self.agent())))

        def fault():
            self.working_agent()
            self.services.end("slurmctld", signal.SIGKILL)
            self.services.restart_controller()
        try:
            library.build_with_agents(fault)
        finally:
            self.services.reset_slurm()
        library.compare()

    # Agents that must not be used or trusted

    @needs("ssh")
    def check_agent_of_another_version(self):
        library = self.library("other-version", [self.pool(self.by_ssh(self.relay("other-version", "-")))])
        output = library.run("build")
        library.compare()
        for text in ["it runs stickerd-render 0.0.1", "Install the same release on both machines"]:
            self.expect(text, output)

    @needs("ssh")
    def check_environment_of_a_machine(self):
        """A renderer sets its own environment, so that a user's tunables have no effect."""
        tunables = "GLIBC_TUNABLES=glibc.cpu.hwcaps=-AVX2,-FMA,-AVX512F,-AVX"
        library = self.library("tunables", [self.pool(self.by_ssh(["env", tunables, *self.agent()]))])
        output = library.run("doctor", "--workers", statuses=(0, 3))
        self.expect("✓ pool farm", output)
        library.run("build")
        library.compare()

    @needs("ssh")
    def check_agent_with_other_processor_features(self):
        """A renderer whose C library does not use this processor's newer instructions."""
        folder = os.path.join(self.folder, "older-processor")
        os.makedirs(folder)
        program = f"{folder}/stickerd-render"
        shutil.copy(self.renderer, program)
        # Renderers set their environment, so the program itself must be changed, with the same number of bytes.
        (usual, older) = (b"glibc.malloc.hugetlb=1", b"glibc.cpu.hwcaps=-AVX2")
        with open(program, "r+b") as file:
            data = file.read()
            if data.count(usual) != 1:
                raise Failed("the renderer's tunables were not found")
            file.seek(data.index(usual))
            file.write(older)
        notes = f"{folder}/notes"
        relay = self.relay("note", notes)
        launch = relay[:relay.index(self.renderer)] + [program, "--slots", "2"]
        library = self.library("other-processor", [self.pool(self.by_ssh(launch))])
        doctor = library.run("doctor", "--workers", statuses=(0, 3))
        is_equal = "✓ pool farm" in doctor
        if not is_equal:
            self.expect("it makes other bytes than this machine", doctor)
        output = library.build_with_agents(until=lambda: not is_equal or noted(notes, "result") > 0)
        library.compare()
        if is_equal and noted(notes, "result") == 0:
            raise Failed("the agent rendered no sticker")
        if not is_equal:
            self.expect(f"{CANNOT_BE_USED}it makes other bytes than this machine", output)
        self.notes.append(f"the test pictures are {'equal' if is_equal else 'different'} without AVX2")

    def lie(self, lie):
        notes = f"{self.folder}/{lie}.notes"
        # The relay does not get a falsified job again.
        library = self.qualified(
            f"lies-{lie}", self.pool(self.by_ssh(self.relay(lie, notes))), stickers=max(5, self.stickers))

        def is_found():
            return noted(notes, "lie") >= 3 and not self.agents()
        output = library.build_with_agents(until=is_found)
        library.compare()
        if noted(notes, "lie") < 3:
            raise Failed(f"the agent falsified {noted(notes, 'lie')} results:\n{output}")
        for text in [f"{CANNOT_BE_USED}it lost 3 jobs in a row; the last one because",
                     "Its jobs are done elsewhere; the next attempt is in 30 s"]:
            self.expect(text, output)


def lying(lie):
    return needs("ssh")(lambda checks: checks.lie(lie))


for one in LIES:
    setattr(Launched, f"check_agent_that_lies_{one.replace('-', '_')}", lying(one))
