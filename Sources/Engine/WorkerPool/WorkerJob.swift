import FileAccess
import Foundation
import JobModel
import RenderProtocol
import WorkerProtocol

/// A job for a worker, with its files and limits.
package struct WorkerJob: Sendable {
    /// The request as JSON.
    package var request: [UInt8]
    /// The files that the worker may request, by position.
    package var files: JobFiles
    /// The maximum number of files in the answer.
    package var fileLimit: Int
    /// The maximum total size of the answer's files in bytes.
    package var byteLimit: Int
    /// The time limit, which starts when the worker starts the job.
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

/// The terms under which the farm may do a job.
package struct RemoteTerms: Sendable {
    /// The request as JSON, without the name of the source. With the name, equal sources would not share a result in
    /// the cache of the farm.
    package var request: [UInt8]
    /// The kind of job. Jobs of the same kind have a similar duration.
    package var kind: String
    /// The assumed duration in seconds, which is used until a job of the same kind was measured.
    package var guess: Double
    /// The total size of the files in bytes.
    package var bytes: Int
    /// Whether an answer of the farm, as JSON, is final. If not, the job is repeated on this machine.
    package var isFinal: @Sendable ([UInt8]) -> Bool

    package init(
        request: [UInt8], kind: String, guess: Double, bytes: Int, isFinal: @escaping @Sendable ([UInt8]) -> Bool
    ) {
        (self.request, self.kind, self.guess, self.bytes) = (request, kind, guess, bytes)
        self.isFinal = isFinal
    }

    /// Whether an answer of the farm is used. A failure is never used, because a part of the worker's installation may
    /// be missing.
    func counts(_ answer: WorkerAnswer) -> Bool {
        guard case .result(let json) = answer else { return false }
        return isFinal(json)
    }
}

extension RemoteTerms {
    /// Creates the terms of a sticker. Stickers with the same effort and format and a similar size are of the same
    /// kind.
    init(_ recipe: Recipe, _ files: JobFiles, request: [UInt8]) {
        let bytes = files.files.reduce(0) { $0 + (FileStat(at: $1.path)?.size ?? 0) }
        let magnitude = bytes.bitWidth - bytes.leadingZeroBitCount
        self.init(
            request: request, kind: "\(recipe.encode.effort) \(RemoteTerms.format(of: files)) \(magnitude / 2)",
            guess: recipe.encode.effort == .max ? 2.5 : 0.1, bytes: bytes,
            isFinal: { json in
                // Only a worker of this machine may reject a source.
                guard case .sticker(let answer)? = try? JSONDecoder().decode(WorkerResponse.self, from: Data(json))
                else { return true }
                return answer.output != nil
            })
    }

    /// The file extension of the source in lower case, or `frames`.
    private static func format(of files: JobFiles) -> String {
        guard files.sequence == nil else { return "frames" }
        return files.files.first?.path.suffix(5).split(separator: ".").last?.lowercased() ?? ""
    }
}

/// The answer of a worker to a job.
package enum WorkerAnswer: Sendable {
    /// The job has succeeded. Contains the answer as JSON.
    case result([UInt8])
    /// The job has failed. Contains the reason as JSON.
    case failure([UInt8])
}

/// Receives the files of an answer. A receiver is used by one attempt at a job and by one thread at a time.
package protocol FileReceiver: AnyObject, SendableMetatype {
    /// Starts a file.
    ///
    /// - Throws: `RejectedAnswer` for an unexpected kind. Other errors mean that this machine cannot store the file,
    ///   and fail the job.
    func begin(_ kind: FileKind) throws
    /// Adds bytes to the open file. The bytes are valid only during the call.
    ///
    /// - Throws: the errors of `begin`.
    func append(_ bytes: UnsafeRawBufferPointer) throws
    /// Completes the open file.
    ///
    /// - Throws: the errors of `begin`.
    func end() throws
    /// Checks that the received pictures are intact.
    ///
    /// - Throws: `RejectedAnswer` if a picture is damaged; otherwise the errors of `begin`.
    func examine() throws
    /// Discards the received files.
    func discard()
}

extension FileReceiver {
    /// Does nothing, because files that are not stored need no check.
    package func examine() {}
}

/// Handles the answer to a job.
package final class AnswerHandler {
    let receiver: any FileReceiver
    /// Checks the answer and uses the files. Throws `RejectedAnswer` for an invalid answer; the worker is then
    /// ended. Other errors only fail the job.
    let complete: (WorkerAnswer) throws -> Void

    package init(receiver: any FileReceiver, complete: @escaping (WorkerAnswer) throws -> Void) {
        self.receiver = receiver
        self.complete = complete
    }
}
