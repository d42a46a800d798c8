import Foundation
import TestSupport
import WorkerPool

/// The request and the response of the workers in tests.
struct EchoMessage: Codable, Equatable, Sendable {
    var word: String
}

typealias EchoPool = WorkerPool

extension WorkerCommand {
    /// A worker that returns the request as the answer.
    static let echo = WorkerCommand.python("for job, request in jobs(): answer(job, request)")

    /// A worker in Python, with the functions of `FakeRenderer`. The arguments are in `sys.argv[1:]`.
    static func python(_ text: String, _ arguments: String...) -> WorkerCommand {
        WorkerCommand(
            executable: "/usr/bin/env",
            arguments: ["python3", "-c", FakeRenderer.library + "\n" + text] + arguments)
    }

    /// A worker that waits for the file `go`, and writes each request to `log` before it returns the request as the
    /// answer.
    static func logging(in folder: TemporaryFolder) -> WorkerCommand {
        .python(
            """
            while not os.path.exists(sys.argv[1] + "/go"): time.sleep(0.01)
            for job, request in jobs():
                open(sys.argv[1] + "/log", "a").write(request["word"] + "\\n")
                answer(job, request)
            """, folder.path)
    }

    /// A shell script in place of a worker, which sends no answers.
    static func script(_ text: String) -> WorkerCommand {
        WorkerCommand(executable: "/bin/sh", arguments: ["-c", text])
    }

    /// A worker that answers each request with its process id.
    static let processID = WorkerCommand.python("for job, request in jobs(): word(job, str(os.getpid()))")
}

extension WorkerPool {
    /// Sends a request to a worker. Only a failing test reaches the time limit.
    func answer(_ word: String = "", within timeLimit: Duration = .seconds(20)) async throws -> String {
        let request = try JSONEncoder().encode(EchoMessage(word: word))
        return try await said(WorkerJob(request: [UInt8](request), timeLimit: timeLimit))
    }

    /// Sends a request to a worker of this machine or to the farm. An answer of the farm is accepted unless it is
    /// `doubtful`.
    func remoteAnswer(
        _ word: String = "", guess: Double = 100, bytes: Int = 0, within timeLimit: Duration = .seconds(20)
    ) async throws -> String {
        let request = [UInt8](try JSONEncoder().encode(EchoMessage(word: word)))
        var job = WorkerJob(request: request, timeLimit: timeLimit)
        job.remoteTerms = RemoteTerms(request: request, kind: "echo \(guess)", guess: guess, bytes: bytes) {
            !String(decoding: $0, as: UTF8.self).contains("doubtful")
        }
        return try await said(job)
    }

    private func said(_ job: WorkerJob) async throws -> String {
        try await perform(job, receiving: { NoFiles() }) { answer, _ in
            guard case .result(let json) = answer,
                let message = try? JSONDecoder().decode(EchoMessage.self, from: Data(json))
            else { throw RejectedAnswer("it is no word") }
            return message.word
        }
    }
}
