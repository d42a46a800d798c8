import TestSupport
import Testing
import WorkerPool

@Suite("Cancelled requests")
struct WorkerCancellationTests {
    @Test("cancelling the caller kills the worker")
    func running() async throws {
        let folder = try TemporaryFolder()
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                if not os.path.exists(sys.argv[1] + "/pid"):
                    open(sys.argv[1] + "/new", "w").write(str(os.getpid()))
                    os.rename(sys.argv[1] + "/new", sys.argv[1] + "/pid")
                    time.sleep(1000)
                answer(job, request)
            """, folder.path)
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let caller = Task { try await pool.answer(within: .seconds(1000)) }
            try await eventually("the worker does not start the job") {
                try folder.has("pid") && !folder.read("pid").isEmpty
            }
            let worker = WorkerProcess(try folder.read("pid").filter(\.isNumber))
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
            try await eventually("the worker is not reaped") { !worker.exists }
            #expect(try await pool.answer("next") == "next")
        }
    }

    @Test("cancelling a queued request does not affect other requests")
    func waiting() async throws {
        let folder = try TemporaryFolder()
        try await EchoPool.withWorkers(count: 1, command: .logging(in: folder)) { pool in
            let first = Task.immediate { try await pool.answer("first") }
            let second = Task.immediate { try await pool.answer("second") }
            let third = Task.immediate { try await pool.answer("third") }
            second.cancel()
            await #expect(throws: CancellationError.self) { try await second.value }
            try folder.write("", to: "go")
            #expect(try await [first.value, third.value] == ["first", "third"])
        }
        #expect(try folder.read("log") == "first\nthird\n")
    }

    @Test("a caller who has cancelled before the request is ignored")
    func before() async throws {
        try await EchoPool.withWorkers(count: 1, command: .echo) { pool in
            let caller = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await pool.answer()
            }
            caller.cancel()
            await #expect(throws: CancellationError.self) { try await caller.value }
        }
    }

    @Test("cancelling the pool's task kills running jobs, and callers get a cancellation")
    func all() async throws {
        let worker = try UniqueWorker(executable: "/bin/sleep")
        var command = worker.command
        command.arguments = ["1000"]
        let sleeping = command
        let task = Task {
            try await EchoPool.withWorkers(count: 2, command: sleeping) { pool in
                async let one = pool.answer(within: .seconds(1000))
                async let other = pool.answer(within: .seconds(1000))
                return try await [one, other]
            }
        }
        try await eventually("the two workers are not running") { try worker.running.count == 2 }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try worker.running.isEmpty)
    }
}
