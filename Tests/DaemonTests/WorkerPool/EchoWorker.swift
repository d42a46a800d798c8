import Daemon

/// Request and response of the tests' workers.
struct EchoMessage: Codable, Equatable, Sendable {
    var word: String
}

typealias EchoPool = WorkerPool<EchoMessage, EchoMessage>

extension WorkerCommand {
    /// A worker that answers with what it was asked.
    static let echo = WorkerCommand(executable: "/bin/cat")

    /// A worker that is a shell script; what the arguments say is in `$1`, `$2`, …
    static func script(_ text: String, _ arguments: String...) -> WorkerCommand {
        WorkerCommand(executable: "/bin/sh", arguments: ["-c", text, "worker"] + arguments)
    }

    /// A worker that answers each request with its process id.
    static let processID = script(#"while read -r line; do echo "{\"word\":\"$$\"}"; done"#)
}

extension EchoPool {
    /// Asks a worker, with a limit that only a broken test reaches.
    func answer(_ word: String = "", within timeLimit: Duration = .seconds(20)) async throws -> String {
        try await perform(EchoMessage(word: word), timeLimit: timeLimit).word
    }
}
