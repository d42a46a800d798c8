"""An SSH server and Slurm with two nodes, on free loopback ports and in a separate folder."""

import contextlib
import os
import pwd
import random
import shutil
import signal
import socket
import subprocess
import time


def wait_for(what, happened, seconds=30):
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            raise RuntimeError(f"waited {seconds} s in vain for {what}")
        time.sleep(0.05)


def listens(port):
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex(("127.0.0.1", port)) == 0


class Services:
    def __init__(self, folder):
        self.folder = folder
        self.processes = {}
        self.ports = set()
        self.user = pwd.getpwuid(os.geteuid()).pw_name
        # The names of the running services: ssh, slurm.
        self.has = set()

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text, mode=0o644):
        with open(self.path(name), "w") as file:
            file.write(text)
        os.chmod(self.path(name), mode)
        return self.path(name)

    def spawn(self, name, command, **more):
        log = open(self.path(f"{name}.log"), "ab")
        self.processes[name] = subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, **more)

    def free_port(self):
        """A free port that no other service of this run uses, below those that Linux gives to outgoing connections."""
        while True:
            port = random.randrange(15_000, 32_000)
            with socket.socket() as listener, contextlib.suppress(OSError):
                listener.bind(("127.0.0.1", port))
                if port not in self.ports:
                    self.ports.add(port)
                    return port

    def start(self):
        """Starts the services that are installed, and reports the others."""
        for name, programs, start in [
            ("ssh", ["sshd", "ssh", "ssh-keygen"], self.start_ssh),
            ("slurm", ["slurmctld", "slurmd", "munged", "srun"], self.start_slurm),
        ]:
            missing = [program for program in programs if not shutil.which(program)]
            if missing:
                verb = "is" if len(missing) == 1 else "are"
                print(f"skipped: {name}, because {' and '.join(missing)} {verb} not installed", flush=True)
                continue
            running = set(self.processes)
            try:
                start()
                self.has.add(name)
            except (RuntimeError, OSError, subprocess.SubprocessError) as error:
                print(f"skipped: {name}, because it could not be started: {error}", flush=True)
                for process in set(self.processes) - running:
                    self.end(process)

    @staticmethod
    def probe(*command):
        done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
        if done.returncode != 0:
            raise RuntimeError(f"{command[0]} ended with {done.returncode}: {done.stderr.strip() or done.stdout.strip()}")

    # SSH

    def start_ssh(self):
        self.ssh_port = self.free_port()
        for name in ["host_key", "client_key"]:
            subprocess.run(["ssh-keygen", "-q", "-t", "ed25519", "-N", "", "-f", self.path(name)], check=True)
        shutil.copy(self.path("client_key.pub"), self.path("authorized_keys"))
        if os.geteuid() == 0:
            os.makedirs("/run/sshd", exist_ok=True)
        config = self.write("sshd_config", f"""
            Port {self.ssh_port}
            ListenAddress 127.0.0.1
            HostKey {self.path('host_key')}
            AuthorizedKeysFile {self.path('authorized_keys')}
            PidFile {self.path('sshd.pid')}
            StrictModes no
            UsePAM no
            PasswordAuthentication no
            PermitRootLogin prohibit-password
            """)
        self.spawn("sshd", [shutil.which("sshd"), "-D", "-e", "-f", config])
        wait_for("sshd", lambda: listens(self.ssh_port))
        # Checks that this user may log in.
        self.probe(*self.ssh("true"))

    def ssh(self, *command):
        return [
            "ssh", "-T", "-F", "none", "-o", "BatchMode=yes", "-o", "ControlMaster=no", "-o", "LogLevel=ERROR",
            "-o", "StrictHostKeyChecking=no", "-o", f"UserKnownHostsFile={self.path('known_hosts')}",
            "-o", "ServerAliveInterval=15", "-i", self.path("client_key"), "-p", str(self.ssh_port),
            f"{self.user}@127.0.0.1", *command]

    # Slurm

    def start_slurm(self):
        with open(self.path("munge.key"), "wb") as key:
            key.write(os.urandom(1024))
        os.chmod(self.path("munge.key"), 0o400)
        munge = self.path("munge.sock")
        self.spawn("munged", [
            shutil.which("munged"), "--foreground", "--force", "--key-file", self.path("munge.key"), "--socket", munge,
            "--pid-file", self.path("munge.pid"), "--log-file", self.path("munge.log"), "--seed-file",
            self.path("munge.seed")])
        wait_for("munged", lambda: os.path.exists(munge))
        self.node_ports = [self.free_port(), self.free_port()]
        self.controller_port = self.free_port()
        host = socket.gethostname().split(".")[0]
        nodes = "\n".join(
            f"NodeName=n{n + 1} NodeHostname={host} NodeAddr=127.0.0.1 Port={port} CPUs=2 RealMemory=2000"
            for n, port in enumerate(self.node_ports))
        for name in ["state", "spool-n1", "spool-n2"]:
            os.makedirs(self.path(name), exist_ok=True)
        self.slurm_conf = self.write("slurm.conf", f"""
ClusterName=stickers
SlurmctldHost={host}(127.0.0.1)
SlurmctldPort={self.controller_port}
SlurmUser={self.user}
AuthType=auth/munge
AuthInfo=socket={munge}
CredType=cred/munge
StateSaveLocation={self.path('state')}
SlurmdSpoolDir={self.folder}/spool-%n
SlurmctldPidFile={self.path('slurmctld.pid')}
SlurmdPidFile={self.folder}/slurmd-%n.pid
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
SelectType=select/cons_tres
SelectTypeParameters=CR_CPU
SlurmdParameters=config_overrides
MpiDefault=none
SwitchType=switch/none
ReturnToService=2
SlurmdTimeout=30
KillWait=5
{nodes}
PartitionName=main Nodes=n1,n2 Default=YES MaxTime=INFINITE State=UP
""")
        os.environ["SLURM_CONF"] = self.slurm_conf
        self.start_controller()
        for name in ["n1", "n2"]:
            self.start_node(name)
        self.wait_for_nodes()
        self.probe("srun", "--quiet", "true")

    def start_controller(self):
        self.spawn("slurmctld", [shutil.which("slurmctld"), "-D", "-f", self.slurm_conf])

    def start_node(self, name):
        self.spawn(f"slurmd-{name}", [shutil.which("slurmd"), "-D", "-N", name, "-f", self.slurm_conf])

    def idle_nodes(self):
        found = self.run_slurm("sinfo", "-h", "-t", "idle", "-o", "%D")
        return sum(int(line) for line in found.stdout.split()) if found.returncode == 0 else 0

    def wait_for_nodes(self, seconds=60):
        """Waits until all jobs have ended and both nodes are idle."""
        try:
            wait_for("two idle nodes", lambda: self.idle_nodes() == 2, seconds)
        except RuntimeError as error:
            state = self.run_slurm("sinfo", "-N", "-l").stdout + self.run_slurm("squeue", "-l").stdout
            raise RuntimeError(f"{error}:\n{state}") from None

    @staticmethod
    def run_slurm(*command):
        return subprocess.run(command, capture_output=True, text=True, timeout=60)

    def cancel_jobs(self):
        self.run_slurm("scancel", "-u", self.user)

    # The end

    def end(self, name, number=signal.SIGTERM):
        process = self.processes.pop(name, None)
        if process is None:
            return
        try:
            os.killpg(process.pid, number)
            process.wait(timeout=10)
        except (ProcessLookupError, subprocess.TimeoutExpired):
            process.kill()
            process.wait()

    def stop(self):
        if "slurm" in self.has:
            self.cancel_jobs()
        for name in reversed(list(self.processes)):
            self.end(name)
