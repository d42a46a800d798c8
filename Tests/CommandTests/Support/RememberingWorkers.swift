import CryptoPrimitives
import FileAccess
import Foundation
import JobModel
import Synchronization
import TestSupport
import WorkerPool
import WorkerProtocol

/// Render processes that all tests of a run share. The answers are stored, so that the same job with the same files is
/// rendered only once.
///
/// Tests of changes, decisions or removals need stickers, but do not test the rendering.
final class RememberingWorkers: JobPerformer {
    static let shared = RememberingWorkers()

    /// The command for an engine. With these workers, the engine starts no process.
    static var command: WorkerCommand {
        var command = WorkerCommand(executable: CLIFixture.renderer)
        command.performer = shared
        return command
    }

    let localSlots = 2
    let farm: FarmJobs? = nil

    private struct Answer {
        var answer: WorkerAnswer
        var files: [(kind: FileKind, bytes: [UInt8])]
    }

    private let answers = Mutex<[String: Answer]>([:])

    /// The processes end together with the tests, because their input is closed.
    private let pool = Task {
        await withCheckedContinuation { (continuation: CheckedContinuation<WorkerPool, Never>) in
            Task {
                try await WorkerPool.withWorkers(count: 2, command: try RememberingWorkers.processes()) { pool in
                    continuation.resume(returning: pool)
                    try await Task.sleep(for: .seconds(86_400))
                }
            }
        }
    }

    private static func processes() throws -> WorkerCommand {
        WorkerCommand(
            executable: CLIFixture.renderer,
            arguments: ["--protocol-version", String(RendererVersion.currentProtocol)], version: .current,
            program: try OpenProgram(CLIFixture.renderer))
    }

    func start() async throws {}

    func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, receiving makeReceiver: @escaping @Sendable () -> Receiver,
        taking take: @escaping @Sendable (WorkerAnswer, Receiver) throws -> Value,
        madeBy: (FarmMaker) -> Void
    ) async throws -> Value {
        try Task.checkCancellation()
        let key = try await BlockingExecutor.run { Self.key(of: job) }
        guard let key else {
            return try await pool.value.perform(job, receiving: makeReceiver, taking: take, madeBy: madeBy)
        }
        let answer: Answer
        if let known = answers.withLock({ $0[key] }) {
            answer = known
        } else {
            answer = try await pool.value.perform(job, receiving: { FilesInMemory() }) { answer, receiver in
                Answer(answer: answer, files: Array(zip(receiver.files.map(\.kind), receiver.contents)))
            }
            answers.withLock { $0[key] = answer }
        }
        return try await BlockingExecutor.run {
            let receiver = makeReceiver()
            for file in answer.files {
                try receiver.begin(file.kind)
                try file.bytes.withUnsafeBytes { try receiver.append($0) }
                try receiver.end()
            }
            return try take(answer.answer, receiver)
        }
    }

    /// A hash of the request and of the files, which together determine the answer. Nil if a file does not match the
    /// job, so that a process must answer.
    private static func key(of job: WorkerJob) -> String? {
        var hash = SHA256()
        hash.update(job.request)
        for file in job.files.files {
            guard let bytes = FileManager.default.contents(atPath: file.path), bytes.count <= file.limit else {
                return nil
            }
            let sha256 = Digest.sha256([UInt8](bytes))
            guard file.sha256 == nil || file.sha256 == sha256 else { return nil }
            hash.update(Array(sha256.utf8))
        }
        return Digest.hexadecimal(hash.finalize())
    }
}
