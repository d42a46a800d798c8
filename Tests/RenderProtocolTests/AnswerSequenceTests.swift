import RenderProtocol
import Testing

@Suite("A renderer's answers")
struct AnswerSequenceTests {
    private static let limits = AnswerSequence.Limits(files: 2, bytes: 10, blobs: 1)

    /// A sequence that has received the hello, and in which a job has been sent.
    private func working(_ job: UInt32 = 7, limits: AnswerSequence.Limits = limits) throws -> AnswerSequence {
        var sequence = AnswerSequence()
        _ = try sequence.take(.frame(Frame(.hello)))
        let isTaken = sequence.begin(job, limits: limits)
        #expect(isTaken)
        return sequence
    }

    /// Adds frames to the sequence one after the other, including `data` frames.
    private func take(_ frames: [Frame], in sequence: inout AnswerSequence) throws {
        for frame in frames {
            if frame.kind == .data {
                try frame.payload.withUnsafeBytes { _ = try sequence.take(.data(job: frame.job, $0)) }
            } else {
                _ = try sequence.take(.frame(frame))
            }
        }
    }

    private func violation(of frames: [Frame], limits: AnswerSequence.Limits = limits) throws -> ProtocolViolation? {
        var sequence = try working(limits: limits)
        return #expect(throws: ProtocolViolation.self) { try take(frames, in: &sequence) }
    }

    private func data(_ count: Int) -> Frame { Frame(.data, job: 7, payload: [UInt8](repeating: 1, count: count)) }

    @Test("say hello first, and only once")
    func hello() throws {
        var sequence = AnswerSequence()
        let isTaken = sequence.begin(1, limits: Self.limits)
        #expect(!isTaken)
        #expect(throws: ProtocolViolation.unexpected(.start, expected: "hello was expected")) {
            try sequence.take(.frame(Frame(.start)))
        }
        #expect(try violation(of: [Frame(.hello, job: 7)]) == .unexpected(.hello, expected: "an answer was expected"))
    }

    @Test("with two files are accepted, followed by the next job")
    func complete() throws {
        var sequence = try working()
        try take(
            [
                .need(0, job: 7), Frame(.start, job: 7), .file(0, kind: 1, job: 7), data(4), data(2),
                Frame(.fileEnd, job: 7), .file(1, kind: 2, job: 7), Frame(.fileEnd, job: 7),
                Frame(.result, job: 7, payload: [1]),
            ], in: &sequence)
        #expect(sequence.isIdle)
        let isTaken = sequence.begin(8, limits: Self.limits)
        #expect(isTaken)
    }

    @Test("may be that a job cannot be done, before it starts or in the middle of a file")
    func failed() throws {
        var early = try working()
        try take([Frame(.failure, job: 7)], in: &early)
        #expect(early.isIdle)
        var late = try working()
        try take([Frame(.start, job: 7), .file(0, kind: 1, job: 7), data(1), Frame(.failure, job: 7)], in: &late)
        #expect(late.isIdle)
    }

    @Test("to nothing that was asked are violations")
    func unasked() throws {
        var sequence = AnswerSequence()
        try take([Frame(.hello)], in: &sequence)
        #expect(throws: ProtocolViolation.unexpected(.result, expected: "nothing had been asked")) {
            try sequence.take(.frame(Frame(.result, job: 7)))
        }
        #expect(throws: ProtocolViolation.unexpected(.data, expected: "nothing had been asked")) {
            try take([data(1)], in: &sequence)
        }
    }

    @Test("to another job are violations")
    func otherJob() throws {
        #expect(try violation(of: [Frame(.start, job: 6)]) == .otherJob(6))
        #expect(
            try violation(of: [Frame(.start, job: 7), .file(0, kind: 1, job: 7), Frame(.data, job: 6, payload: [1])])
                == .otherJob(6))
    }

    @Test("out of order are violations")
    func order() throws {
        let start = Frame(.start, job: 7)
        let file = Frame.file(0, kind: 1, job: 7)
        let result = Frame(.result, job: 7)
        #expect(try violation(of: [file]) == .unexpected(.file, expected: "start was expected"))
        #expect(try violation(of: [result]) == .unexpected(.result, expected: "start was expected"))
        #expect(try violation(of: [start, start]) == .unexpected(.start, expected: "the job had started already"))
        #expect(try violation(of: [start, data(1)]) == .unexpected(.data, expected: "no file was open"))
        #expect(
            try violation(of: [start, Frame(.fileEnd, job: 7)]) == .unexpected(.fileEnd, expected: "no file was open"))
        #expect(
            try violation(of: [start, file, .file(1, kind: 1, job: 7)])
                == .unexpected(.file, expected: "a file was open"))
        #expect(try violation(of: [start, file, result]) == .unexpected(.result, expected: "a file was open"))
    }

    @Test("with more files or bytes than the job may have are violations")
    func bounds() throws {
        let start = Frame(.start, job: 7)
        let end = Frame(.fileEnd, job: 7)
        let files = (0..<3).flatMap { [Frame.file($0, kind: 1, job: 7), end] }
        #expect(try violation(of: [start] + files) == .tooManyFiles(limit: 2))
        #expect(
            try violation(of: [start, .file(0, kind: 1, job: 7), data(6), end, .file(1, kind: 1, job: 7), data(5)])
                == .tooManyBytes(limit: 10))
    }

    @Test("that count wrong, or ask for a blob that the job does not have, are violations")
    func numbers() throws {
        let start = Frame(.start, job: 7)
        #expect(try violation(of: [start, .file(1, kind: 1, job: 7)]) == .malformed(.file))
        #expect(try violation(of: [start, Frame(.file, job: 7, payload: [0, 0])]) == .malformed(.file))
        #expect(try violation(of: [.need(1, job: 7)]) == .malformed(.need))
        #expect(try violation(of: [Frame(.need, job: 7)]) == .malformed(.need))
    }

    @Test(
        "that only the control plane sends are violations",
        arguments: [
            FrameKind.job, .blob, .blobEnd, .abort,
        ])
    func direction(kind: FrameKind) throws {
        #expect(
            try violation(of: [Frame(kind, job: 7)]) == .unexpected(kind, expected: "an answer was expected"))
    }
}
