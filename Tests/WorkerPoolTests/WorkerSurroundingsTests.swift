import Foundation
import Glibc
import TestSupport
import Testing
import WorkerPool
import WorkerProtocol

@Suite("The environment of a worker")
struct WorkerSurroundingsTests {
    @Test("its environment is fixed, except for the caller's additions")
    func environment() async throws {
        var command = WorkerCommand.processID
        command.environment["TZ"] = "Europe/Paris"
        try await EchoPool.withWorkers(count: 1, command: command) { pool in
            let worker = WorkerProcess(try await pool.answer())
            let environment = try worker.environment
            let expected = RenderEnvironment.lines.filter { !$0.hasPrefix("TZ=") } + ["TZ=Europe/Paris"]
            #expect(Self.inParts(environment) == Self.inParts(expected))
        }
    }

    /// The environment with `GLIBC_TUNABLES` divided into parts, because glibc 2.36 divides the variable in place.
    private static func inParts(_ environment: some Sequence<String>) -> Set<String> {
        Set(environment.flatMap { $0.hasPrefix("GLIBC_TUNABLES=") ? $0.split(separator: ":").map(String.init) : [$0] })
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
                // A process that another test starts has all descriptors of the tests until it executes its program.
                try await eventually("other processes have the pipe") {
                    let holders = WorkerProcess.all.filter { (try? $0.descriptors)?.values.contains(pipe) == true }
                    return Set(holders.map(\.pid)) == [worker.pid, getpid()]
                }
            }
        }
    }

    @Test("it leads a separate process group, which the terminal's Ctrl-C does not reach")
    func processGroup() async throws {
        try await EchoPool.withWorkers(count: 1, command: .processID) { pool in
            let worker = WorkerProcess(try await pool.answer())
            #expect(getpgid(worker.pid) == worker.pid)
        }
    }

    @Test("a hundred workers that are started and killed leave no process and no descriptor")
    func leaks() async throws {
        let worker = try UniqueWorker(executable: "/usr/bin/python3")
        var command = worker.command
        command.arguments = ["-c", FakeRenderer.library + "\nhello(); time.sleep(1000)"]
        let sleeping = command
        // The first run opens some descriptors that remain open.
        _ = try await EchoPool.withWorkers(count: 1, command: .echo) { try await $0.answer() }
        let before = try WorkerProcess("\(getpid())").openDescriptors
        try await EchoPool.withWorkers(count: 2, command: sleeping) { pool in
            await withTaskGroup(of: Void.self) { group in
                for _ in 0..<2 {
                    group.addTask {
                        for _ in 0..<50 {
                            await #expect(throws: WorkerFailure.timedOut(seconds: 0.001)) {
                                try await pool.answer(within: .milliseconds(1))
                            }
                        }
                    }
                }
            }
        }
        #expect(try worker.running.isEmpty)
        // Tests that run at the same time also open descriptors. A leak would leave at least three hundred open.
        #expect(try WorkerProcess("\(getpid())").openDescriptors < before + 150)
    }
}
