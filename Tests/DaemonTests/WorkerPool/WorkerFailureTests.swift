import Daemon
import Glibc
import TestSupport
import Testing

@Suite("Workers that fail")
struct WorkerFailureTests {
    @Test("a worker that takes too long is killed, and the next request gets another")
    func timeLimit() async throws {
        let command = WorkerCommand.script(
            #"while read -r line; do case "$line" in *slow*) sleep 1000;; esac; echo "{\"word\":\"$$\"}"; done"#)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let first = try await pool.answer("quick")
            await #expect(throws: WorkerFailure.timedOut(seconds: 0.25)) {
                try await pool.answer("slow", within: .milliseconds(250))
            }
            #expect(try await pool.answer("quick") != first)
            #expect(!WorkerProcess(first).exists)
        }
    }

    @Test("what a worker has started is killed with it")
    func grandchildren() async throws {
        let folder = try TemporaryFolder()
        let command = WorkerCommand.script(
            #"read -r line; sleep 1000 & echo $! > "$1/pid"; wait"#, folder.path)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            await #expect(throws: WorkerFailure.timedOut(seconds: 0.25)) {
                try await pool.answer(within: .milliseconds(250))
            }
        }
        let pid = try folder.read("pid").filter(\.isNumber)
        try await eventually("the grandchild is gone") { WorkerProcess(pid).isGoneOrZombie }
    }

    @Test("a worker that dies says how, and what it said last")
    func status() async throws {
        let command = WorkerCommand.script("read -r l; echo 'no memory' >&2; exit 7")
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            for _ in 0..<20 {
                await #expect(throws: WorkerFailure.died(.exited(status: 7), outputTail: "no memory")) {
                    try await pool.answer()
                }
            }
        }
    }

    @Test("a worker that crashes says by which signal")
    func crash() async throws {
        try await EchoPool.withWorkers(count: 1, command: .script("read -r line; kill -SEGV $$")) { pool in
            await #expect(throws: WorkerFailure.died(.signalled(SIGSEGV), outputTail: "")) { try await pool.answer() }
        }
    }

    @Test("of a long complaint the last 4096 bytes are kept")
    func outputTail() async throws {
        let command = WorkerCommand.script(
            "read -r l; i=0; while [ $i -lt 3000 ]; do echo line $i >&2; i=$((i+1)); done; exit 1")
        let failure = await #expect(throws: WorkerFailure.self) {
            try await EchoPool.withWorkers(count: 1, command: command) { try await $0.answer() }
        }
        guard case .died(.exited(status: 1), let words) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(words.hasSuffix("line 2998\nline 2999"))
        #expect((4000...4096).contains(words.utf8.count))
    }

    @Test("a worker that chatters on stderr is not held up by it")
    func chatter() async throws {
        let command = WorkerCommand.script(
            #"while read -r l; do i=0; while [ $i -lt 20000 ]; do echo "no $i" >&2; i=$((i+1)); done; echo "$l"; done"#)
        let answer = try await EchoPool.withWorkers(count: 1, command: command) { try await $0.answer("still here") }
        #expect(answer == "still here")
    }

    @Test("a worker that died while it was idle is replaced, and no request suffers")
    func idleDeath() async throws {
        try await EchoPool.withWorkers(count: 1, command: .processID) { pool in
            let first = WorkerProcess(try await pool.answer())
            kill(first.pid, SIGKILL)
            try await eventually("the dead worker is reaped") { !first.exists }
            #expect(try await pool.answer() != "\(first.pid)")
        }
    }

    @Test("a worker that writes without a request is replaced, and no request gets its answer")
    func unasked() async throws {
        let folder = try TemporaryFolder()
        let command = WorkerCommand.script(
            #"""
            read -r line
            mkdir "$1/first" 2> /dev/null || { echo "{\"word\":\"$$\"}"; cat > /dev/null; exit; }
            echo "{\"word\":\"$$\"}"
            until [ -e "$1/go" ]; do sleep 0.01; done
            echo '{"word":"stray"}'; sleep 1000
            """#, folder.path)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let first = WorkerProcess(try await pool.answer())
            try folder.write("", to: "go")
            try await eventually("the stray worker is stopped") { !first.exists }
            #expect(try await Int32(pool.answer()) != nil)
        }
    }

    @Test(
        "an answer that is not the JSON asked for is a failure, and its worker is replaced",
        arguments: ["hello", "", "{\"word\":1}", "{\"word\":\"a\"}\\n{\"word\":\"b\"}"])
    func unreadable(answer: String) async throws {
        let folder = try TemporaryFolder()
        // The first process misbehaves, the second does not.
        let command = WorkerCommand.script(
            #"""
            while read -r line; do
                if mkdir "$1/first" 2>/dev/null; then printf "$2\n"; else echo '{"word":"fine"}'; fi
            done
            """#, folder.path, answer)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let failure = await #expect(throws: WorkerFailure.self) { try await pool.answer() }
            guard case .unreadableAnswer = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
            let next = try await pool.answer()
            #expect(next == "fine")
        }
    }

    @Test("a worker that writes without end is stopped at 16 MB")
    func endless() async throws {
        await #expect(throws: WorkerFailure.answerTooLong(limit: 16_777_216)) {
            try await EchoPool.withWorkers(count: 1, command: .script("read -r line; exec tr '\\0' x < /dev/zero")) {
                try await $0.answer()
            }
        }
    }

    @Test("a worker that reads nothing is stopped by the time limit, however long the request")
    func deaf() async throws {
        await #expect(throws: WorkerFailure.timedOut(seconds: 0.25)) {
            try await EchoPool.withWorkers(count: 1, command: .script("exec sleep 1000")) { pool in
                try await pool.answer(String(repeating: "x", count: 1_000_000), within: .milliseconds(250))
            }
        }
    }

    @Test("a worker that ends before it was asked anything fails the request rather than being started for ever")
    func endsAtOnce() async throws {
        await #expect(throws: WorkerFailure.died(.exited(status: 127), outputTail: "no such library")) {
            try await EchoPool.withWorkers(count: 1, command: .script("echo no such library >&2; exit 127")) {
                try await $0.answer(String(repeating: "x", count: 1_000_000))
            }
        }
    }

    @Test("an executable that is not there is named")
    func missing() async throws {
        let failure = await #expect(throws: WorkerFailure.self) {
            try await EchoPool.withWorkers(count: 1, command: WorkerCommand(executable: "/nonexistent/stickerd")) {
                try await $0.answer()
            }
        }
        #expect(failure?.description.hasPrefix("/nonexistent/stickerd: no worker process could be started") == true)
    }
}
