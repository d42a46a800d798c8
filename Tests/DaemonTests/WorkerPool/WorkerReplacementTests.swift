import Daemon
import Testing

@Suite("Workers that must be replaced")
struct WorkerReplacementTests {
    @Test("a worker that ends with 75 when it is asked gives its request to a new one, and nobody notices")
    func outdated() async throws {
        // Each process answers one request, and is outdated at the second.
        let command = WorkerCommand.script(#"read -r l; echo "{\"word\":\"$$\"}"; read -r l; exit 75"#)
        let answers = try await EchoPool.withWorkers(count: 1, command: command) { pool in
            [try await pool.answer(), try await pool.answer(), try await pool.answer()]
        }
        #expect(Set(answers).count == 3)
    }

    @Test("one that is outdated before it has answered anything fails the request, rather than being started for ever")
    func neverReady() async throws {
        await #expect(throws: WorkerFailure.died(.exited(status: 75), outputTail: "")) {
            try await EchoPool.withWorkers(count: 1, command: .script("read -r l; exit 75")) { try await $0.answer() }
        }
    }

    @Test("the message about a worker's end explains its signal")
    func signals() {
        #expect(
            WorkerFailure.died(.signalled(31), outputTail: "").description.contains("signal 31: it asked the system"))
        #expect(WorkerFailure.died(.signalled(24), outputTail: "").description.contains("processor time"))
    }
}
