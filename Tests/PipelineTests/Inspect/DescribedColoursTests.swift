import Pixels
import StickerManifest
import Testing

@Suite("Colours that a PNG describes")
struct DescribedColoursTests {
    private static let swatch = RGBAColour(red: 200, green: 100, blue: 50)
    private static let asDisplayP3 = RGBAColour(red: 215, green: 93, blue: 31)
    /// The sRGB colour of the linear values 200, 100 and 50 of 255.
    private static let asLinear = RGBAColour(red: 229, green: 168, blue: 122)

    private static let displayP3 = RawPNG.Chunk("cICP", [12, 13, 0, 1])
    private static let linear = RawPNG.Chunk("gAMA", RawPNG.big(100_000))
    private static let usualGamma = RawPNG.Chunk("gAMA", RawPNG.big(45_455))
    private static let perceptual = RawPNG.Chunk("sRGB", [0])

    private static func cHRM(_ numbers: [Int]) -> RawPNG.Chunk {
        RawPNG.Chunk("cHRM", numbers.flatMap(RawPNG.big))
    }

    private static let sRGBChromaticities = cHRM([
        31_270, 32_900, 64_000, 33_000, 30_000, 60_000, 15_000, 6_000,
    ])
    private static let p3Chromaticities = cHRM([
        31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000,
    ])

    private static let meaningless: [RawPNG.Chunk] = [
        RawPNG.Chunk("cICP", [12, 13, 1, 1]), RawPNG.Chunk("cICP", [2, 2, 0, 1]), RawPNG.Chunk("cICP", [12]),
        cHRM([0, 0, 0, 0, 0, 0, 0, 0]),
        cHRM([31_270, 32_900, 30_000, 30_000, 30_000, 30_000, 30_000, 30_000]),
        RawPNG.Chunk("gAMA", [0, 0, 0, 1]), RawPNG.Chunk("gAMA", [255, 255, 255, 255]),
        RawPNG.Chunk("cHRM", [UInt8](repeating: 255, count: 32)),
    ]

    private func png(_ extra: [RawPNG.Chunk], alpha: UInt8 = 255) -> RawPNG {
        let pixel = [Self.swatch.red, Self.swatch.green, Self.swatch.blue, alpha]
        let rows = [[UInt8]](repeating: (0..<40).flatMap { _ in pixel }, count: 40)
        return RawPNG(width: 40, height: 40, colourType: 6, extra: extra, rows: rows)
    }

    private func published(_ extra: RawPNG.Chunk...) throws -> RGBAColour {
        try PipelineFixture().art(png(extra).bytes).sample(0.5, 0.5)
    }

    @Test("a cICP chunk with Display P3 is converted to sRGB, and its alpha is not touched")
    func codePoints() throws {
        let colour = try PipelineFixture().art(png([Self.displayP3], alpha: 128).bytes).sample(0.5, 0.5)
        #expect(abs(Int(colour.alpha) - 128) <= 1)
        #expect(try published(Self.displayP3).difference(from: Self.asDisplayP3) <= 3)
    }

    @Test("a cICP chunk is used rather than a profile, a profile rather than sRGB, and sRGB rather than gAMA")
    func precedence() throws {
        let profile = RawPNG.profile(RawICC.displayP3)
        #expect(try published(RawPNG.Chunk("cICP", [1, 13, 0, 1]), profile) == Self.swatch)
        #expect(try published(Self.displayP3, RawPNG.profile(RawICC.sRGB)).difference(from: Self.asDisplayP3) <= 3)
        #expect(try published(profile, Self.perceptual, Self.linear).difference(from: Self.asDisplayP3) <= 3)
        #expect(try published(Self.perceptual, Self.linear, Self.p3Chromaticities) == Self.swatch)
    }

    @Test("a linear gAMA is converted to sRGB")
    func linearGamma() throws {
        let colour = try published(Self.linear)
        #expect(colour.difference(from: Self.asLinear) <= 3, "\(colour)")
    }

    @Test("the usual gAMA and the chromaticities of sRGB change nothing")
    func usual() throws {
        #expect(try published(Self.usualGamma) == Self.swatch)
        #expect(try published(Self.sRGBChromaticities) == Self.swatch)
        #expect(try published(Self.usualGamma, Self.sRGBChromaticities) == Self.swatch)
    }

    @Test("chromaticities of Display P3 are converted to sRGB")
    func chromaticities() throws {
        let colour = try published(Self.p3Chromaticities)
        #expect(colour.difference(from: Self.asDisplayP3) <= 3, "\(colour)")
    }

    @Test("chunks that describe no colours change nothing", arguments: meaningless)
    func impossible(chunk: RawPNG.Chunk) throws {
        #expect(try published(chunk) == Self.swatch)
    }

    @Test("HDR is refused, and the sentence names it", arguments: [("PQ", UInt8(16)), ("HLG", 18)])
    func hdr(name: String, transfer: UInt8) throws {
        let file = png([RawPNG.Chunk("cICP", [9, transfer, 0, 1])])
        let result = try PipelineFixture().run(file.bytes)
        #expect(result.output == nil)
        #expect(result.rules == ["unknown-format"])
        #expect(result.findings.first?.message.contains("HDR picture (\(name))") == true)
    }

    @Test("grey with a linear gAMA is converted to sRGB")
    func grey() throws {
        let rows = [[UInt8]](repeating: [UInt8](repeating: 100, count: 40), count: 40)
        let file = RawPNG(width: 40, height: 40, colourType: 0, extra: [Self.linear], rows: rows)
        let colour = try PipelineFixture().art(file.bytes).sample(0.5, 0.5)
        #expect(colour.difference(from: RGBAColour(red: 168, green: 168, blue: 168)) <= 3, "\(colour)")
    }
}
