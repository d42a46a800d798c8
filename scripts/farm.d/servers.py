"""The servers of a run: buildbox-casd, BuildGrid with PostgreSQL and two workers, and a server with false answers."""

import contextlib
import glob
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
HOME = os.path.join(os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache"), "stickerd-farm")
PYTHON = f"{HOME}/bin/python3"
BUILDBOX = f"{HOME}/buildbox"


def missing(*needs):
    """Those of the needed programs that are not installed."""
    here = {
        "casd": os.path.exists(f"{BUILDBOX}/buildbox-casd"),
        "python": os.path.exists(PYTHON),
        "postgresql": bool(postgresql()),
    }
    return [need for need in needs if not here[need]]


def postgresql():
    return next(iter(sorted(glob.glob("/usr/lib/postgresql/*/bin"), reverse=True)), None)


def free_port():
    """A port below those that Linux gives to outgoing connections. An outgoing port could be taken before the server starts,
    even by the connection that tests whether it listens."""
    while True:
        port = random.randrange(15_000, 32_000)
        with socket.socket() as listener:
            with contextlib.suppress(OSError):
                listener.bind(("127.0.0.1", port))
                return port


def stand_in(lane):
    """The path of the renderer's stand-in, which all workers of a lane use."""
    path = f"{lane}/stickerd-render"
    if not os.path.exists(path):
        shutil.copy(f"{HERE}/stand_in.py", path)
    return path


def visible(lane, image=None):
    """The paths of this machine that an action can read.

    `image`: the folder of stickerd's programs, which are then installed on the workers.
    """
    paths = {path: path for path in ("/bin", "/lib", "/lib64", "/usr", "/etc/fonts", stand_in(lane))}
    if image:
        runtime = next(iter(glob.glob("/opt/swift*/usr/lib/swift/linux")), None)
        paths |= {"/usr/local/bin": image} | ({runtime: runtime} if runtime else {})
    return [f"--ro-bind-mount={os.path.realpath(here)}:{there}" for there, here in paths.items()]


def wait_for(what, happened, seconds=120):
    deadline = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > deadline:
            raise RuntimeError(f"waited {seconds} s in vain for {what}")
        time.sleep(0.05)


def listens(port):
    with socket.socket() as client:
        client.settimeout(1)
        return client.connect_ex(("127.0.0.1", port)) == 0


class Server:
    """A process with a port and a log, which can be killed and started again."""

    # All started processes, including those of stickerd. When the run is over, no more processes may be started.
    processes, is_over, lock = [], False, threading.RLock()

    @classmethod
    def keep(cls, start):
        """Starts a process. It is killed at the end of the run if it is still running."""
        with cls.lock:
            if cls.is_over:
                raise RuntimeError("the run is over")
            cls.processes.append(start())
            return cls.processes[-1]

    def __init__(self, folder, name):
        self.folder, self.name = folder, name
        os.makedirs(folder, exist_ok=True)
        self.port = free_port()
        self.process = None

    @property
    def url(self):
        return f"grpc://127.0.0.1:{self.port}"

    def command(self):
        raise NotImplementedError

    def spawn(self, command, name):
        with open(f"{self.folder}/{name}.log", "ab") as log:
            return Server.keep(lambda: subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, start_new_session=True, cwd=self.folder))

    def start(self):
        self.process = self.spawn(self.command(), self.name)
        wait_for(f"{self.name} (see {self.folder}/{self.name}.log)",
                 lambda: self.process.poll() is not None or listens(self.port))
        if self.process.poll() is not None:
            raise RuntimeError(f"{self.name} ended: see {self.folder}/{self.name}.log")
        return self

    def signal(self, number):
        os.killpg(self.process.pid, number)

    def kill(self):
        if self.process and self.process.poll() is None:
            self.signal(signal.SIGKILL)
            self.process.wait()

    stop = kill

    def __enter__(self):
        try:
            return self.start()
        except BaseException:
            # The database may be running although its scheduler could not be started.
            self.stop()
            raise

    def __exit__(self, *_):
        self.stop()


def kill_all():
    """Ends all processes, also those of other threads, and prevents new ones."""
    with Server.lock:
        Server.is_over = True
    for process in Server.processes:
        if process.poll() is None:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)


class Casd(Server):
    """A store, a cache and an executor in one process. `lacks`: the protection that its kernel seems to lack."""

    def __init__(self, folder, jobs=4, extra=(), path=None, image=None, lacks=None):
        super().__init__(folder, "casd")
        self.jobs, self.extra, self.path = jobs, extra, path or f"{folder}/cas"
        self.visible = visible(os.path.dirname(folder), image)
        self.wrapper = [sys.executable, f"{HERE}/kernel.py", lacks] if lacks else []

    def command(self):
        return [
            *self.wrapper, f"{BUILDBOX}/buildbox-casd", f"--bind=127.0.0.1:{self.port}", f"--buildbox-run={BUILDBOX}/buildbox-run",
            f"--jobs={self.jobs}", *(f"--runner-arg={one}" for one in self.visible), *self.extra,
            self.path]

    def lose(self, sha256=None):
        """Removes the blob with this SHA-256 from the store, or all blobs."""
        for path in glob.glob(f"{self.path}/cas/objects/*/*"):
            if sha256 is None or os.path.basename(os.path.dirname(path)) + os.path.basename(path) == sha256:
                os.remove(path)


class Liar(Server):
    def __init__(self, folder, *arguments):
        super().__init__(folder, "liar")
        self.arguments = arguments

    def count(self, call):
        """The number of calls of a method."""
        with open(f"{self.folder}/liar.log") as log:
            return log.read().count(f"{call}\n")

    def command(self):
        return [PYTHON, f"{HERE}/liar.py", str(self.port), *self.arguments]


BUILDGRID = """\
server:
  - !channel
    address: "127.0.0.1:{port}"
    insecure-mode: true
description: test
connections:
  - !sql-connection &sql
    connection-string: {database}
    pool-size: 5
    pool-timeout: 30
    max-overflow: 10
storages:
  - !disk-storage &store
    path: {folder}/store
caches:
  - !lru-action-cache &cache
    storage: *store
    max-cached-refs: 10000
    allow-updates: true
    cache-failed-actions: false
schedulers:
  - !sql-scheduler &scheduler
    sql: *sql
    action-cache: *cache
    storage: *store
    property-set: !dynamic-property-set
      match-property-keys: [OSFamily]
    bot-session-keepalive-timeout: 10
    assigners:
      - !priority-age-assigner
        count: 1
        interval: 0.05
instances:
  - name: ''
    services:
      - !action-cache {{ cache: *cache }}
      - !execution {{ scheduler: *scheduler, operation-stream-keepalive-timeout: 60 }}
      - !cas {{ storage: *store }}
      - !bytestream {{ storage: *store }}
thread-pool-size: 50
"""


class BuildGrid(Server):
    """A scheduler with a database, and two workers. `mixes`: whether the workers return the answer to each job for the next one."""

    def __init__(self, folder, mixes=False):
        super().__init__(folder, "buildgrid")
        self.mixes = mixes
        self.database_port = free_port()
        self.database = f"postgresql+psycopg2://postgres@127.0.0.1:{self.database_port}/postgres"
        self.postgres, self.bots = None, {}

    def command(self):
        with open(f"{self.folder}/buildgrid.yml", "w") as file:
            file.write(BUILDGRID.format(port=self.port, database=self.database, folder=self.folder))
        return [f"{HOME}/bin/bgd", "server", "start", f"{self.folder}/buildgrid.yml"]

    def start(self):
        if self.postgres is None:
            self.start_database()
        super().start()
        for name in ("bot1", "bot2"):
            if name not in self.bots:
                self.start_bot(name)
        return self

    def start_database(self):
        """Starts PostgreSQL, as `nobody` with another /dev/null if this user is root. PostgreSQL does not run as root."""
        data = f"{self.folder}/database"
        os.makedirs(data, exist_ok=True)
        script = (
            f"{postgresql()}/initdb -D {data}/data -A trust -U postgres --no-sync >{data}/initdb.log 2>&1 && "
            f"exec {postgresql()}/postgres -D {data}/data -h 127.0.0.1 -p {self.database_port} -c fsync=off "
            "-c unix_socket_directories=''")
        command = ["sh", "-c", script]
        if os.geteuid() == 0:
            os.chown(data, 65534, 65534)
            for folder in (self.folder, os.path.dirname(self.folder)):
                os.chmod(folder, 0o755)
            as_nobody = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", *command]
            null = f"{self.folder}/null"
            command = ["unshare", "--mount", "sh", "-c",
                       f'mknod -m 666 {null} c 1 3 && mount --bind {null} /dev/null; exec "$@"', "sh", *as_nobody]
        self.postgres = self.spawn(command, "postgres")
        wait_for("PostgreSQL", lambda: subprocess.run(
            [f"{postgresql()}/pg_isready", "-q", "-h", "127.0.0.1", "-p", str(self.database_port)],
            check=False).returncode == 0)
        with open(f"{self.folder}/migrate.log", "wb") as log:
            subprocess.run([f"{HOME}/bin/bgd", "migrate", "apply", self.database], check=True, stdout=log, stderr=log)

    def start_bot(self, name):
        mixes = ["--mixes"] if self.mixes else []
        command = [PYTHON, f"{HERE}/bot.py", *mixes, f"127.0.0.1:{self.port}", name, f"{BUILDBOX}/buildbox-run",
                   *visible(os.path.dirname(self.folder))]
        self.bots[name] = self.spawn(command, name)

    def busy_bot(self):
        """The name of a worker that executes an action. None if all are idle."""
        for name, bot in self.bots.items():
            with open(f"/proc/{bot.pid}/task/{bot.pid}/children") as file:
                if file.read().split():
                    return name
        return None

    def kill_bot(self, name):
        bot = self.bots.pop(name)
        os.killpg(bot.pid, signal.SIGKILL)
        bot.wait()

    def stop(self):
        for name in list(self.bots):
            self.kill_bot(name)
        self.kill()
        if self.postgres:
            os.killpg(self.postgres.pid, signal.SIGINT)
            self.postgres.wait()
            self.postgres = None


def main():
    print(*missing(*sys.argv[1:]))


if __name__ == "__main__":
    main()
