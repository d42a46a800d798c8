import JobModel
import RenderProtocol

/// The job of a worker.
package struct WorkerJob: Sendable {
    /// The request as JSON.
    package var request: [UInt8]
    /// The files that the worker may request, by position.
    package var files: JobFiles
    /// The maximum number of files in the answer.
    package var fileLimit: Int
    /// The maximum total size in bytes.
    package var byteLimit: Int
    /// The time limit, from the worker's start of the job.
    package var timeLimit: Duration
    /// The terms under which the farm may do the job. Nil if this machine must do it.
    package var remoteTerms: RemoteTerms?

    package init(
        request: [UInt8], files: JobFiles = JobFiles([]), fileLimit: Int = 0, byteLimit: Int = 0, timeLimit: Duration
    ) {
        self.request = request
        self.files = files
        self.fileLimit = fileLimit
        self.byteLimit = byteLimit
        self.timeLimit = timeLimit
    }

    var limits: AnswerSequence.Limits {
        AnswerSequence.Limits(files: fileLimit, bytes: byteLimit, blobs: files.files.count)
    }
}

/// Decides which jobs are sent to the farm, and which of its answers are accepted.
package struct RemoteTerms: Sendable {
    /// The request as JSON, without the name of its source, which would make the farm's cache depend on it.
    package var request: [UInt8]
    /// The kind of job. Jobs of the same kind have a similar duration.
    package var kind: String
    /// The assumed duration in seconds, until one was measured.
    package var guess: Double
    /// The total size of the files in bytes.
    package var bytes: Int
    /// Whether the farm's answer, as JSON, is accepted. Otherwise the job is repeated on this machine.
    package var isFinal: @Sendable ([UInt8]) -> Bool

    package init(
        request: [UInt8], kind: String, guess: Double, bytes: Int, isFinal: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        (self.request, self.kind, self.guess, self.bytes) = (request, kind, guess, bytes)
        self.isFinal = isFinal
    }

    /// Whether an answer of the farm is valid. A failure is never valid, because its cause may be a missing part of the
    /// worker's installation.
    func counts(_ answer: WorkerAnswer) -> Bool {
        guard case .result(let json) = answer else { return false }
        return isFinal(json)
    }
}

/// The answer of a worker to a job.
package enum WorkerAnswer: Sendable {
    /// The job has succeeded. Contains the answer as JSON.
    case result([UInt8])
    /// The job has failed. Contains the reason as JSON.
    case failure([UInt8])
}

/// Receives the files of an answer. It is used on one thread and by one attempt at a job.
package protocol FileReceiver: AnyObject, SendableMetatype {
    /// A file starts.
    ///
    /// - Throws: `RejectedAnswer` for an unwanted kind. Other errors fail the job, and are the fault of the receiving
    ///   machine.
    func begin(_ kind: FileKind) throws
    /// Bytes of the open file, valid only during the call.
    ///
    /// - Throws: as `begin`.
    func append(_ bytes: UnsafeRawBufferPointer) throws
    /// The open file is complete.
    ///
    /// - Throws: as `begin`.
    func end() throws
    /// Checks that the pictures are intact.
    ///
    /// - Throws: `RejectedAnswer` if one is damaged; otherwise the errors of `begin`.
    func examine() throws
    /// Discards the received files.
    func discard()
}

extension FileReceiver {
    /// Files that are not kept need no check.
    package func examine() {}
}

/// Handles the answer to a job.
final class AnswerHandler {
    let receiver: any FileReceiver
    /// Checks the answer and adopts the files. `RejectedAnswer` marks an impossible answer. Other errors fail only the
    /// job.
    let complete: (WorkerAnswer) throws -> Void

    init(receiver: any FileReceiver, complete: @escaping (WorkerAnswer) throws -> Void) {
        self.receiver = receiver
        self.complete = complete
    }
}
