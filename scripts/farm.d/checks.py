"""The checks, grouped by the servers that they need."""

import functools
import glob
import hashlib
import os
import signal
import subprocess
import threading
import time

from bridge import Bridge, Failed, expect
from servers import BuildGrid, Casd, Liar, free_port, stand_in, wait_for

CHECKS = {}


def check(*needs, waits=1):
    """Registers a function as a check. `waits`: the approximate duration in seconds."""

    def register(function):
        name = function.__name__.removeprefix("check_").replace("_", " ")

        @functools.wraps(function)
        def run(lane):
            return function(lane)

        run.needs, run.waits = needs, waits
        CHECKS[name] = run
        return function

    return register


class Lane:
    """The folder and the servers of checks that run one after the other."""

    # The hashes of the files that builds on this machine alone have published, by effort and number of stickers. All lanes
    # share them.
    published, lock = {}, threading.Lock()

    def __init__(self, folder, program):
        self.folder, self.program = folder, program
        self.count, self.servers = 0, {}

    def new_folder(self):
        self.count += 1
        return f"{self.folder}/{self.count}"

    def bridge(self, server=None, url=None, **settings):
        return Bridge(self.program, self.new_folder(), url or server.url, stand_in(self.folder), **settings)

    def casd(self, **options):
        return Casd(self.new_folder(), **options)

    def shared(self, kind):
        """A server that several checks use, because it takes long to start."""
        if kind not in self.servers:
            self.servers[kind] = kind(self.new_folder()).__enter__()
        return self.servers[kind]

    def stop(self):
        for server in self.servers.values():
            server.stop()


# buildbox-casd


@check("casd", waits=3)
def check_a_job_is_executed_once_and_then_comes_from_the_cache(lane):
    with lane.casd() as casd:
        large = os.urandom(6 << 20)
        with lane.bridge(casd) as farm:
            expect(farm.other("capabilities")["executes"], "buildbox-casd does not report that it executes actions")
            first = farm.run({"prefix": "x"}, [b"one", large])
            report = farm.done(first, cached=False)
            expect(farm.answer(first) == b"xone" + large, "the answer is wrong")
            expect(report["sent"] > len(large), f"sent {report['sent']} bytes")
            again = farm.run({"prefix": "x"}, [b"one", large])
            farm.done(again, cached=True, sent=0)
            expect(farm.answer(again) == farm.answer(first), "the cached answer is wrong")
        with lane.bridge(casd) as farm:
            cached = farm.run({"prefix": "x"}, [b"one", large], lookup="cache")
            farm.done(cached, cached=True)
            farm.lost(farm.run({"prefix": "y"}, lookup="cache"), "missing")
            farm.done(farm.run({"prefix": "x"}, [b"one", large], lookup="execute"), cached=False)


@check("casd", waits=2)
def check_a_stored_result_is_found_by_another_machine(lane):
    with lane.casd() as casd:
        with lane.bridge(casd) as farm:
            path = f"{farm.folder}/own.answer"
            with open(path, "wb") as file:
                file.write(b"rendered here" * 100_000)
            farm.done(farm.run({"prefix": "never"}, command="store", answer=path))
        with lane.bridge(casd) as farm:
            job = farm.run({"prefix": "never"}, lookup="cache")
            farm.done(job, cached=True)
            expect(farm.answer(job) == b"rendered here" * 100_000, "the stored answer is wrong")


@check("casd", waits=2)
def check_inputs_that_changed_or_cannot_be_read_lose_the_job(lane):
    with lane.casd() as casd, lane.bridge(casd) as farm:
        good = farm.file(b"art of the day")
        with open(f"{farm.folder}/large", "wb") as file:
            file.write(bytes(5 << 20))
        large = {"path": f"{farm.folder}/large", "root": farm.folder, "sha256": "ab" * 32, "bytes": 5 << 20}
        os.symlink("/etc/passwd", f"{farm.folder}/link")
        for reason, one in (
                ("changed", {**good, "sha256": "ab" * 32}), ("changed", {**good, "bytes": 3}), ("changed", large),
                ("unreadable", {**good, "path": f"{farm.folder}/gone"}), ("unreadable", {**good, "path": farm.folder}),
                ("unreadable", {**good, "sha256": hashlib.sha256(open("/etc/passwd", "rb").read()).hexdigest(),
                                "bytes": os.path.getsize("/etc/passwd"), "path": f"{farm.folder}/link"})):
            report = farm.lost(farm.run({}, inputs=[one]), reason)
            expect(one["path"] in report["words"], f"the message does not contain the path: {report}")
        farm.done(farm.run({}, inputs=[good]))


@check("casd", waits=3)
def check_a_worker_that_fails_loses_the_job_with_its_words(lane):
    with lane.casd() as casd, lane.bridge(casd) as farm:
        words = "other libraries: libvips 8.15.1\n\x1b[31m" + "x" * 5000
        report = farm.lost(farm.run({"exit": 78, "words": words}), "worker", code=[78], words="libvips 8.15.1")
        expect(len(report["words"]) <= 500 and "\x1b" not in report["words"], f"foreign words: {report}")
        farm.lost(farm.run({"exit": 1}), "worker", code=[1])
        farm.lost(farm.run({"silent": True}), "worker", code=[0], words="no answer")
        farm.lost(farm.run({"sleep": 30}, timeout=1), "timeout")


@check("casd", waits=8)
def check_a_killed_farm_that_is_started_again_loses_no_job(lane):
    with lane.casd() as casd, lane.bridge(casd) as farm:
        jobs = [farm.run({"sleep": 2, "prefix": f"{number}"}) for number in range(4)]
        farm.wait(lambda: len(farm.stages) == 4, "the start of all jobs")
        casd.kill()
        time.sleep(1)
        casd.start()
        for job in jobs:
            farm.done(job, 60)
        expect(farm.figures["retries"] > 0, f"no call was repeated: {farm.figures}")


@check("casd", waits=50)
def check_a_farm_that_is_gone_for_good_loses_its_jobs_within_a_minute(lane):
    with lane.casd() as casd, lane.bridge(casd) as farm:
        jobs = [farm.run({"sleep": 20, "prefix": f"{number}"}) for number in range(4)]
        farm.wait(lambda: len(farm.stages) == 4, "the start of all jobs")
        casd.kill()
        begin = time.monotonic()
        for job in jobs:
            farm.lost(job, "farm", 60, code=[14])
        expect(time.monotonic() - begin < 60, "it took more than a minute")


@check()
def check_a_farm_that_is_not_there_is_refused_at_once(lane):
    with lane.bridge(url=f"grpc://127.0.0.1:{free_port()}") as farm:
        begin = time.monotonic()
        farm.lost(farm.run({}), "refused", words="cannot be reached")
        expect(farm.other("refused")["reason"] == "unreachable", f"{farm.others}")
        expect(time.monotonic() - begin < 5, "it took more than 5 s")


@check("casd", waits=4)
def check_a_farm_that_comes_later_is_used(lane):
    casd = lane.casd()
    with lane.bridge(casd) as farm:
        farm.lost(farm.run({}), "refused")
        with casd:
            time.sleep(1.1)
            farm.done(farm.run({}))


@check("casd", waits=5)
def check_lost_inputs_are_sent_again(lane):
    with lane.casd() as casd, lane.bridge(casd) as farm:
        farm.done(farm.run({"prefix": "a"}, [b"source"]))
        casd.lose()
        job = farm.run({"prefix": "b"}, [b"source"])
        farm.done(job)
        expect(farm.answer(job) == b"bsource", "the answer is wrong")


@check("casd", waits=4)
def check_a_cached_result_whose_answer_is_gone_is_executed(lane):
    with lane.casd() as casd, lane.bridge(casd) as farm:
        content = os.urandom(100_000)
        first = farm.run({}, [content])
        farm.done(first)
        casd.lose(hashlib.sha256(content).hexdigest())
        again = farm.run({}, [content])
        farm.done(again)
        expect(farm.answer(again) == content, "the answer is wrong")


@check("casd", waits=6)
def check_a_full_disk_of_the_farm_loses_jobs_and_nothing_else(lane):
    folder = lane.new_folder()
    os.makedirs(folder)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=24m", "tmpfs", folder], check=False).returncode:
        return "needs permission to mount a file system"
    try:
        with lane.casd(path=f"{folder}/cas", extra=("--reserved=0",)) as casd, lane.bridge(casd) as farm:
            jobs = [farm.run({"prefix": f"{number}"}, [os.urandom(3 << 20)]) for number in range(16)]
            ends = [farm.end(job, 90) for job in jobs]
            lost = [report for name, report in ends if name == "lost"]
            expect(lost, "no job was lost")
            expect(all(report["reason"] in ("farm", "worker") for report in lost), f"other reasons: {lost}")
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
    return None


@check("casd", waits=2)
def check_a_full_disk_here_is_reported_with_its_error_number(lane):
    folder = lane.new_folder()
    os.makedirs(folder)
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=100k", "tmpfs", folder], check=False).returncode:
        return "needs permission to mount a file system"
    try:
        with lane.casd() as casd, lane.bridge(casd) as farm:
            job = farm.run({}, [os.urandom(3 << 20)], answer=f"{folder}/answer")
            farm.lost(job, "cannotWrite", code=[28])
            expect(os.listdir(folder) == [], f"a part of the answer was not removed: {os.listdir(folder)}")
    finally:
        subprocess.run(["umount", "--lazy", folder], check=True)
    return None


@check("casd", waits=4)
def check_cancelled_jobs_end_at_once_and_are_ended_on_the_farm(lane):
    with lane.casd() as casd, lane.bridge(casd) as farm:
        jobs = [farm.run({"sleep": 300, "prefix": f"{number}"}) for number in range(50)]
        wait_for("a worker", lambda: rendering(lane))
        begin = time.monotonic()
        for job in jobs:
            farm.send("cancel", job)
        for job in jobs:
            farm.lost(job, "cancelled", 5)
        expect(time.monotonic() - begin < 5, "it took more than 5 s")
        wait_for("the end of all workers", lambda: not rendering(lane), 20)


def rendering(lane):
    """The processes of the stand-in of a lane."""
    found = []
    for path in glob.glob("/proc/[0-9]*/cmdline"):
        try:
            with open(path, "rb") as file:
                # Compares only the second argument, because the options of servers also contain the script's path.
                if file.read().split(b"\0")[1:2] == [stand_in(lane.folder).encode()]:
                    found.append(path)
        except OSError:
            pass
    return found


@check("casd", waits=4)
def check_a_stopped_farm_holds_no_cancellation(lane):
    with lane.casd() as casd, lane.bridge(casd) as farm:
        job = farm.run({"sleep": 1, "prefix": "stopped"})
        wait_for("a worker", lambda: rendering(lane))
        casd.signal(signal.SIGSTOP)
        try:
            later = farm.run({"prefix": "later"})
            begin = time.monotonic()
            farm.send("cancel", later)
            farm.lost(later, "cancelled", 2)
            expect(time.monotonic() - begin < 1, "it took more than 1 s")
        finally:
            casd.signal(signal.SIGCONT)
        farm.done(job)


@check("casd", waits=1)
def check_messages_that_violate_the_protocol_end_the_bridge(lane):
    with lane.casd() as casd:
        farm = lane.bridge(casd)
        farm.process.stdin.write(b"not a frame of the protocol")
        farm.process.stdin.flush()
        wait_for("the end", lambda: farm.process.poll() is not None, 10)
        expect(farm.process.returncode == 2, f"status {farm.process.returncode}")
        farm.close()


# BuildGrid


@check("casd", "python", "postgresql", waits=5)
def check_two_workers_do_jobs_of_a_scheduler(lane):
    grid = lane.shared(BuildGrid)
    with lane.bridge(grid) as farm:
        jobs = [farm.run({"sleep": 0.2, "prefix": f"two {number}"}, [b"art", os.urandom(10)]) for number in range(12)]
        workers = {farm.done(job, 60)["worker"] for job in jobs}
        expect(workers == {"bot1", "bot2"}, f"workers {workers}")
        farm.done(farm.run({"prefix": "again"}), 60)
        farm.done(farm.run({"prefix": "again"}), 60, cached=True)


@check("casd", "python", "postgresql", waits=25)
def check_a_killed_worker_is_replaced_by_another(lane):
    grid = lane.shared(BuildGrid)
    with lane.bridge(grid) as farm:
        job = farm.run({"sleep": 3, "prefix": f"killed {time.time()}"})
        farm.stage(job, "executing")
        wait_for("a busy worker", grid.busy_bot)
        name = grid.busy_bot()
        grid.kill_bot(name)
        report = farm.done(job, 90)
        expect(report["worker"] != name, f"the killed worker {name} did the job")
        grid.start_bot(name)


@check("casd", "python", "postgresql", waits=15)
def check_a_killed_scheduler_that_is_started_again_loses_no_job(lane):
    grid = lane.shared(BuildGrid)
    with lane.bridge(grid) as farm:
        job = farm.run({"sleep": 5, "prefix": f"scheduler {time.time()}"})
        farm.stage(job, "executing")
        grid.kill()
        time.sleep(1)
        grid.start()
        farm.done(job, 90)


@check("casd", "python", "postgresql", waits=4)
def check_a_job_without_a_fitting_worker_waits_and_can_be_cancelled(lane):
    grid = lane.shared(BuildGrid)
    with lane.bridge(grid, platform={"OSFamily": "plan9"}) as farm:
        job = farm.run({})
        # Some schedulers refuse properties that no worker has.
        farm.wait(lambda: job in farm.ends or "queued" in farm.stages.get(job, ()), "the job to be queued or refused")
        if job in farm.ends:
            farm.lost(job, "worker")
        else:
            farm.send("cancel", job)
            farm.lost(job, "cancelled", 2)


@check("casd", "python", "postgresql", waits=8)
def check_the_bridge_ends_with_its_input_and_the_farm_keeps_the_result(lane):
    grid = lane.shared(BuildGrid)
    contents = [os.urandom(20)]
    farm = lane.bridge(grid)
    job = farm.run({"sleep": 1, "prefix": "kept"}, contents)
    farm.stage(job, "executing")
    farm.close()
    expect(farm.process.returncode == 0, f"status {farm.process.returncode}")
    with lane.bridge(grid) as other:

        def is_cached():
            name, report = other.end(other.run({"sleep": 1, "prefix": "kept"}, contents, lookup="cache"))
            return name == "done" and report["cached"]

        wait_for("the result in the cache", is_cached, 30)


# The liar


@check("python", waits=3)
def check_answers_with_other_bytes_are_refused(lane):
    liar = lane.shared(Liar)
    for mode, reason in (
            ("other-bytes", "farm"), ("cut-off", "farm"), ("too-long", "farm"), ("stored-other", "farm"),
            ("huge", "worker"), ("no-sha256", "worker"), ("no-answer", "worker")):
        with lane.bridge(liar, instance=mode) as farm:
            job = farm.run({"mode": mode})
            report = farm.lost(job, reason)
            expect("\x1b" not in report["worker"], f"the worker's name contains control characters: {report}")
            expect(not glob.glob(f"{farm.folder}/*answer*"), f"{mode}: a part of the answer was not removed")


@check("python", waits=3)
def check_a_failure_is_repeated_once_and_a_second_one_loses_the_job(lane):
    liar = lane.shared(Liar)
    with lane.bridge(liar, instance="fails-once") as farm:
        farm.done(farm.run({"mode": "once"}))
    with lane.bridge(liar, instance="stored-missing") as farm:
        farm.done(farm.run({"mode": "stored-missing"}))
    for mode, reason, code in (("fails", "worker", [13]), ("times-out", "timeout", [4]), ("no-quota", "farm", [8])):
        with lane.bridge(liar, instance=mode) as farm:
            farm.lost(farm.run({"mode": mode}), reason, code=code)
    with lane.bridge(liar, instance="no-quota") as farm:
        farm.lost(farm.run({"mode": "busy"}), "farm")
        farm.wait(lambda: farm.figures.get("busy", 0) > 0, "the failed call in the figures")


@check("python", waits=4)
def check_a_stream_that_breaks_is_continued(lane):
    liar = lane.shared(Liar)
    with lane.bridge(liar, instance="breaks") as farm:
        farm.done(farm.run({"mode": "breaks"}), 60)
    with lane.bridge(liar, instance="stalls") as farm:
        job = farm.run({"mode": "stalls"})
        farm.stage(job, "queued")
        farm.send("cancel", job)
        farm.lost(job, "cancelled", 2)


@check("python", waits=20)
def check_a_farm_that_is_always_unavailable_loses_its_jobs(lane):
    liar = lane.shared(Liar)
    with lane.bridge(liar, instance="always-unavailable") as farm, \
            lane.bridge(liar, instance="ends-early") as early:
        one, other = farm.run({"mode": "unavailable"}), early.run({"mode": "early"})
        farm.lost(one, "farm", 60, code=[14])
        early.lost(other, "farm", 60, code=[14])


@check("python", waits=3)
def check_a_store_that_refuses_or_is_full_loses_the_job(lane):
    liar = lane.shared(Liar)
    for mode, reason, code in (("refuses", "farm", [3]), ("full", "farm", [8]), ("exhausted", "farm", [8])):
        with lane.bridge(liar, instance=mode) as farm:
            farm.lost(farm.run({"mode": mode}), reason, code=code)
    for mode in ("no-store", "read-only"):
        with lane.bridge(liar, instance=mode) as farm:
            job = farm.run({"mode": mode}, command="store", answer=farm.file(b"answer")["path"])
            farm.lost(job, "farm", code=[7])
            farm.done(farm.run({"mode": mode + " runs"}))


@check("python", waits=3)
def check_blobs_are_sent_in_pieces_and_an_early_end_is_accepted(lane):
    liar = lane.shared(Liar)
    large = os.urandom(5 << 20)
    for mode in ("early", "small", "plain"):
        with lane.bridge(liar, instance=mode) as farm:
            farm.done(farm.run({"mode": mode}, [large, b"small", os.urandom(4000)]))
    with lane.bridge(liar, instance="short") as farm:
        farm.lost(farm.run({"mode": "short"}, [os.urandom(5 << 20)]), "farm", words="stored 5 of")


@check("python", waits=3)
def check_a_farm_that_does_not_fit_is_refused_in_words(lane):
    liar = lane.shared(Liar)
    for mode, reason, words in (
            ("new", "unsupported", "speaks Remote Execution 3.0"), ("md5", "unsupported", "does not accept SHA-256"),
            ("unknown", "unsupported", "no such instance"), ("forbidden", "forbidden", "not for you")):
        with lane.bridge(liar, instance=mode) as farm:
            farm.lost(farm.run({}), "refused", words=words)
            expect(farm.other("refused")["reason"] == reason, f"{farm.others}")
    with lane.bridge(liar, instance="mute") as farm:
        farm.lost(farm.run({}), "refused", 20, words="cannot be reached")
    with lane.bridge(liar, instance="cache") as farm:
        expect(not farm.other("capabilities")["executes"], "it executes")
        farm.lost(farm.run({}), "missing")
    with lane.bridge(liar, instance="old") as farm:
        farm.done(farm.run({"mode": "old"}))


@check("python", waits=3)
def check_a_token_is_read_again_when_it_has_expired(lane):
    folder = lane.new_folder()
    os.makedirs(folder)
    expected, path = f"{folder}/expected", f"{folder}/token"

    def write(file, text, mode=0o600):
        with open(file, "w") as out:
            out.write(text)
        os.chmod(file, mode)

    write(expected, "first")
    write(path, "first\n")
    with Liar(lane.new_folder(), "--token", expected) as liar:
        with lane.bridge(liar, tokenFile=path) as farm:
            farm.done(farm.run({"token": 1}))
            write(path, "second")
            write(expected, "second")
            farm.done(farm.run({"token": 2}))
            write(expected, "third")
            report = farm.lost(farm.run({"token": 3}), "refused", code=[16], words="this token has expired")
            expect("second" not in report["words"], "the token is in the message")
            expect(farm.other("refused")["reason"] == "token", f"{farm.others}")
            write(path, "third")
            time.sleep(1.1)
            farm.done(farm.run({"token": 4}))
        for mode, text, words in ((0o644, "third", "chmod 600"), (0o600, "", "one token"), (0o600, "a b", "one token")):
            write(path, text, mode)
            with lane.bridge(liar, tokenFile=path) as farm:
                farm.lost(farm.run({}), "refused", words=words)
        with lane.bridge(liar, tokenFile=f"{folder}/none") as farm:
            farm.lost(farm.run({}), "refused", words="cannot be read")


def certificate(folder, name, issuer=None, days="30", host="localhost"):
    """Makes a key and a certificate, signed with its own key or by another certificate."""
    key, path = f"{folder}/{name}.key", f"{folder}/{name}.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-keyout", key,
               "-out", path, "-days", days, "-subj", f"/CN={name}", "-addext", f"subjectAltName=DNS:{host},IP:127.0.0.1"]
    if issuer:
        command += ["-CA", f"{folder}/{issuer}.pem", "-CAkey", f"{folder}/{issuer}.key",
                    "-addext", "basicConstraints=critical,CA:false"]
    if host != "localhost":
        command[command.index("-addext") + 1] = f"subjectAltName=DNS:{host}"
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return path, key


@check("python", waits=4)
def check_encrypted_connections_are_checked(lane):
    folder = lane.new_folder()
    os.makedirs(folder)
    authority, _ = certificate(folder, "authority")
    server, client = certificate(folder, "server", "authority"), certificate(folder, "client", "authority")
    wrong = certificate(folder, "wrong", "authority", host="elsewhere.example")
    with Liar(lane.new_folder(), "--tls", *server, authority) as liar:
        secure = liar.url.replace("grpc:", "grpcs:")
        with lane.bridge(url=secure, authority=authority, certificate=client[0], key=client[1]) as farm:
            farm.done(farm.run({"tls": 1}))
        for settings in ({"authority": authority}, {"certificate": client[0], "key": client[1]}, {}):
            with lane.bridge(url=secure, **settings) as farm:
                farm.lost(farm.run({}), "refused", 20)
                expect(farm.other("refused")["reason"] == "unreachable", f"{farm.others}")
        with lane.bridge(url=secure, authority=f"{folder}/none") as farm:
            farm.lost(farm.run({}), "refused", words="cannot be read")
    with Liar(lane.new_folder(), "--tls", *wrong) as liar:
        with lane.bridge(url=liar.url.replace("grpc:", "grpcs:"), authority=authority) as farm:
            farm.lost(farm.run({}), "refused", 20)
    with lane.bridge(url="grpc://farm.example.com:80") as farm:
        farm.lost(farm.run({}), "refused", words="not encrypted")


__all__ = ["CHECKS", "Failed", "Lane"]
