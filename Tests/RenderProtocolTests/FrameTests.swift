import RenderProtocol
import Testing

@Suite("Frames")
struct FrameTests {
    /// Decodes bytes that arrive in pieces. The bytes of consecutive `data` frames are joined.
    private func decoded(_ bytes: [UInt8], pieces size: Int) throws -> [Frame] {
        var decoder = FrameDecoder()
        var frames: [Frame] = []
        for start in stride(from: 0, to: bytes.count, by: size) {
            let piece = Array(bytes[start..<min(start + size, bytes.count)])
            try piece.withUnsafeBytes { piece in
                try decoder.append(piece) { event in
                    switch event {
                    case .frame(let frame): frames.append(frame)
                    case .data(let job, let bytes):
                        if let last = frames.last, last.kind == .data, last.job == job {
                            frames[frames.count - 1].payload += bytes
                        } else {
                            frames.append(Frame(.data, job: job, payload: Array(bytes)))
                        }
                    }
                }
            }
        }
        try decoder.end()
        return frames
    }

    @Test("a header is 16 bytes: kind, flags, reserved, job and length in network order")
    func header() throws {
        let bytes = try Frame(.job, job: 0x0102_0304, payload: Array("{}".utf8)).encoded()
        #expect(bytes == [2, 0, 0, 0, 1, 2, 3, 4, 0, 0, 0, 0, 0, 0, 0, 2] + Array("{}".utf8))
    }

    @Test("frames are read as they were written, in any pieces", arguments: [1, 7, 16, 17, 1000])
    func pieces(size: Int) throws {
        let frames = [
            Frame(.hello, payload: Array("{\"pipeline\":5}".utf8)), Frame(.start, job: 1),
            .file(0, kind: 3, job: 1), Frame(.data, job: 1, payload: Array((0..<3000).map { UInt8($0 % 251) })),
            Frame(.fileEnd, job: 1), Frame(.result, job: 1, payload: [123, 125]),
        ]
        #expect(try decoded(try frames.flatMap { try $0.encoded() }, pieces: size) == frames)
    }

    @Test("a frame has at most the size for its kind, in both directions", arguments: FrameKind.allCases)
    func limits(kind: FrameKind) throws {
        #expect(throws: ProtocolViolation.tooLong(kind, length: UInt64(kind.limit + 1))) {
            try Frame(kind, payload: [UInt8](repeating: 0, count: kind.limit + 1)).encoded()
        }
        let header = FrameHeader(kind, length: kind.limit + 1).bytes
        #expect(throws: ProtocolViolation.tooLong(kind, length: UInt64(kind.limit + 1))) {
            try decoded(header, pieces: 16)
        }
    }

    @Test("a length that no machine has is refused before anything is reserved for it")
    func hugeLength() throws {
        let bytes = [FrameKind.result.rawValue, 0, 0, 0, 0, 0, 0, 1] + [UInt8](repeating: 0xFF, count: 8)
        #expect(throws: ProtocolViolation.tooLong(.result, length: .max)) { try decoded(bytes, pieces: 16) }
    }

    @Test("an unknown kind, flags and reserved bits are violations")
    func unknown() throws {
        var bytes = FrameHeader(.start).bytes
        bytes[0] = 99
        #expect(throws: ProtocolViolation.unknownKind(99)) { try decoded(bytes, pieces: 16) }
        for place in 1...3 {
            var bytes = FrameHeader(.start).bytes
            bytes[place] = 1
            #expect(throws: ProtocolViolation.reservedBits) { try decoded(bytes, pieces: 16) }
        }
    }

    @Test("an input that ends within a frame is cut off", arguments: [1, 15, 16, 17])
    func truncated(count: Int) throws {
        let bytes = try Frame(.result, job: 1, payload: [1, 2]).encoded()
        #expect(throws: ProtocolViolation.truncated) { try decoded(Array(bytes.prefix(count)), pieces: 4) }
    }
}
