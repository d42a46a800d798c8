import Deflate
import ImageHeaders
import PNG
import Pixels
import Testing

@Suite("Inspecting a PNG")
struct PNGInspectionTests {
    private static let header = TestChunk.header(3, 2, bitDepth: 8, colourType: 2)
    private static let pixels = TestChunk.blank(rowBytes: 9, height: 2)
    private static let end = TestChunk("IEND")

    /// An RGB picture of 3 × 2 pixels with additional chunks between the header and the pixels.
    private func file(_ between: TestChunk..., after: [TestChunk] = []) -> [UInt8] {
        TestChunk.file([Self.header] + between + [Self.pixels] + after + [Self.end])
    }

    private func kinds(_ bytes: [UInt8]) throws -> [ChunkDamage.Kind] {
        try PNGInspection(bytes).damage.map(\.kind)
    }

    @Test("a plain file is described, without problems")
    func plain() throws {
        let inspection = try PNGInspection(file())
        #expect(inspection.width == 3)
        #expect(inspection.height == 2)
        #expect(inspection.bitDepth == 8)
        #expect(inspection.colourType == .truecolour)
        #expect(!inspection.isInterlaced)
        #expect(!inspection.hasTransparency)
        #expect(inspection.frameCount == nil)
        #expect(inspection.loopCount == nil)
        #expect(inspection.iccProfile == nil)
        #expect(inspection.gamma == nil)
        #expect(!inspection.hasSRGBChunk)
        #expect(inspection.exifOrientation == nil)
        #expect(inspection.endsProperly)
        #expect(inspection.trailingBytes == 0)
        #expect(inspection.damage.isEmpty)
        #expect(!inspection.isCgBI)
    }

    @Test("files of this module have no problems")
    func own() throws {
        let indexed = try PNGEncoder.encode(SampleArt.indexed(9, 9, colours: 9, translucent: true), level: .fast)
        let inspection = try PNGInspection(indexed.bytes)
        #expect(inspection.damage.isEmpty)
        #expect(inspection.hasTransparency)
        #expect(inspection.colourType == .indexed)
        let colour = try PNGInspection(PNGEncoder.encode(SampleArt.sticker(30), level: .fast))
        #expect(colour.damage.isEmpty)
        #expect(colour.hasTransparency)
    }

    @Test("bytes that are not a PNG are refused", arguments: [[], [137, 80], Array("GIF89a then some more".utf8)])
    func notPNG(bytes: [UInt8]) {
        #expect(throws: PNGError.notPNG) { try PNGInspection(bytes) }
    }

    @Test("a header that cannot be used is refused, with the reason")
    func badHeader() {
        let headers = [
            TestChunk.header(0, 2, bitDepth: 8, colourType: 2), TestChunk.header(2, 0, bitDepth: 8, colourType: 2),
            TestChunk.header(2, 2, bitDepth: 4, colourType: 2), TestChunk.header(2, 2, bitDepth: 8, colourType: 5),
            TestChunk.header(2, 2, bitDepth: 16, colourType: 3),
            TestChunk.header(2, 2, bitDepth: 8, colourType: 2, tail: [1, 0, 0]),
            TestChunk.header(2, 2, bitDepth: 8, colourType: 2, tail: [0, 0, 2]),
            TestChunk("IHDR", [0, 0, 0, 1]), TestChunk("tEXt", [1, 2, 3]), TestChunk("IEND"),
            TestChunk("IHDR", TestChunk.big(1 << 31) + TestChunk.big(1) + [8, 2, 0, 0, 0]),
        ]
        for header in headers {
            #expect {
                try PNGInspection(TestChunk.file([header, Self.pixels, Self.end]))
            } throws: {
                guard case PNGError.unusableHeader(let reason) = $0 else { return false }
                return !reason.isEmpty
            }
        }
    }

    @Test("a signature alone has no header")
    func onlySignature() {
        #expect(throws: PNGError.self) { try PNGInspection(TestChunk.signature) }
    }

    @Test("interlacing is reported")
    func interlaced() throws {
        let header = TestChunk.header(3, 2, bitDepth: 8, colourType: 2, tail: [0, 0, 1])
        #expect(try PNGInspection(TestChunk.file([header, Self.pixels, Self.end])).isInterlaced)
    }

    @Test("an animation is recognized by acTL before the pixels")
    func animated() throws {
        let inspection = try PNGInspection(file(TestChunk("acTL", TestChunk.big(7) + TestChunk.big(3))))
        #expect(inspection.frameCount == 7)
        #expect(inspection.loopCount == 3)
    }

    @Test("acTL after the pixels does not make an animation")
    func lateAnimation() throws {
        let inspection = try PNGInspection(file(after: [TestChunk("acTL", TestChunk.big(7) + TestChunk.big(3))]))
        #expect(inspection.frameCount == nil)
        #expect(inspection.damage.map(\.kind) == [.outOfOrder])
    }

    @Test(
        "an animation without frames, or with half an acTL, does not count",
        arguments: [[0, 0, 0, 0, 0, 0, 0, 0], [0, 0, 0, 1]])
    func noFrames(data: [UInt8]) throws {
        let inspection = try PNGInspection(file(TestChunk("acTL", data)))
        #expect(inspection.frameCount == nil)
        #expect(inspection.damage.map(\.kind) == [.badContent])
    }

    @Test("a transparent colour counts as transparency, and an opaque palette does not")
    func transparency() throws {
        #expect(try PNGInspection(file(TestChunk("tRNS", [0, 1, 0, 2, 0, 3]))).hasTransparency)
        func indexed(_ alphas: [UInt8]) -> [UInt8] {
            TestChunk.file([
                .header(2, 2, bitDepth: 8, colourType: 3), TestChunk("PLTE", [1, 2, 3, 4, 5, 6]),
                TestChunk("tRNS", alphas), .blank(rowBytes: 2, height: 2), Self.end,
            ])
        }
        #expect(try PNGInspection(indexed([255, 254])).hasTransparency)
        #expect(try !PNGInspection(indexed([255, 255])).hasTransparency)
        #expect(try kinds(indexed([1, 2, 3])) == [.badContent])
        #expect(try kinds(indexed([])) == [.badContent])
    }

    @Test("sRGB and gamma are reported")
    func colourSpace() throws {
        let inspection = try PNGInspection(file(TestChunk("gAMA", TestChunk.big(45_455)), TestChunk("sRGB", [0])))
        #expect(inspection.gamma == 0.45455)
        #expect(inspection.hasSRGBChunk)
    }

    @Test("a colour profile is inflated")
    func profile() throws {
        let profile = TestProfile.bytes()
        #expect(try PNGInspection(file(TestProfile.chunk(profile))).iccProfile == .success(profile))
    }

    @Test("an unusable profile is reported with the reason")
    func damagedProfile() throws {
        var cut = TestProfile.chunk(TestProfile.bytes())
        cut.data.removeLast(50)
        let cases: [(TestChunk, ProfileDamage)] = [
            (TestProfile.chunk(TestProfile.bytes(), name: ""), .malformed),
            (TestProfile.chunk(TestProfile.bytes(), name: String(repeating: "x", count: 80)), .malformed),
            (TestProfile.chunk(TestProfile.bytes(), method: 1), .malformed),
            (TestChunk("iCCP", []), .malformed),
            (cut, .cannotInflate),
            (TestProfile.chunk(TestProfile.bytes(declared: 3144)), .truncated(declared: 3144, actual: 200)),
            (TestProfile.chunk(TestProfile.bytes(signature: "ABCD")), .notAProfile),
            (TestProfile.chunk([1, 2, 3]), .notAProfile),
            (TestProfile.chunk(TestProfile.bytes(space: "GRAY")), .wrongColourSpace),
            (TestProfile.chunk(TestProfile.bytes(space: "CMYK")), .wrongColourSpace),
        ]
        for (chunk, damage) in cases {
            #expect(try PNGInspection(file(chunk)).iccProfile == .failure(damage))
        }
    }

    @Test("a profile that inflates without end is abandoned at the limit")
    func profileBomb() throws {
        // The PNG encoder creates a few bytes that inflate to megabytes. The profile can contain any compressed data,
        // such as these pixels.
        func profile(rows: Int) throws -> TestChunk {
            let red = RGBAImage(width: 2_048, height: rows, filledWith: RGBAColour(red: 1, green: 0, blue: 0))
            let chunks = try TestChunk.read(PNGEncoder.encodeOpaque(red, level: .fast))
            return TestChunk("iCCP", [65, 0, 0] + (try #require(chunks.first { $0.name == "IDAT" }).data))
        }
        #expect(try PNGInspection(file(profile(rows: 2_000))).iccProfile == .failure(.notAProfile))
        #expect(try PNGInspection(file(profile(rows: 2_800))).iccProfile == .failure(.tooLarge))
    }

    @Test("Exif's orientation is read in either byte order")
    func orientation() throws {
        let big: [UInt8] = [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0]
        let little: [UInt8] = [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 8, 0, 0, 0, 0, 0, 0, 0]
        #expect(try PNGInspection(file(TestChunk("eXIf", big))).exifOrientation == 6)
        #expect(try PNGInspection(file(TestChunk("eXIf", little))).exifOrientation == 8)
        for count in 0..<big.count where count != 24 {
            let cut = Array(big.prefix(count))
            let value = try PNGInspection(file(TestChunk("eXIf", cut))).exifOrientation
            #expect(value == (count >= 20 ? 6 : nil))
        }
        var ninth = big
        ninth[19] = 9
        #expect(try PNGInspection(file(TestChunk("eXIf", ninth))).exifOrientation == nil)
    }

    @Test("bytes after the end are counted")
    func trailing() throws {
        let inspection = try PNGInspection(file() + [1, 2, 3])
        #expect(inspection.endsProperly)
        #expect(inspection.trailingBytes == 3)
        #expect(inspection.damage.isEmpty)
    }

    @Test("a file truncated after the header has no proper end, which is reported")
    func cut() throws {
        let whole = file(TestChunk("sRGB", [0]))
        for count in 33..<whole.count {
            let inspection = try PNGInspection(Array(whole.prefix(count)))
            #expect(!inspection.endsProperly)
            #expect(inspection.width == 3)
            #expect(inspection.damage.count == 1)
        }
    }

    @Test("a wrong checksum is reported with its chunk and offset")
    func checksum() throws {
        let damage = try #require(try PNGInspection(file(TestChunk("sRGB", [0], checksum: 1))).damage.first)
        #expect(damage.kind == .badChecksum)
        #expect(damage.chunk == "sRGB")
        #expect(damage.offset == 33)
        #expect("\(damage)" == "the sRGB chunk at byte 33 does not match its checksum")
    }

    @Test("damage to metadata is distinguished from damage to pixels")
    func touchesPixels() throws {
        func touches(_ chunk: TestChunk) throws -> [Bool] {
            try PNGInspection(file(chunk)).damage.map(\.touchesPixels)
        }
        #expect(try touches(TestChunk("tEXt", [1], checksum: 1)) == [false])
        #expect(try touches(TestChunk("sRGB", [0], checksum: 1)) == [false])
        #expect(try touches(TestChunk("PLTE", [1, 2, 3], checksum: 1)) == [true])
        #expect(try touches(TestChunk("tRNS", [0, 1, 0, 2, 0, 3], checksum: 1)) == [true])
        #expect(try PNGInspection(TestChunk.file([Self.header])).damage.map(\.touchesPixels) == [true])
    }

    @Test("invalid chunks end the reading")
    func garbage() throws {
        let bytes = TestChunk.file([Self.header, Self.pixels]) + [UInt8](repeating: 0, count: 30)
        let inspection = try PNGInspection(bytes)
        #expect(inspection.damage.map(\.kind) == [.notAChunk])
        #expect(!inspection.endsProperly)
    }

    @Test("chunks in the wrong place, twice, or missing are reported")
    func order() throws {
        #expect(try kinds(file(TestChunk("sRGB", [0]), TestChunk("sRGB", [0]))) == [.repeated])
        #expect(try kinds(file(TestChunk("PLTE", [1, 2, 3]), TestChunk("sRGB", [0]))) == [.outOfOrder])
        #expect(try kinds(file(TestChunk("PLTE", [1, 2]))) == [.badContent])
        #expect(try kinds(file(Self.header)) == [.repeated])
        #expect(try kinds(file(after: [TestChunk("PLTE", [1, 2, 3])])) == [.outOfOrder])
        #expect(try kinds(file(after: [TestChunk("tEXt"), Self.pixels])) == [.outOfOrder])
        #expect(try kinds(TestChunk.file([Self.header, Self.end])) == [.missing])
        let grey = TestChunk.header(1, 1, bitDepth: 8, colourType: 0)
        let greyWithPalette = [grey, TestChunk("PLTE", [1, 2, 3]), .blank(rowBytes: 1, height: 1), Self.end]
        #expect(try kinds(TestChunk.file(greyWithPalette)) == [.badContent])
        let noPalette = [TestChunk.header(1, 1, bitDepth: 8, colourType: 3), .blank(rowBytes: 1, height: 1), Self.end]
        #expect(try kinds(TestChunk.file(noPalette)) == [.missing])
    }

    @Test("the list of damage does not grow without end")
    func bounded() throws {
        let many = [TestChunk](repeating: TestChunk("sRGB", [0], checksum: 1), count: 500)
        #expect(try PNGInspection(TestChunk.file([Self.header] + many)).damage.count == PNGInspection.damageLimit)
    }

    @Test("Xcode's variant is recognized")
    func appleVariant() throws {
        let bytes = TestChunk.file([TestChunk("CgBI", [0x50, 0, 0x20, 2]), Self.header, Self.pixels, Self.end])
        let inspection = try PNGInspection(bytes)
        #expect(inspection.isCgBI)
        #expect(inspection.damage.isEmpty)
    }
}
