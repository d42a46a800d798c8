import Deflate
import ImageHeaders
import PNG
import Pixels
import Testing

@Suite("Taking metadata out of a PNG")
struct PNGMetadataTests {
    private static let header = TestChunk.header(3, 2, bitDepth: 8, colourType: 2)
    private static let pixels = TestChunk.blank(rowBytes: 9, height: 2)
    private static let end = TestChunk("IEND")

    private func names(_ bytes: [UInt8]) throws -> [String] {
        try TestChunk.read(PNGMetadata.stripped(bytes)).map(\.name)
    }

    @Test("texts, times, profiles, unknown chunks and data after the end are removed")
    func strips() throws {
        let file = TestChunk.file([
            Self.header, TestProfile.chunk(TestProfile.bytes()), TestChunk("tEXt", [65, 0, 66]), TestChunk("eXIf", [1]),
            TestChunk("pHYs", [UInt8](repeating: 0, count: 9)), Self.pixels, TestChunk("tIME", [7, 0, 1, 1, 0, 0, 0]),
            TestChunk("zzZz"), Self.end,
        ])
        #expect(try names(file + [9, 9]) == ["IHDR", "IDAT", "IEND"])
    }

    @Test("no byte of a text, a private chunk, an end chunk with data or a trailer is kept")
    func secrets() throws {
        let secret = Array("SECRET-GPS".utf8)
        let file = TestChunk.file([
            Self.header, TestChunk("iTXt", secret), TestChunk("eXIf", secret), TestChunk("PLTE", secret + [0, 0]),
            TestChunk("sRGB", [0] + secret), TestChunk("prVt", secret), TestChunk("fdAT", [0, 0, 0, 0] + secret),
            Self.pixels, TestChunk("fcTL", secret), TestChunk("IEND", secret),
        ])
        let kept = try PNGMetadata.stripped(file + secret + file)
        #expect(kept == TestChunk.file([Self.header, Self.pixels, Self.end]))
    }

    @Test("a decoder gets everything that affects the picture, and neither texts nor empty pieces")
    func essential() throws {
        let profile = TestProfile.chunk(TestProfile.bytes())
        let file = TestChunk.file([
            Self.header, profile, TestChunk("eXIf", [1]), TestChunk("zTXt", [65, 0, 0]), TestChunk("sPLT", [65]),
            TestChunk("IDAT"), Self.pixels, TestChunk("juNk"), Self.end,
        ])
        let kept = TestChunk.file([Self.header, profile, TestChunk("eXIf", [1]), Self.pixels, Self.end])
        #expect(PNGMetadata.essential(file) == kept)
        #expect(PNGMetadata.essential(kept) == kept)
    }

    @Test("an incomplete PNG is passed on unchanged")
    func essentialOfDamaged() throws {
        let file = TestChunk.file([Self.header, TestChunk("tEXt", [65, 0, 66]), Self.pixels, Self.end])
        for length in [0, 8, 20, file.count - 3] {
            #expect(PNGMetadata.essential(Array(file.prefix(length))) == Array(file.prefix(length)))
        }
    }

    @Test("data that the pixels need is unchanged, byte for byte")
    func keeps() throws {
        let bytes = try PNGEncoder.encode(SampleArt.indexed(9, 9, colours: 20, translucent: true), level: .fast).bytes
        #expect(try PNGMetadata.stripped(bytes) == bytes)
    }

    @Test("no byte after the pixels' zlib stream is kept, in any chunk")
    func behindTheStream() throws {
        let secret = Array("SECRET-GPS".utf8)
        let stream = Self.pixels.data
        let clean = TestChunk.file([Self.header, Self.pixels, Self.end])
        for pieces in [[stream + secret], [stream, secret], [stream, [], secret, secret]] {
            let file = TestChunk.file([Self.header] + pieces.map { TestChunk("IDAT", $0) } + [Self.end])
            #expect(try PNGMetadata.stripped(file) == clean)
        }
        let split = [Array(stream.prefix(9)), stream.dropFirst(9) + secret, secret].map { TestChunk("IDAT", $0) }
        let kept = try PNGMetadata.stripped(TestChunk.file([Self.header] + split + [Self.end]))
        #expect(try TestChunk.read(kept).map(\.data.count) == [13, 9, stream.count - 9, 0])
    }

    @Test("rows below the picture, and incomplete pixels, are refused")
    func wrongPixels() {
        let long = TestChunk("IDAT", TestChunk.zlib([UInt8](repeating: 0, count: 30)))
        for pixels in [[long], [TestChunk("IDAT", Array(Self.pixels.data.dropLast()))], []] {
            let file = TestChunk.file([Self.header] + pixels + [Self.end])
            #expect(throws: PNGError.self) { try PNGMetadata.stripped(file) }
        }
    }

    @Test("a palette or a transparency with room for more than colours is refused, and so is a second one")
    func room() throws {
        let header = TestChunk.header(3, 2, bitDepth: 2, colourType: 3)
        let pixels = TestChunk.blank(rowBytes: 1, height: 2)
        func file(_ chunks: TestChunk...) -> [UInt8] { TestChunk.file([header] + chunks + [pixels, Self.end]) }
        let palette = TestChunk("PLTE", [1, 2, 3, 4, 5, 6])
        let good = file(palette, TestChunk("tRNS", [0, 9]))
        #expect(try PNGMetadata.stripped(good) == good)
        let bad = [
            file(TestChunk("PLTE", [UInt8](repeating: 7, count: 15))), file(TestChunk("PLTE", [1, 2, 3, 4])),
            file(palette, TestChunk("tRNS", [0, 9, 9])), file(palette, palette),
            file(palette, TestChunk("tRNS", [0]), TestChunk("tRNS", [1])),
        ]
        for file in bad { #expect(throws: PNGError.self) { try PNGMetadata.stripped(file) } }
    }

    @Test("of an animation only the picture for other decoders is kept")
    func animation() throws {
        let chunks = [
            Self.header, TestChunk("acTL", TestChunk.big(1) + TestChunk.big(0)), TestChunk("fcTL", [1]), Self.pixels,
            TestChunk("fcTL", [2]), TestChunk("fdAT", [3]), Self.end,
        ]
        #expect(
            try PNGMetadata.stripped(TestChunk.file(chunks)) == TestChunk.file([Self.header, Self.pixels, Self.end]))
    }

    @Test(
        "sRGB stays, and gamma when it is not the usual one",
        arguments: [(45_455, false), (44_000, false), (100_000, true)])
    func gamma(value: Int, stays: Bool) throws {
        let gamma = TestChunk("gAMA", TestChunk.big(value))
        let file = TestChunk.file([Self.header, gamma, TestChunk("sRGB", [0]), Self.pixels, Self.end])
        #expect(try names(file) == (stays ? ["IHDR", "gAMA", "sRGB"] : ["IHDR", "sRGB"]) + ["IDAT", "IEND"])
    }

    @Test("a broken necessary chunk is refused, and one that is removed anyway is not")
    func broken() throws {
        let text = TestChunk("tEXt", [1], checksum: 5)
        #expect(try names(TestChunk.file([Self.header, text, Self.pixels, Self.end])) == ["IHDR", "IDAT", "IEND"])
        let file = TestChunk.file([Self.header, TestChunk("IDAT", Self.pixels.data, checksum: 5), Self.end])
        #expect {
            try PNGMetadata.stripped(file)
        } throws: {
            guard case PNGError.damaged(let damage) = $0 else { return false }
            return damage.kind == .badChecksum && damage.chunk == "IDAT"
        }
    }

    @Test("a file without its end is refused")
    func cut() {
        let whole = TestChunk.file([Self.header, Self.pixels, Self.end])
        for count in 0..<whole.count {
            #expect(throws: PNGError.self) { try PNGMetadata.stripped(Array(whole.prefix(count))) }
        }
    }

    @Test("Xcode's variant is refused")
    func appleVariant() {
        let file = TestChunk.file([TestChunk("CgBI", [0x50, 0, 0x20, 2]), Self.header, Self.pixels, Self.end])
        #expect(throws: PNGError.appleOptimised) { try PNGMetadata.stripped(file) }
    }
}
