import Deflate
import PNG
import Pixels
import Testing

@Suite("Decoding plain PNG")
struct PNGDecoderTests {
    /// The colour types with their numbers of channels. Each channel has 8 bits.
    private static let kinds: [(type: UInt8, channels: Int)] = [(6, 4), (2, 3)]

    /// A file of noise. `filter` returns the filter of each row.
    private func file(_ kind: (type: UInt8, channels: Int), width: Int, height: Int, filter: (Int) -> UInt8) -> [UInt8]
    {
        let noise = SampleArt.noise(width, height, seed: 7).bytes
        let rowBytes = width * kind.channels
        let rows = (0..<height).flatMap { [filter($0)] + noise[($0 * rowBytes)..<(($0 + 1) * rowBytes)] }
        return TestChunk.file([
            .header(width, height, bitDepth: 8, colourType: kind.type), TestChunk("IDAT", TestChunk.zlib(rows)),
            TestChunk("IEND"),
        ])
    }

    @Test("the filters of all rows are undone", arguments: kinds.indices, [1, 2, 3, 5, 16, 33])
    func filters(kind: Int, width: Int) throws {
        let bytes = file(Self.kinds[kind], width: width, height: 15) { UInt8($0 % 5) }
        #expect(try PNGDecoder.pixels(of: bytes) == ReferenceDecoder(bytes).image)
        for filter in UInt8(0)...4 {
            let bytes = file(Self.kinds[kind], width: width, height: 4) { _ in filter }
            #expect(try PNGDecoder.pixels(of: bytes) == ReferenceDecoder(bytes).image, "filter \(filter)")
        }
    }

    @Test("pictures in palettes have their colours and alpha", arguments: [2, 4, 13, 200])
    func palettes(colours: Int) throws {
        let image = SampleArt.indexed(37, 21, colours: colours, translucent: true)
        let bytes = try PNGEncoder.encode(image, level: .high).bytes
        #expect(try PNGDecoder.pixels(of: bytes) == ReferenceDecoder(bytes).image)
    }

    @Test("pixels in several pieces are put together")
    func pieces() throws {
        let whole = try TestChunk.read(file(Self.kinds[0], width: 9, height: 9) { _ in 4 })
        let data = whole[1].data
        let parts = [data[..<10], data[10..<10], data[10...]].map { TestChunk("IDAT", Array($0)) }
        let bytes = TestChunk.file([whole[0]] + parts + [whole[2]])
        #expect(try PNGDecoder.pixels(of: bytes) == ReferenceDecoder(bytes).image)
    }

    @Test("other kinds are left to a full decoder")
    func others() throws {
        let grey = SampleArt.picture(5, 5) { x, _ in RGBAColour(red: UInt8(x), green: UInt8(x), blue: UInt8(x)) }
        #expect(try PNGDecoder.pixels(of: PNGEncoder.encode(grey, level: .fast)) == nil)
        let blank = TestChunk.blank(rowBytes: 8, height: 1)
        let deep = TestChunk.file([.header(1, 1, bitDepth: 16, colourType: 6), blank, TestChunk("IEND")])
        #expect(PNGDecoder.pixels(of: deep) == nil)
        let interlaced = TestChunk.file([
            .header(1, 1, bitDepth: 8, colourType: 6, tail: [0, 0, 1]), .blank(rowBytes: 4, height: 1),
            TestChunk("IEND"),
        ])
        #expect(PNGDecoder.pixels(of: interlaced) == nil)
        let keyed = TestChunk.file([
            .header(1, 1, bitDepth: 8, colourType: 2), TestChunk("tRNS", [0, 0, 0, 0, 0, 0]),
            .blank(rowBytes: 3, height: 1), TestChunk("IEND"),
        ])
        #expect(PNGDecoder.pixels(of: keyed) == nil)
        #expect(PNGDecoder.pixels(of: file(Self.kinds[0], width: 9, height: 9) { _ in 0 }, limit: 80) == nil)
    }

    @Test("a file that is damaged anywhere is left to a full decoder")
    func damage() throws {
        let bytes = file(Self.kinds[0], width: 6, height: 6) { _ in 1 }
        for place in bytes.indices.dropFirst(8) {
            var broken = bytes
            broken[place] ^= 0x10
            #expect(PNGDecoder.pixels(of: broken) == nil, "byte \(place)")
        }
        for count in bytes.indices { #expect(PNGDecoder.pixels(of: Array(bytes[..<count])) == nil) }
        #expect(PNGDecoder.pixels(of: file(Self.kinds[0], width: 6, height: 6) { _ in 5 }) == nil)
        let short = TestChunk.file([
            .header(6, 6, bitDepth: 8, colourType: 6), .blank(rowBytes: 24, height: 5), TestChunk("IEND"),
        ])
        #expect(PNGDecoder.pixels(of: short) == nil)
        let colourless = TestChunk.file([
            .header(1, 1, bitDepth: 8, colourType: 3), TestChunk("PLTE", [1, 2, 3]),
            TestChunk("IDAT", TestChunk.zlib([0, 1])), TestChunk("IEND"),
        ])
        #expect(PNGDecoder.pixels(of: colourless) == nil)
    }
}
