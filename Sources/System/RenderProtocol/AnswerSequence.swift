/// Checks the order and the size of a renderer's answers. A renderer decodes untrusted files, so one of them may have
/// compromised it.
///
/// The order is `hello (start? (need | file data* fileEnd)* (result | failure))*`. `start` precedes the first file,
/// and the numbers of files are consecutive from 0.
package struct AnswerSequence {
    /// An event that the control plane handles.
    package enum Event {
        /// The renderer's description of itself, as JSON.
        case hello([UInt8])
        /// The renderer has started with the job. The job's time limit applies from now on.
        case started
        /// The renderer waits for a blob. Contains its index among the blobs of the job.
        case needs(Int)
        /// A file begins. Contains the file's number, and its kind as in the job's answer.
        case file(Int, kind: UInt8)
        /// The next bytes of the open file, valid only during the call.
        case bytes(UnsafeRawBufferPointer)
        case fileEnded(Int)
        /// The answer, as JSON. The renderer is ready for the next job.
        case result([UInt8])
        /// The reason why the job failed, as JSON. The renderer is ready for the next job.
        case failed([UInt8])
    }

    /// The limits of a job's answer.
    package struct Limits: Equatable, Sendable {
        package var files: Int
        /// The maximum number of bytes in all files together.
        package var bytes: Int
        /// The number of the job's blobs. The renderer can request only these.
        package var blobs: Int

        /// The maximum number of requests per blob. A renderer reads the frames of an animation several times, but
        /// endless requests must be detected.
        static let asksPerBlob = 64

        package init(files: Int, bytes: Int, blobs: Int) {
            self.files = files
            self.bytes = bytes
            self.blobs = blobs
        }
    }

    private enum State {
        case new
        case idle
        case working(Job)
    }

    private struct Job {
        let number: UInt32
        let limits: Limits
        var hasStarted = false
        var files = 0
        var bytes = 0
        /// The number of requests for each blob, by its index.
        var asks: [Int: Int] = [:]
        var hasOpenFile = false
    }

    private var state = State.new

    package init() {}

    /// Whether a job can be sent.
    package var isIdle: Bool {
        if case .idle = state { true } else { false }
    }

    /// Prepares for the job that is sent next.
    ///
    /// - Returns: false if the renderer cannot accept a job now.
    package mutating func begin(_ job: UInt32, limits: Limits) -> Bool {
        guard isIdle else { return false }
        state = .working(Job(number: job, limits: limits))
        return true
    }

    /// Checks an event from the renderer.
    ///
    /// - Throws: `ProtocolViolation`. No further events may then be passed.
    package mutating func take(_ event: FrameDecoder.Event) throws(ProtocolViolation) -> Event {
        switch event {
        case .data(let job, let bytes): return try take(bytes, of: job)
        case .frame(let frame): return try take(frame)
        }
    }

    private mutating func take(_ frame: Frame) throws(ProtocolViolation) -> Event {
        switch state {
        case .new:
            guard frame.kind == .hello else { throw .unexpected(frame.kind, expected: "hello was expected") }
            guard frame.job == 0 else { throw .otherJob(frame.job) }
            state = .idle
            return .hello(frame.payload)
        case .idle:
            throw .unexpected(frame.kind, expected: "nothing had been asked")
        case .working(var job):
            guard frame.job == job.number else { throw .otherJob(frame.job) }
            let event = try AnswerSequence.answer(frame, &job)
            switch event {
            case .result, .failed: state = .idle
            default: state = .working(job)
            }
            return event
        }
    }

    private static func answer(_ frame: Frame, _ job: inout Job) throws(ProtocolViolation) -> Event {
        switch frame.kind {
        case .start:
            guard !job.hasStarted else { throw .unexpected(.start, expected: "the job had started already") }
            job.hasStarted = true
            return .started
        case .need:
            guard let place = frame.number(bytes: 4), place < job.limits.blobs else { throw .malformed(.need) }
            job.asks[place, default: 0] += 1
            guard job.asks[place, default: 0] <= Limits.asksPerBlob else { throw .tooManyNeeds }
            return .needs(place)
        case .file:
            guard job.hasStarted else { throw .unexpected(.file, expected: "start was expected") }
            guard !job.hasOpenFile else { throw .unexpected(.file, expected: "a file was open") }
            guard frame.payload.count == 5 else { throw .malformed(.file) }
            let number = frame.payload.prefix(4).reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
            guard number == job.files else { throw .malformed(.file) }
            guard job.files < job.limits.files else { throw .tooManyFiles(limit: job.limits.files) }
            job.hasOpenFile = true
            job.files += 1
            return .file(job.files - 1, kind: frame.payload[4])
        case .fileEnd:
            guard job.hasOpenFile else { throw .unexpected(.fileEnd, expected: "no file was open") }
            job.hasOpenFile = false
            return .fileEnded(job.files - 1)
        case .result:
            guard job.hasStarted else { throw .unexpected(.result, expected: "start was expected") }
            guard !job.hasOpenFile else { throw .unexpected(.result, expected: "a file was open") }
            return .result(frame.payload)
        case .failure:
            return .failed(frame.payload)
        case .hello, .job, .blob, .data, .blobEnd, .abort:
            throw .unexpected(frame.kind, expected: "an answer was expected")
        }
    }

    private mutating func take(_ bytes: UnsafeRawBufferPointer, of number: UInt32) throws(ProtocolViolation) -> Event {
        guard case .working(var job) = state else { throw .unexpected(.data, expected: "nothing had been asked") }
        guard number == job.number else { throw .otherJob(number) }
        guard job.hasOpenFile else { throw .unexpected(.data, expected: "no file was open") }
        guard !bytes.isEmpty else { throw .malformed(.data) }
        guard bytes.count <= job.limits.bytes - job.bytes else { throw .tooManyBytes(limit: job.limits.bytes) }
        job.bytes += bytes.count
        state = .working(job)
        return .bytes(bytes)
    }
}

extension Frame {
    /// The frame at the start of a file.
    ///
    /// - Parameters:
    ///   - number: the number of the file, from 0.
    ///   - kind: the kind of the file in the job's answer.
    package static func file(_ number: Int, kind: UInt8, job: UInt32) -> Frame {
        Frame(.file, job: job, payload: UInt32(truncatingIfNeeded: number).bigEndianBytes + [kind])
    }

    /// A request for a blob.
    ///
    /// - Parameter place: the index of the blob among the blobs of the job.
    package static func need(_ place: Int, job: UInt32) -> Frame {
        Frame(.need, job: job, payload: UInt32(truncatingIfNeeded: place).bigEndianBytes)
    }
}
