import Deflate
import Testing

@Suite("Packed frames")
struct PackedFramesTests {
    /// Frames in which a few bytes change, more frames than are stored as differences from one complete frame.
    private static let frames = (0..<40).map { frame in
        (0..<50).map { UInt8(truncatingIfNeeded: $0 % 7 == 0 ? frame * 97 &+ $0 : $0) }
    }

    private func packed() throws -> PackedFrames {
        var packed = PackedFrames()
        for frame in Self.frames { try packed.append(frame) }
        packed.close()
        return packed
    }

    @Test("frames are read unchanged in order")
    func inOrder() throws {
        let packed = try packed()
        #expect(packed.count == Self.frames.count)
        var reader = packed.reader
        for place in Self.frames.indices { #expect(try reader.frame(place) == Self.frames[place]) }
    }

    @Test("frames are read unchanged in any order")
    func inAnyOrder() throws {
        var reader = try packed().reader
        for place in [20, 20, 19, 23, 39, 0, 15, 16, 1, 31, 32, 30] {
            #expect(try reader.frame(place) == Self.frames[place])
        }
    }

    @Test("readers do not affect each other")
    func severalReaders() throws {
        var one = try packed().reader
        var other = one
        #expect(try one.frame(5) == Self.frames[5])
        #expect(try other.frame(18) == Self.frames[18])
        #expect(try one.frame(6) == Self.frames[6])
    }

    @Test("the last frame is known until the frames are closed")
    func last() throws {
        var packed = PackedFrames()
        #expect(packed.last.isEmpty)
        try packed.append([1, 2])
        try packed.append([3, 4])
        #expect(packed.last == [3, 4])
        packed.close()
        #expect(packed.last.isEmpty)
    }
}
