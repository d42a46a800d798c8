import Glibc
import TestSupport
import Testing
import WorkerPool
import WorkerProtocol

@Suite("Workers that are greeted")
struct WorkerGreetingTests {
    /// A worker that must send its version before it gets a request.
    private func greeted(_ command: WorkerCommand) -> WorkerCommand {
        var command = command
        command.version = .current
        return command
    }

    private func failure(of command: WorkerCommand) async throws -> WorkerFailure? {
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            await #expect(throws: WorkerFailure.self) { try await pool.answer() }
        }
    }

    private static func version(_ number: String, _ pipeline: Int, _ protocolVersion: Int) -> String {
        "{'number': '\(number)', 'pipeline': \(pipeline), 'protocolVersion': \(protocolVersion)}"
    }

    /// Sends the current version, and then answers each request with its process id.
    private static let honest =
        "for job, _ in jobs(\(version(RendererVersion.current.number, RendererVersion.current.pipeline, RendererVersion.current.protocolVersion))): word(job, str(os.getpid()))"

    @Test("one that names this version gets the request")
    func honest() async throws {
        let word = try await EchoPool.withWorkers(count: 1, command: greeted(.python(Self.honest))) {
            try await $0.answer()
        }
        #expect(Int32(word) != nil)
    }

    @Test("one that ends before it has answered did not start, and is reported with its status and output")
    func death() async throws {
        #expect(
            try await failure(of: greeted(.script("echo no library >&2; exit 127")))
                == .didNotStart(executable: "/bin/sh", .ended(.exited(status: 127)), outputTail: "no library"))
    }

    @Test("one that does not answer within the limit is killed and did not start")
    func hang() async throws {
        var command = greeted(.script("exec sleep 1000"))
        command.startLimit = .milliseconds(250)
        #expect(
            try await failure(of: command)
                == .didNotStart(executable: "/bin/sh", .noAnswer(seconds: 0.25), outputTail: ""))
    }

    @Test("one with an invalid hello is another program")
    func otherProgram() async throws {
        #expect(
            try await failure(of: greeted(.python("hello('x'); receive()")))
                == .otherVersion(executable: "/usr/bin/env", found: nil))
    }

    @Test("one that writes text instead of frames did not start, even if the text is only a few bytes")
    func text() async throws {
        #expect(
            try await failure(of: greeted(.script("echo hello; exec cat > /dev/null")))
                == .didNotStart(
                    executable: "/bin/sh", .unreadableAnswer("a frame of the unknown kind 104"), outputTail: ""))
    }

    @Test("one of another version is refused by it")
    func otherVersion() async throws {
        #expect(
            try await failure(of: greeted(.python("hello(\(Self.version("0.0.1", 3, 1))); receive()")))
                == .otherVersion(
                    executable: "/usr/bin/env", found: RendererVersion(number: "0.0.1", pipeline: 3, protocolVersion: 1)
                )
        )
    }

    @Test("cancelling the caller during the greeting kills the process, and the next caller gets another")
    func cancelled() async throws {
        let folder = try TemporaryFolder()
        let command = greeted(
            .python(
                """
                if not os.path.exists(sys.argv[1] + "/pid"):
                    open(sys.argv[1] + "/new", "w").write(str(os.getpid()))
                    os.rename(sys.argv[1] + "/new", sys.argv[1] + "/pid")
                    time.sleep(1000)
                \(Self.honest)
                """, folder.path))
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let caller = Task { try await pool.answer(within: .seconds(1000)) }
            try await eventually("the worker does not start") { try folder.has("pid") && !folder.read("pid").isEmpty }
            let process = WorkerProcess(try folder.read("pid").filter(\.isNumber))
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
            try await eventually("the process of the worker is still running", within: 20) { !process.exists }
            #expect(try await pool.answer() != "\(process.pid)")
        }
    }
}
