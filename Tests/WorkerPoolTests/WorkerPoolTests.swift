import Foundation
import Glibc
import TestSupport
import Testing
import WorkerPool

@Suite("The pool of workers")
struct WorkerPoolTests {
    @Test("a request is answered")
    func answer() async throws {
        let answer = try await EchoPool.withWorkers(count: 1, command: .echo) { try await $0.answer("hello") }
        #expect(answer == "hello")
    }

    @Test("consecutive requests are served by one warm process, whatever the limit")
    func warm() async throws {
        let processes = try await EchoPool.withWorkers(count: 4, command: .processID) { pool in
            var processes: Set<String> = []
            for _ in 0..<50 { processes.insert(try await pool.answer()) }
            return processes
        }
        #expect(processes.count == 1)
    }

    @Test("requests run side by side in as many processes as are allowed")
    func sideBySide() async throws {
        let folder = try TemporaryFolder()
        // Each worker answers only after the other one has also started its job.
        let command = WorkerCommand.python(
            """
            for job, request in jobs():
                open(sys.argv[1] + "/" + str(os.getpid()), "w")
                while len(os.listdir(sys.argv[1])) < 2: time.sleep(0.01)
                word(job, "both")
            """, folder.path)
        try await EchoPool.withWorkers(count: 2, command: command) { pool in
            async let one = pool.answer()
            async let other = pool.answer()
            let answers = try await [one, other]
            #expect(answers == ["both", "both"])
        }
    }

    @Test("callers are served in the order of their requests")
    func order() async throws {
        let folder = try TemporaryFolder()
        try await EchoPool.withWorkers(count: 1, command: .logging(in: folder)) { pool in
            try await withThrowingTaskGroup(of: Void.self) { group in
                for number in 0..<10 { group.addImmediateTask { _ = try await pool.answer("\(number)") } }
                try folder.write("", to: "go")
                try await group.waitForAll()
            }
        }
        #expect(try folder.read("log") == (0..<10).map { "\($0)\n" }.joined())
    }

    @Test("a megabyte is sent in both directions")
    func long() async throws {
        let word = String(repeating: "sticker ", count: 131_072)
        let answer = try await EchoPool.withWorkers(count: 1, command: .echo) { try await $0.answer(word) }
        #expect(answer == word)
    }

    @Test("an answer may arrive in pieces, split within a character")
    func pieces() async throws {
        let command = WorkerCommand.python(
            #"""
            for job, request in jobs():
                for byte in frame(START, b"", job) + frame(RESULT, b'{"word":"\xc3\xbc"}', job):
                    sys.stdout.buffer.write(bytes([byte]))
                    sys.stdout.buffer.flush()
            """#)
        let answer = try await EchoPool.withWorkers(count: 1, command: command) { try await $0.answer() }
        #expect(answer == "ü")
    }

    @Test("a worker ends when the pool ends")
    func end() async throws {
        let folder = try TemporaryFolder()
        let command = WorkerCommand.python(
            """
            for job, request in jobs(): answer(job, request)
            open(sys.argv[1] + "/bye", "w").write("bye\\n")
            """, folder.path)
        _ = try await EchoPool.withWorkers(count: 1, command: command) { try await $0.answer() }
        #expect(try folder.read("bye") == "bye\n")
    }

    @Test("a worker that does not end is killed")
    func stubborn() async throws {
        let pid = try await EchoPool.withWorkers(
            count: 1,
            command: .python("for job, request in jobs():\n    word(job, str(os.getpid()))\n    time.sleep(1000)")
        ) { try await $0.answer() }
        #expect(!WorkerProcess(pid).exists)
    }

    @Test("a pool without requests starts no process")
    func lazy() async throws {
        let folder = try TemporaryFolder()
        let command = WorkerCommand.python(#"open(sys.argv[1] + "/started", "w")"#, folder.path)
        try await EchoPool.withWorkers(count: 2, command: command) { _ in }
        #expect(!folder.has("started"))
    }

    @Test("an error of the body passes through, and no worker is left")
    func bodyFails() async throws {
        struct Expected: Error {}
        let name = try UniqueWorker(executable: "/usr/bin/python3")
        var command = name.command
        command.arguments = Array(WorkerCommand.echo.arguments.dropFirst())
        let echo = command
        await #expect(throws: Expected.self) {
            try await EchoPool.withWorkers(count: 1, command: echo) { pool in
                _ = try await pool.answer()
                throw Expected()
            }
        }
        #expect(try name.running.isEmpty)
    }

    @Test("a pool that has ended refuses requests")
    func ended() async throws {
        let pool = try await EchoPool.withWorkers(count: 1, command: .echo) { $0 }
        await #expect(throws: WorkerFailure.poolEnded) { try await pool.answer() }
    }
}
