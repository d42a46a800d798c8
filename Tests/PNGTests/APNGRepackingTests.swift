import Deflate
import PNG
import Pixels
import Testing

@Suite("Repacking an animation")
struct APNGRepackingTests {
    private let reader: APNGReader

    init() throws {
        reader = try APNGReader(
            SampleAnimation.writer.write(SampleAnimation.colourFrames), limits: SampleAnimation.limits)
    }

    @Test("the frames and their settings stay")
    func same() throws {
        let packed = try #require(try reader.repacked(level: .best, under: .max))
        let again = try APNGReader(packed, limits: SampleAnimation.limits, isStrict: true)
        #expect(again.frames.map(\.control) == reader.frames.map(\.control) && again.loopCount == reader.loopCount)
        #expect(try SampleAnimation.pixels(again) == SampleAnimation.pixels(reader))
    }

    @Test("no byte after a frame's zlib stream is kept, nor a suggested palette")
    func nothingBehind() throws {
        let secret = Array("SECRET-GPS".utf8)
        var chunks = try SampleAnimation.chunks()
        for place in chunks.indices where ["IDAT", "fdAT"].contains(chunks[place].name) {
            chunks[place].data += secret
        }
        let first = try #require(chunks.firstIndex { $0.name == "IDAT" })
        chunks.insert(TestChunk("PLTE", Array("SECRET".utf8)), at: first - 1)
        let reader = try APNGReader(TestChunk.file(chunks), limits: SampleAnimation.limits, isStrict: true)
        #expect(try reader.repacked(level: .best, under: .max) == self.reader.repacked(level: .best, under: .max))
        #expect(try reader.repacked(level: .fast, under: .max) == self.reader.repacked(level: .fast, under: .max))
    }

    @Test("no file of the limit's size or more is made, regardless of the difference")
    func limit() throws {
        let packed = try #require(try reader.repacked(level: .best, under: .max))
        #expect(try reader.repacked(level: .best, under: packed.count + 1) == packed)
        for limit in [packed.count, packed.count - 1, packed.count / 2, packed.count / 8, 0] {
            #expect(try reader.repacked(level: .best, under: limit) == nil)
        }
    }
}
