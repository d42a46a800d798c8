import Foundation
import JobModel
import StickerConfiguration
import TestSupport
import Testing
import WorkerProtocol

/// `stickerd-render --slots`, spoken to frame by frame.
@Suite struct AgentTests {
    /// Functions for the control plane's side.
    private static let control =
        FakeRenderer.library + "\n" + #"""
            renderer, request = sys.argv[1], sys.argv[2].encode()
            version = subprocess.run([renderer, "--version"], capture_output=True, text=True).stdout.split()
            version = {"number": version[0], "pipeline": int(version[2][:-1]), "protocolVersion": int(version[4][:-1])}
            def start(*options):
                return subprocess.Popen([renderer, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            def give(agent, kind, payload=b"", job=0):
                agent.stdin.write(frame(kind, payload, job))
                agent.stdin.flush()
            def greeted(*options):
                agent = start(*options)
                give(agent, HELLO, json.dumps(version).encode())
                kind, _, payload = receive(agent.stdout)
                assert kind == HELLO, kind
                return agent, json.loads(payload)
            def take(agent):
                while True:
                    kind, job, payload = receive(agent.stdout)
                    if kind != BEAT: return kind, job, payload
            def children(agent):
                return open(f"/proc/{agent.pid}/task/{agent.pid}/children").read().split()
            """#

    /// Runs a script, which fails if something differs from its expectations.
    private func run(_ script: String, hasPhoto: Bool = false) async throws {
        let photo = Background(name: "photo", fill: .image(sha256: String(repeating: "0", count: 64)))
        let recipe = Recipe(
            size: .small, render: RenderSettings(), encode: EncodeSettings(), backgrounds: hasPhoto ? [photo] : [],
            limits: SourceLimits(), ruleLimits: [:])
        let job = try JSONEncoder().encode(WorkerRequest.sticker(StickerJob(name: "cats/One.png", recipe: recipe)))
        let folder = try TemporaryFolder()
        try Data(Art.png(320)).write(to: URL(filePath: folder.file("picture.png")))
        let ending = try await ConcurrencyLimit.runs.withPermit {
            try await Command(
                [
                    "python3", "-c", AgentTests.control + "\n" + script, CLIFixture.renderer,
                    String(decoding: job, as: UTF8.self), folder.file("picture.png"),
                ], in: folder.path
            ).ending()
        }
        #expect(ending.status == 0, "\(ending.output)\(ending.complaint)")
    }

    @Test("it reports what affects bytes, does a job in each slot at the same time, and ends with its input")
    func jobs() async throws {
        try await run(
            """
            agent, hello = greeted("--slots", "2")
            assert hello["slots"] == 2 and hello["isConfined"] and hello["host"], hello
            assert hello["processor"]["architecture"] == os.uname().machine, hello
            assert hello["version"] == version, hello
            for job in (7, 8): give(agent, JOB, request, job)
            # Each of them asks for its source before the other has it.
            assert sorted(take(agent)[:2] for _ in range(2)) == [(NEED, 7), (NEED, 8)]
            assert len(children(agent)) == 2
            for job in (7, 8): give(agent, ABORT, b"", job)
            ended = sorted(take(agent)[:2] for _ in range(2))
            assert ended == [(FAILURE, 7), (FAILURE, 8)], ended
            give(agent, BYE)
            assert agent.wait() == 0
            """)
    }

    @Test("a process that is killed costs its job and no other, and the next job gets another process")
    func crash() async throws {
        try await run(
            """
            agent, _ = greeted("--slots", "1")
            give(agent, JOB, request, 1)
            give(agent, JOB, request, 2)
            assert sorted(take(agent)[:2] for _ in range(2)) == [(NEED, 1), (NEED, 2)]
            os.kill(int(children(agent)[0]), signal.SIGKILL)
            kind, job, payload = take(agent)
            assert (kind, job) == (LOST, 1) and json.loads(payload)["signal"] == 9, payload
            give(agent, ABORT, b"", 2)
            assert take(agent)[:2] == (FAILURE, 2)
            agent.stdin.close()
            assert agent.wait() == 0
            """)
    }

    @Test("a job that is cancelled is stopped, whether it has begun or not")
    func cancel() async throws {
        try await run(
            """
            agent, _ = greeted("--slots", "1")
            for job in (1, 2, 3): give(agent, JOB, request, job)
            assert sorted(take(agent)[:2] for _ in range(3)) == [(NEED, 1), (NEED, 2), (NEED, 3)]
            give(agent, CANCEL, b"", 2)
            give(agent, CANCEL, b"", 1)
            give(agent, ABORT, b"", 2)
            give(agent, ABORT, b"", 3)
            assert take(agent)[:2] == (FAILURE, 3)
            agent.stdin.close()
            assert agent.wait() == 0
            """)
    }

    @Test("SIGTERM makes it finish its current jobs, return the rest and end")
    func drains() async throws {
        try await run(
            """
            agent, _ = greeted("--slots", "1")
            give(agent, JOB, request, 1)
            give(agent, JOB, request, 2)
            assert sorted(take(agent)[:2] for _ in range(2)) == [(NEED, 1), (NEED, 2)]
            agent.send_signal(signal.SIGTERM)
            assert take(agent)[0] == BYE
            kind, job, payload = take(agent)
            assert (kind, job) == (LOST, 2) and json.loads(payload)["reason"] == "returned", payload
            give(agent, JOB, request, 3)
            kind, job, payload = take(agent)
            assert (kind, job) == (LOST, 3) and json.loads(payload)["reason"] == "returned", payload
            give(agent, ABORT, b"", 1)
            assert take(agent)[:2] == (FAILURE, 1)
            assert agent.wait() == 0
            """)
    }

    @Test("a waiting job has its source before a process requests it, and the used CPU time is reported")
    func prefetch() async throws {
        try await run(
            """
            def source(job):
                give(agent, BLOB, struct.pack(">Q", 5), job)
                give(agent, DATA, b"no pi", job)
                give(agent, BLOB_END, b"", job)
            agent, _ = greeted("--slots", "1")
            give(agent, JOB, request, 1)
            assert take(agent)[:2] == (NEED, 1)
            give(agent, JOB, request, 2)
            assert take(agent)[:2] == (NEED, 2)
            source(2)
            source(1)
            # The second one is asked for once.
            assert [take(agent)[:2] for _ in range(2)] == [(START, 1), (RESULT, 1)]
            assert [take(agent)[:2] for _ in range(2)] == [(START, 2), (RESULT, 2)]
            while True:
                kind, _, payload = receive(agent.stdout)
                if kind == BEAT: break
            assert json.loads(payload)["cpuSeconds"] > 0, payload
            agent.stdin.close()
            assert agent.wait() == 0
            """)
    }

    @Test("a background is sent once for all processes, and again if the first that requested it has ended")
    func backgrounds() async throws {
        try await run(
            """
            picture = open(sys.argv[3], "rb").read()
            def send_file(job, content):
                give(agent, BLOB, struct.pack(">Q", len(content)), job)
                give(agent, DATA, content, job)
                give(agent, BLOB_END, b"", job)
            def until(*wanted):
                while True:
                    found = take(agent)
                    if found[0] in wanted: return found
            agent, _ = greeted("--slots", "2")
            for number in (1, 2): give(agent, JOB, request, number)
            for _ in range(2): assert until(NEED)[2][3] == 0
            for number in (1, 2): send_file(number, picture)
            kind, first, place = until(NEED)
            assert place[3] == 1
            # The other one waits for the same picture, until the first is gone.
            give(agent, CANCEL, b"", first)
            kind, second, place = until(NEED)
            assert second != first and place[3] == 1
            send_file(second, picture)
            assert until(RESULT, FAILURE)[:2] == (RESULT, second)
            give(agent, JOB, request, 3)
            assert until(NEED)[2][3] == 0
            send_file(3, picture)
            # Nothing is asked for in between.
            assert until(NEED, RESULT, FAILURE)[:2] == (RESULT, 3)
            agent.stdin.close()
            assert agent.wait() == 0
            """, hasPhoto: true)
    }

    @Test("it ends on its own, with its processes, after a time without messages")
    func silence() async throws {
        try await run(
            """
            agent, _ = greeted("--slots", "1", "--silence", "1")
            give(agent, JOB, request, 1)
            assert take(agent)[:2] == (NEED, 1)
            child = children(agent)[0]
            assert agent.wait() == 0
            assert not os.path.exists("/proc/" + child)
            """)
    }

    @Test("it refuses another version, after sending its own")
    func otherVersion() async throws {
        try await run(
            """
            agent = start("--slots", "1")
            give(agent, HELLO, json.dumps({**version, "number": "0.0.1"}).encode())
            assert take(agent)[0] == HELLO
            assert agent.wait() == 78
            """)
    }
}
