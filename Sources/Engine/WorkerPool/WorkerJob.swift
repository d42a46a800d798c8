import JobModel
import RenderProtocol

/// What a worker is given to do.
package struct WorkerJob: Sendable {
    /// As JSON.
    package var request: [UInt8]
    /// The files that the worker may ask for, by their places.
    package var files: JobFiles
    /// The most files that it may send.
    package var fileLimit: Int
    /// The most bytes that all of them may have.
    package var byteLimit: Int
    /// How long the worker may take, from when it says that it begins.
    package var timeLimit: Duration

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

/// How a worker ends a job.
package enum WorkerAnswer: Sendable {
    /// It is done; the answer as JSON.
    case result([UInt8])
    /// It cannot be done; why, as JSON.
    case failure([UInt8])
}

/// Takes the files of an answer as they arrive. It is used on one thread, and by one attempt at a job.
package protocol FileReceiver: AnyObject, SendableMetatype {
    /// A file begins.
    ///
    /// - Throws: `RejectedAnswer` for a kind that is not wanted; what else is thrown fails the job, and is the fault of the
    ///   machine that receives.
    func begin(_ kind: FileKind) throws
    /// Bytes of the open file, valid only during the call.
    ///
    /// - Throws: as `begin`.
    func append(_ bytes: UnsafeRawBufferPointer) throws
    /// The open file is complete.
    ///
    /// - Throws: as `begin`.
    func end() throws
    /// Nothing of what was received is wanted.
    func discard()
}

/// What is to be done with a job's answer.
final class AnswerHandler {
    let receiver: any FileReceiver
    /// Checks the answer and takes over the files. It throws `RejectedAnswer` for what cannot be true; what else it throws
    /// fails the job alone.
    let complete: (WorkerAnswer) throws -> Void

    init(receiver: any FileReceiver, complete: @escaping (WorkerAnswer) throws -> Void) {
        self.receiver = receiver
        self.complete = complete
    }
}
