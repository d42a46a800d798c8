import Deflate
import ImageHeaders
import PNG
import Pixels
import TestSupport
import Testing

@Suite("Writing indexed PNG")
struct PNGEncoderIndexedTests {
    @Test(
        "the depth is the smallest that the colours allow",
        arguments: [(1, 1), (2, 1), (3, 2), (4, 2), (5, 4), (16, 4), (17, 8), (256, 8)])
    func depth(colours: Int, depth: Int) throws {
        let image = SampleArt.indexed(19, 17, colours: colours)
        let png = try PNGEncoder.encode(image, level: .balanced)
        #expect(png.bitDepth == depth)
        let decoded = try ReferenceDecoder(png.bytes)
        #expect(decoded.bitDepth == depth)
        #expect(decoded.colourType == 3)
        #expect(decoded.image == image.expanded)
    }

    @Test("every width keeps its last pixels at every depth", arguments: 1...17, [2, 4, 16, 17])
    func widths(width: Int, colours: Int) throws {
        let image = SampleArt.indexed(width, 5, colours: colours)
        #expect(try ReferenceDecoder(PNGEncoder.encode(image, level: .fast).bytes).image == image.expanded)
    }

    @Test("thorough trials keep every pixel, with colours opaque or not", arguments: [3, 16, 40, 256], [true, false])
    func thorough(colours: Int, translucent: Bool) throws {
        let image = SampleArt.indexed(40, 30, colours: colours, translucent: translucent)
        let png = try PNGEncoder.encode(image, level: .high, trials: .thorough)
        #expect(try ReferenceDecoder(png.bytes).image == image.expanded)
    }

    @Test("trials make a smooth shade smaller", arguments: [EncodingTrials.sampled, .thorough])
    func shade(trials: EncodingTrials) throws {
        let image = shaded { x, y in (x * x / 100 + y * 3 / 2) % 256 }
        let plain = try PNGEncoder.encode(image, level: .high)
        let tried = try PNGEncoder.encode(image, level: .high, trials: trials)
        #expect(tried.bytes.count < plain.bytes.count)
        #expect(try ReferenceDecoder(tried.bytes).image == image.expanded)
    }

    @Test("a picture whose rows repeat is stored without filters, although it has many shades")
    func repeated() throws {
        var noise = Noise(4)
        let row = (0..<128).map { _ in Int.random(in: 0..<256, using: &noise) }
        let image = shaded { x, _ in row[x] }
        let plain = try PNGEncoder.encode(image, level: .high)
        #expect(try PNGEncoder.encode(image, level: .high, trials: .sampled).bytes == plain.bytes)
    }

    /// A picture of 128×128 pixels with 256 shades, which are in random order in the palette.
    private func shaded(_ shade: (Int, Int) -> Int) -> IndexedImage {
        var noise = Noise(9)
        let shades = (0..<256).map { RGBAColour(red: UInt8($0), green: UInt8($0), blue: UInt8($0 / 2)) }
        let palette = shades.shuffled(using: &noise)
        let places = Dictionary(uniqueKeysWithValues: zip(palette.map(\.red), UInt8(0)...UInt8(255)))
        let indices = (0..<(128 * 128)).map { places[UInt8(shade($0 % 128, $0 / 128))] ?? 0 }
        return IndexedImage(width: 128, height: 128, indices: indices, palette: palette)
    }

    @Test("translucent colours come first, so that tRNS ends with them")
    func transparencyIsShort() throws {
        let image = SampleArt.indexed(30, 30, colours: 60, translucent: true)
        let png = try PNGEncoder.encode(image, level: .fast)
        let transparency = try #require(try TestChunk.read(png.bytes).first { $0.name == "tRNS" })
        #expect(transparency.data.count == 20)
        #expect(transparency.data == png.palette.prefix(20).map(\.alpha))
        #expect(png.palette.dropFirst(20).allSatisfy { $0.alpha == 255 })
    }

    @Test("an opaque palette needs no tRNS")
    func noTransparency() throws {
        let png = try PNGEncoder.encode(SampleArt.indexed(8, 8, colours: 9), level: .fast)
        #expect(try TestChunk.read(png.bytes).map(\.name) == ["IHDR", "PLTE", "IDAT", "IEND"])
    }

    @Test("unused colours are omitted")
    func unused() throws {
        var image = SampleArt.indexed(10, 10, colours: 200)
        image.indices = image.indices.map { $0 % 2 == 0 ? 7 : 150 }
        let png = try PNGEncoder.encode(image, level: .fast)
        #expect(Set(png.palette) == [image.palette[7], image.palette[150]])
        #expect(png.bitDepth == 1)
        #expect(try ReferenceDecoder(png.bytes).image == image.expanded)
    }

    @Test("equal colours share a place, and all that cannot be seen is one")
    func merged() throws {
        let palette = [
            RGBAColour(red: 9, green: 9, blue: 9, alpha: 0), .black, .black,
            RGBAColour(red: 1, green: 2, blue: 3, alpha: 0),
        ]
        let image = IndexedImage(width: 2, height: 2, indices: [0, 1, 2, 3], palette: palette)
        let png = try PNGEncoder.encode(image, level: .fast)
        #expect(png.palette == [.clear, .black])
        #expect(try ReferenceDecoder(png.bytes).rows == [[0, 1], [1, 0]])
    }

    @Test("the highest level keeps every pixel and is never larger than the one below", arguments: [3, 77])
    func exhaustive(colours: Int) throws {
        let image = SampleArt.indexed(90, 70, colours: colours, translucent: true)
        let png = try PNGEncoder.encode(image, level: .exhaustive)
        #expect(try ReferenceDecoder(png.bytes).image == image.expanded)
        #expect(try png.bytes.count <= PNGEncoder.encode(image, level: .best).bytes.count)
    }

    @Test("the same pixels always give the same bytes", arguments: [DeflateLevel.best, .exhaustive])
    func deterministic(level: DeflateLevel) throws {
        let image = SampleArt.indexed(50, 50, colours: 77, translucent: true)
        let bytes = try (0..<3).map { _ in try PNGEncoder.encode(image, level: level, trials: .thorough).bytes }
        #expect(Set(bytes).count == 1)
    }

    @Test("the order of the given palette does not matter")
    func orderOfThePalette() throws {
        let image = SampleArt.indexed(20, 20, colours: 30, translucent: true)
        let turned = IndexedImage(
            width: 20, height: 20, indices: image.indices.map { 29 - $0 }, palette: image.palette.reversed())
        #expect(
            try PNGEncoder.encode(turned, level: .balanced).bytes == PNGEncoder.encode(image, level: .balanced).bytes)
    }

    @Test("a pixel without a colour is refused")
    func outsidePalette() {
        let image = IndexedImage(width: 1, height: 2, indices: [0, 3], palette: [.black, .white])
        #expect(throws: PNGError.indexOutsidePalette(index: 3, colours: 2)) {
            try PNGEncoder.encode(image, level: .fast)
        }
    }

    @Test("a picture without pixels is refused")
    func empty() {
        let image = IndexedImage(width: 0, height: 4, indices: [], palette: [.black])
        #expect(throws: PNGError.unwritableSize(width: 0, height: 4)) {
            try PNGEncoder.encode(image, level: .fast)
        }
    }
}
