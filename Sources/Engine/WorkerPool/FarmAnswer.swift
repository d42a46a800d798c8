import FileAccess
import Foundation
import Glibc
import JobModel
import RenderProtocol
import WorkerProtocol

/// Reads and writes an answer in a file, in the format of `stickerd-render --once`.
package enum FarmAnswer {
    /// The job number in an answer file, which contains the answer to only one job.
    private static let job: UInt32 = 1

    /// Reads an answer from another machine. The protocol and the limits are checked as for a local worker.
    ///
    /// - Throws: `RejectedAnswer` if the answer is invalid; the errors of the receiver.
    package static func read(
        _ path: String, limits: AnswerSequence.Limits, into receiver: any FileReceiver
    ) throws -> WorkerAnswer {
        let file = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
        guard file >= 0 else { throw RejectedAnswer("its file cannot be read: \(SystemCallError.latest)") }
        defer { close(file) }
        var reader = FrameReader(file)
        var sequence = AnswerSequence()
        var answer: WorkerAnswer?
        do {
            while try reader.read({ event in
                switch try sequence.take(event) {
                case .hello(let json):
                    try checkVersion(json)
                    _ = sequence.begin(job, limits: limits)
                case .file(_, let kind):
                    guard let kind = FileKind(rawValue: kind) else {
                        throw RejectedAnswer("a file has an unknown kind")
                    }
                    try receiver.begin(kind)
                case .bytes(let bytes): try receiver.append(bytes)
                case .fileEnded: try receiver.end()
                case .result(let json): answer = .result(json)
                case .failed(let json): answer = .failure(json)
                case .needs: throw RejectedAnswer("it asks for a file")
                case .started: break
                }
            }) {}
        } catch let violation as ProtocolViolation {
            throw RejectedAnswer("\(violation)")
        } catch let error as PipeError {
            throw RejectedAnswer("its file cannot be read: \(error)")
        }
        guard let answer else { throw RejectedAnswer("it is incomplete") }
        return answer
    }

    /// Accepts an answer of another version if the version renders the same bytes and has the same protocol.
    private static func checkVersion(_ json: [UInt8]) throws {
        let own = RendererVersion.current
        let found = try? JSONDecoder().decode(RendererVersion.self, from: Data(json))
        guard let found, found.pipeline == own.pipeline, found.protocolVersion == own.protocolVersion else {
            throw RejectedAnswer(
                "it comes from " + (found.map { "stickerd-render \($0)" } ?? "an unknown program")
                    + ", and this is \(own)")
        }
    }

    /// Writes an answer of this machine to a new file, for the cache of the farm.
    ///
    /// - Parameter files: the paths and kinds of the files of the answer, by number.
    /// - Throws: `PipeError`, `ProtocolViolation`, and errors of the system.
    static func write(_ answer: StickerAnswer, files: [(path: String, kind: FileKind)], to path: String) throws {
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw SystemCallError.latest }
        defer { close(descriptor) }
        let writer = FrameWriter(descriptor)
        try writer.write(Frame(.hello, payload: [UInt8](try JSONEncoder.sorted.encode(RendererVersion.current))))
        try writer.write(Frame(.start, job: job))
        for (number, file) in files.enumerated() {
            try writer.write(.file(number, kind: file.kind.rawValue, job: job))
            try Data(contentsOf: URL(filePath: file.path)).withUnsafeBytes { try writer.write($0, job: job) }
            try writer.write(Frame(.fileEnd, job: job))
        }
        let response = try JSONEncoder.sorted.encode(WorkerResponse.sticker(answer))
        try writer.write(Frame(.result, job: job, payload: [UInt8](response)))
    }
}
