import Daemon
import Foundation
import Glibc
import Testing

@Suite("What a worker has from the daemon")
struct WorkerSurroundingsTests {
    @Test("its environment is fixed, with what the caller adds")
    func environment() async throws {
        var command = WorkerCommand.processID
        command.environment = ["VIPS_NOVECTOR": "1", "TZ": "Europe/Paris"]
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let worker = WorkerProcess(try await pool.answer())
            let environment = try worker.environment
            #expect(
                environment == [
                    "LC_ALL=C.UTF-8", "MALLOC_ARENA_MAX=1", "OMP_NUM_THREADS=1", "PATH=/usr/local/bin:/usr/bin:/bin",
                    "SWIFT_BACKTRACE=enable=no", "TZ=Europe/Paris", "VIPS_CONCURRENCY=1", "VIPS_NOVECTOR=1",
                ])
        }
    }

    @Test("it has its own three pipes and nothing else, so that end of file reaches it when the daemon is killed")
    func descriptors() async throws {
        let other = FileHandle(forReadingAtPath: "/etc/passwd")
        defer { try? other?.close() }
        try await EchoPool.withWorkers(count: 1, command: .processID) { neighbours in
            _ = try await neighbours.answer()
            try await EchoPool.withWorkers(count: 1, command: .processID) { pool in
                let worker = WorkerProcess(try await pool.answer())
                let descriptors = try worker.descriptors
                #expect(Set(descriptors.keys) == ["0", "1", "2"])
                let pipe = try #require(descriptors["0"])
                let holders = WorkerProcess.all.filter { (try? $0.descriptors)?.values.contains(pipe) == true }
                #expect(Set(holders.map(\.pid)) == [worker.pid, getpid()])
            }
        }
    }

    @Test("it leads a process group of its own, out of reach of the terminal's Ctrl-C")
    func processGroup() async throws {
        try await EchoPool.withWorkers(count: 1, command: .processID) { pool in
            let worker = WorkerProcess(try await pool.answer())
            #expect(getpgid(worker.pid) == worker.pid)
        }
    }

    @Test("two hundred workers that are started and killed leave no process and no descriptor")
    func leaks() async throws {
        let worker = try UniqueWorker(executable: "/bin/sleep")
        var command = worker.command
        command.arguments = ["1000"]
        // The first use of the machinery opens some descriptors for good.
        _ = try await EchoPool.withWorkers(count: 1, command: .echo) { try await $0.answer() }
        let before = try WorkerProcess("\(getpid())").openDescriptors
        try await EchoPool.withWorkers(count: 2, command: command) { pool in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        for _ in 0..<100 {
                            await #expect(throws: WorkerFailure.timedOut(seconds: 0.001)) {
                                try await pool.answer(within: .milliseconds(1))
                            }
                        }
                    }
                }
            }
        }
        #expect(try worker.running.isEmpty)
        // Tests beside this one have some open too; a leak would be two hundred at least.
        #expect(try WorkerProcess("\(getpid())").openDescriptors < before + 150)
    }
}
