import Foundation
import Glibc
import RenderProtocol
import Testing

@Suite("Frames over a pipe")
struct FrameChannelTests {
    private func pipe() throws -> (reading: Int32, writing: Int32) {
        var ends: [Int32] = [0, 0]
        try #require(Glibc.pipe(&ends) == 0)
        return (ends[0], ends[1])
    }

    /// Reads all frames, and returns the kinds of all frames except `data`, and the bytes of the `data` frames.
    private func readToEnd(_ descriptor: Int32) throws -> (kinds: [FrameKind], data: [UInt8]) {
        var reader = FrameReader(descriptor)
        var kinds: [FrameKind] = []
        var data: [UInt8] = []
        var goesOn = true
        while goesOn {
            goesOn = try reader.read { event in
                switch event {
                case .data(_, let bytes): data += bytes
                case .frame(let frame): kinds.append(frame.kind)
                }
            }
        }
        return (kinds, data)
    }

    @Test("a file of several megabytes arrives as it was sent")
    func largeFile() throws {
        let ends = try pipe()
        PipeCapacity.raise(of: ends.writing)
        let content = (0..<3_000_017).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let writing = Thread {
            let writer = FrameWriter(ends.writing)
            try? writer.write(.file(0, kind: 1, job: 3))
            content.withUnsafeBytes { bytes in try? writer.write(bytes, job: 3) }
            try? writer.write(Frame(.fileEnd, job: 3))
            close(ends.writing)
        }
        writing.start()
        let (kinds, received) = try readToEnd(ends.reading)
        close(ends.reading)
        #expect(received == content)
        #expect(kinds == [.file, .fileEnd])
    }

    @Test("a renderer that ends within a frame is noticed")
    func cutOff() throws {
        let ends = try pipe()
        let bytes = try Frame(.result, job: 1, payload: [1, 2, 3]).encoded()
        #expect(write(ends.writing, bytes, bytes.count - 1) == bytes.count - 1)
        close(ends.writing)
        #expect(throws: ProtocolViolation.truncated) { try readToEnd(ends.reading) }
        close(ends.reading)
    }

    @Test("a pipe without a reader fails")
    func closed() throws {
        signal(SIGPIPE, SIG_IGN)
        let ends = try pipe()
        close(ends.reading)
        let writer = FrameWriter(ends.writing)
        #expect(throws: PipeError(code: EPIPE)) { try writer.write(Frame(.abort)) }
        close(ends.writing)
    }
}
