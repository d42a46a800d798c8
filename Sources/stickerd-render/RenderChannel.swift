import Foundation
import Glibc
import JobModel
import RenderProtocol
import WorkerProtocol

/// The renderer's connection to the process that sends it jobs. It reads standard input, and writes to the original
/// standard output.
final class RenderChannel: JobInputs, JobOutput {
    /// The descriptor to which answers are written.
    let output: Int32
    private let frames = FrameInput(STDIN_FILENO)
    /// The only job, if it was read from a folder and not from standard input.
    private let only: Frame?
    private let writer: FrameWriter
    /// The number of the current job.
    private var job: UInt32 = 0
    /// The positions of the job's files in `WorkerRequest.inputs`.
    private var places: [JobInput: Int] = [:]
    /// The number of files that were sent for the current job.
    private var files = 0
    /// Files that arrived before they were requested, by position.
    private var kept: [Int: [UInt8]] = [:]
    /// Whether all files of the job are in the input, so that files cannot be requested.
    private var keepsAll: Bool

    /// - Parameter request: the only job, with its files. Nil if jobs come from standard input.
    init(output: Int32, request: RequestFolder? = nil) {
        self.output = output
        only = request.map { Frame(.job, job: 1, payload: $0.job) }
        keepsAll = request != nil
        kept = Dictionary(uniqueKeysWithValues: (request?.inputs ?? []).enumerated().map { ($0, $1) })
        writer = FrameWriter(output)
        // Raises the capacity of the pipe, so that a large frame fits into it.
        PipeCapacity.raise(of: output)
    }

    /// Sends the version of this program.
    ///
    /// - Throws: `PipeError`.
    func greet() throws {
        try writer.write(Frame(.hello, payload: try RenderChannel.json(RendererVersion.current)))
    }

    /// Waits for a job.
    ///
    /// - Returns: nil at the end of the input.
    /// - Throws: `PipeError`, `ProtocolViolation`.
    func nextJob() throws -> Frame? {
        if let only {
            job = only.job
            return only
        }
        while let header = try frames.next() {
            switch header.kind {
            case .job:
                job = header.job
                (places, files, kept) = ([:], 0, [:])
                return try frames.frame(header)
            default: throw ProtocolViolation.unexpected(header.kind, expected: "a job was expected")
            }
        }
        return nil
    }

    /// Reports the start of the job as soon as its source has arrived. The time limit of the job starts then.
    ///
    /// - Throws: `JobError.withoutInput`, `PipeError`, `ProtocolViolation`.
    func begin(_ request: WorkerRequest) throws {
        places = Dictionary(request.inputs.enumerated().map { ($0.element, $0.offset) }) { first, _ in first }
        switch request.inputs.first {
        case .source, .frame:
            if !keepsAll { kept[0] = try ask(for: 0) }
        default: break
        }
        try writer.write(Frame(.start, job: job))
    }

    /// Sends the answer to the job.
    ///
    /// - Throws: `PipeError`.
    func finish(_ response: WorkerResponse) throws {
        try writer.write(Frame(.result, job: job, payload: try RenderChannel.json(response)))
    }

    /// Sends the reason why the job failed.
    ///
    /// - Throws: `PipeError`.
    func fail(_ fault: WorkerFault) throws {
        try writer.write(Frame(.failure, job: job, payload: try RenderChannel.json(fault)))
    }

    /// The value as JSON with sorted keys, so that equal values have equal bytes.
    private static func json(_ value: some Encodable) throws -> [UInt8] {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return [UInt8](try encoder.encode(value))
    }

    // MARK: Files

    func add(_ bytes: [UInt8], kind: FileKind) throws -> Int {
        defer { files += 1 }
        try writer.write(.file(files, kind: kind.rawValue, job: job))
        try bytes.withUnsafeBytes { try writer.write($0, job: job) }
        try writer.write(Frame(.fileEnd, job: job))
        return files
    }

    func bytes(of input: JobInput) throws -> [UInt8] {
        guard let place = places[input] else { throw JobError.withoutInput }
        if keepsAll {
            guard let bytes = kept[place] else { throw JobError.withoutInput }
            return bytes
        }
        // A file is requested a second time only if a decoder reads the source in several passes.
        if let bytes = kept.removeValue(forKey: place) { return bytes }
        return try ask(for: place)
    }

    /// Reads all files of the job. They follow the job in the order of `WorkerRequest.inputs`, until the input ends.
    ///
    /// - Throws: `PipeError`, `ProtocolViolation`.
    func keepAllInputs() throws {
        keepsAll = true
        var place = 0
        while let header = try frames.next() {
            kept[place] = try blob(header)
            place += 1
        }
    }

    private func ask(for place: Int) throws -> [UInt8] {
        try writer.write(.need(place, job: job))
        guard let header = try frames.next() else { throw PipeError(code: EPIPE) }
        return try blob(header)
    }

    /// Reads a file directly into the returned array, without another copy.
    private func blob(_ header: FrameHeader) throws -> [UInt8] {
        if header.kind == .abort { throw JobError.withoutInput }
        guard header.kind == .blob, header.job == job else {
            throw ProtocolViolation.unexpected(header.kind, expected: "a file was expected")
        }
        guard let size = try frames.frame(header).number(bytes: 8) else { throw ProtocolViolation.malformed(.blob) }
        var isAborted = false
        let bytes = try [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            let space = UnsafeMutableRawBufferPointer(buffer)
            while true {
                guard let next = try frames.next() else { throw PipeError(code: EPIPE) }
                guard next.job == job else { throw ProtocolViolation.otherJob(next.job) }
                switch next.kind {
                case .data where next.length <= size - count:
                    try frames.fill(UnsafeMutableRawBufferPointer(rebasing: space[count..<(count + next.length)]))
                    count += next.length
                case .blobEnd where count == size: return
                case .abort:
                    isAborted = true
                    return
                default: throw ProtocolViolation.malformed(.blob)
                }
            }
        }
        if isAborted { throw JobError.withoutInput }
        return bytes
    }
}
