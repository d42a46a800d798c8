import Daemon
import Glibc
import TestSupport
import Testing
import WorkerProtocol

@Suite("Workers that are greeted")
struct WorkerGreetingTests {
    /// A script that must name a version before it gets a request.
    private func greeted(_ text: String, _ arguments: String...) -> WorkerCommand {
        var command = WorkerCommand.script(text)
        command.arguments += arguments
        command.version = .current
        return command
    }

    private func failure(of command: WorkerCommand) async throws -> WorkerFailure? {
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            await #expect(throws: WorkerFailure.self) { try await pool.answer() }
        }
    }

    /// Names this version, and answers each request after that with its process id.
    private static let honest = """
        read -r greeting
        echo '{"greeting":{"_0":{"number":"\(RendererVersion.current.number)","pipeline":\(RendererVersion.current.pipeline),\
        "protocolVersion":\(RendererVersion.current.protocolVersion)}}}'
        while read -r line; do echo "{\\"word\\":\\"$$\\"}"; done
        """

    @Test("one that names this version gets the request")
    func honest() async throws {
        let word = try await EchoPool.withWorkers(count: 1, command: greeted(Self.honest)) { try await $0.answer() }
        #expect(Int32(word) != nil)
    }

    @Test("one that ends before it has answered did not start, and says how and what it wrote")
    func death() async throws {
        for text in ["echo no library >&2; exit 127", "read -r greeting; echo no library >&2; exit 127"] {
            #expect(
                try await failure(of: greeted(text))
                    == .didNotStart(executable: "/bin/sh", .ended(.exited(status: 127)), outputTail: "no library"))
        }
    }

    @Test("one that does not answer within the limit is killed and did not start")
    func hang() async throws {
        var command = greeted("exec sleep 1000")
        command.startLimit = .milliseconds(250)
        #expect(
            try await failure(of: command)
                == .didNotStart(executable: "/bin/sh", .noAnswer(seconds: 0.25), outputTail: ""))
    }

    @Test("one line that is no greeting is that of another program")
    func otherProgram() async throws {
        #expect(
            try await failure(of: greeted("read -r greeting; echo hello; cat > /dev/null"))
                == .otherVersion(executable: "/bin/sh", found: nil))
    }

    @Test("a version of a program that has no protocol version is read")
    func earlierVersion() async throws {
        let text = #"read -r greeting; echo '{"greeting":{"_0":{"number":"0.0.1","pipeline":3}}}'; cat > /dev/null"#
        #expect(
            try await failure(of: greeted(text))
                == .otherVersion(
                    executable: "/bin/sh", found: RendererVersion(number: "0.0.1", pipeline: 3, protocolVersion: 0)))
    }

    @Test("cancelling the caller during the greeting kills the process, and the next caller gets another")
    func cancelled() async throws {
        let folder = try TemporaryFolder()
        let command = greeted(
            #"if mkdir "$1/first" 2> /dev/null; then echo $$ > "$1/pid"; exec sleep 1000; fi"# + "\n" + Self.honest,
            folder.path)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let caller = Task { try await pool.answer(within: .seconds(1000)) }
            try await eventually("it has not started") { try folder.has("pid") && !folder.read("pid").isEmpty }
            let process = WorkerProcess(try folder.read("pid").filter(\.isNumber))
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
            try await eventually("the process is still there", within: 20) { !process.exists }
            #expect(try await pool.answer() != "\(process.pid)")
        }
    }
}
