import Glibc
import TestSupport
import Testing
import WorkerPool

@Suite("Workers that fail")
struct WorkerFailureTests {
    @Test("a worker that takes too long is killed, and the next request gets another")
    func timeLimit() async throws {
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                if request["word"] == "slow": time.sleep(1000)
                word(job, str(os.getpid()))
            """)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let first = try await pool.answer("quick")
            await #expect(throws: WorkerFailure.timedOut(seconds: 0.25)) {
                try await pool.answer("slow", within: .milliseconds(250))
            }
            #expect(try await pool.answer("quick") != first)
            #expect(!WorkerProcess(first).exists)
        }
    }

    @Test("a worker that sends pieces without bytes is not listened to")
    func emptyPieces() async throws {
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                send(START, job=job)
                send(FILE, struct.pack(">IB", 0, 1), job)
                while True: send(DATA, b"", job)
            """)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let failure = await #expect(throws: WorkerFailure.self) {
                try await pool.perform(
                    WorkerJob(request: Array("{}".utf8), fileLimit: 1, byteLimit: 100, timeLimit: .seconds(20)),
                    receiving: { CountedFiles() }
                ) { _, _ in }
            }
            guard case .unreadableAnswer = failure else {
                Issue.record("\(String(describing: failure))")
                return
            }
        }
    }

    @Test("processes that a worker has started are killed with it")
    func grandchildren() async throws {
        let folder = try TemporaryFolder()
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                child = subprocess.Popen(["sleep", "1000"])
                open(sys.argv[1] + "/new", "w").write(str(child.pid))
                os.rename(sys.argv[1] + "/new", sys.argv[1] + "/pid")
                child.wait()
            """, folder.path)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let caller = Task { try await pool.answer(within: .seconds(1000)) }
            try await eventually("the worker does not start another process") { folder.has("pid") }
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
        }
        let pid = try folder.read("pid").filter(\.isNumber)
        try await eventually("the grandchild is still running") { WorkerProcess(pid).isGoneOrZombie }
    }

    @Test("a worker's death is reported with its status and its last output")
    func status() async throws {
        let command = WorkerCommand.python(
            "for job, request in jobs(): print('no memory', file=sys.stderr, flush=True); os._exit(7)")
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            for _ in 0..<20 {
                await #expect(throws: WorkerFailure.died(.exited(status: 7), outputTail: "no memory")) {
                    try await pool.answer()
                }
            }
        }
    }

    @Test("a worker's crash is reported with its signal")
    func crash() async throws {
        try await EchoPool.withWorkers(
            count: 1, command: .python("for job, request in jobs(): os.kill(os.getpid(), signal.SIGSEGV)")
        ) { pool in
            await #expect(throws: WorkerFailure.died(.signalled(SIGSEGV), outputTail: "")) { try await pool.answer() }
        }
    }

    @Test("the last 4096 bytes of a long error output are stored")
    func outputTail() async throws {
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                for number in range(3000): print("line", number, file=sys.stderr)
                sys.exit(1)
            """)
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

    @Test("a worker that writes much to stderr is not delayed")
    func chatter() async throws {
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                for number in range(20000): print("no", number, file=sys.stderr)
                answer(job, request)
            """)
        let answer = try await EchoPool.withWorkers(count: 1, command: command) { try await $0.answer("still here") }
        #expect(answer == "still here")
    }

    @Test("a worker that died while it was idle is replaced, and no request suffers")
    func idleDeath() async throws {
        try await EchoPool.withWorkers(count: 1, command: .processID) { pool in
            let first = WorkerProcess(try await pool.answer())
            kill(first.pid, SIGKILL)
            try await eventually("the dead worker is not reaped") { !first.exists }
            #expect(try await pool.answer() != "\(first.pid)")
        }
    }

    @Test("a worker that writes without a request is replaced, and no request gets its answer")
    func unasked() async throws {
        let folder = try TemporaryFolder()
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                word(job, str(os.getpid()))
                if os.path.exists(sys.argv[1] + "/first"): continue
                os.mkdir(sys.argv[1] + "/first")
                while not os.path.exists(sys.argv[1] + "/go"): time.sleep(0.01)
                word(job, "stray")
                time.sleep(1000)
            """, folder.path)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let first = WorkerProcess(try await pool.answer())
            try folder.write("", to: "go")
            try await eventually("the stray worker is not stopped") { !first.exists }
            #expect(try await Int32(pool.answer()) != nil)
        }
    }

    @Test(
        "an answer that is not the JSON requested is a failure, and its worker is replaced",
        arguments: [
            #"send(START, job=job); send(RESULT, b"hello", job)"#, #"send(START, job=job); send(RESULT, b"", job)"#,
            #"answer(job, {"word": 1})"#,
            #"os.write(1, frame(START, job=job) + 2 * frame(RESULT, b'{"word":"a"}', job))"#,
            #"send(RESULT, b"{}", job)"#,
            #"send(START, job=job + 1)"#, #"send(START, job=job); send(START, job=job)"#,
            #"send(NEED, b"\0\0\0\0", job)"#, #"send(HELLO)"#, #"send(ABORT)"#, #"print("hello", flush=True)"#,
            #"send(START, job=job); send(DATA, b"x", job)"#, #"send(START, job=job); send(FILE, b"\0\0\0\0\1", job)"#,
        ])
    func unreadable(answer: String) async throws {
        let folder = try TemporaryFolder()
        // The first process misbehaves, and the second one does not.
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                if os.path.exists(sys.argv[1] + "/first"): word(job, "fine")
                else:
                    os.mkdir(sys.argv[1] + "/first")
                    exec(sys.argv[2])
            """, folder.path, answer)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let failure = await #expect(throws: WorkerFailure.self) { try await pool.answer() }
            switch failure {
            case .unreadableAnswer, .rejectedAnswer: break
            default: Issue.record("\(String(describing: failure))")
            }
            let next = try await pool.answer()
            #expect(next == "fine")
        }
    }

    @Test("a worker whose answer is longer than 4 MB is stopped")
    func endless() async throws {
        let failure = await #expect(throws: WorkerFailure.self) {
            try await EchoPool.withWorkers(
                count: 1,
                command: .python("for job, _ in jobs(): send(START, job=job); send(RESULT, b'x' * 5000000, job)")
            ) { try await $0.answer() }
        }
        guard case .unreadableAnswer(let detail) = failure else {
            Issue.record("\(String(describing: failure))")
            return
        }
        #expect(detail.contains("5000000"))
    }

    @Test("a worker that reads nothing is stopped by the time limit, even with a long request")
    func deaf() async throws {
        await #expect(throws: WorkerFailure.timedOut(seconds: 0.25)) {
            try await EchoPool.withWorkers(count: 1, command: .python("hello(); time.sleep(1000)")) { pool in
                try await pool.answer(String(repeating: "x", count: 5_000_000), within: .milliseconds(250))
            }
        }
    }

    @Test("a worker that ends before its first request fails the request instead of being restarted forever")
    func endsAtOnce() async throws {
        let failure = WorkerFailure.didNotStart(
            executable: "/bin/sh", .ended(.exited(status: 127)), outputTail: "no such library")
        await #expect(throws: failure) {
            try await EchoPool.withWorkers(count: 1, command: .script("echo no such library >&2; exit 127")) {
                try await $0.answer(String(repeating: "x", count: 1_000_000))
            }
        }
    }

    @Test("a missing executable is named")
    func missing() async throws {
        let failure = await #expect(throws: WorkerFailure.self) {
            try await EchoPool.withWorkers(count: 1, command: WorkerCommand(executable: "/nonexistent/stickerd")) {
                try await $0.answer()
            }
        }
        #expect(failure?.description.hasPrefix("/nonexistent/stickerd: no worker process could be started") == true)
    }
}
