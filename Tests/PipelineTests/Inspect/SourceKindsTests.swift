import JobModel
import Pixels
import StickerManifest
import Testing
import Vips

@Suite("Formats that are read")
struct SourceKindsTests {
    /// The picture in every fixture, 64 × 48 pixels: a margin of 8, then a red half and a blue half.
    private let art = TestArt.picture(64, 48) { x, y in
        (8..<56).contains(x) && (8..<40).contains(y) ? (x < 32 ? TestArt.red : TestArt.blue) : .clear
    }

    /// Renders a source, and checks that it shows the art, cut out or on white.
    private func check(
        _ bytes: [UInt8], _ fileExtension: String, format: String, tolerance: Int, opaque: Bool = false,
        frames: Int = 1,
        rules: [String] = [], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let fixture = try PipelineFixture()
        let result = try fixture.run(bytes, name: "cats/Cat.\(fileExtension)")
        #expect(
            result.art == ArtFacts(format: format, width: 64, height: 48, frames: frames),
            sourceLocation: sourceLocation)
        let expected = rules + (opaque ? ["opaque-background"] : []) + ["low-resolution"]
        #expect(result.rules == expected, sourceLocation: sourceLocation)
        let picture = try fixture.rendition(result)
        let content = try #require(picture.content(), sourceLocation: sourceLocation)
        #expect(content.columns == 0...299, sourceLocation: sourceLocation)
        #expect(content.rows == (opaque ? 37...261 : 50...249), sourceLocation: sourceLocation)
        #expect(picture.sample(0.3, 0.5).difference(from: TestArt.red) <= tolerance, sourceLocation: sourceLocation)
        #expect(picture.sample(0.7, 0.5).difference(from: TestArt.blue) <= tolerance, sourceLocation: sourceLocation)
        let corner = picture.sample(0.5, 0.05)
        #expect(corner == .clear, sourceLocation: sourceLocation)
    }

    @Test("PNG")
    func png() throws {
        try check(try art.png(), "png", format: "png", tolerance: 0)
    }

    @Test("JPEG, which is opaque")
    func jpeg() throws {
        try check(try RawJPEG.file(art.over(.white)), "jpg", format: "jpeg", tolerance: 4, opaque: true)
    }

    @Test("GIF with transparency")
    func gif() throws {
        try check(Self.gif(), "gif", format: "gif", tolerance: 0)
    }

    @Test("TIFF with alpha")
    func tiff() throws {
        let bytes = RawFiles.tiff(
            width: 64, height: 48, samples: 4, bits: 8, photometric: 2, alpha: true, data: art.bytes)
        try check(bytes, "tif", format: "tiff", tolerance: 0)
    }

    @Test("TIFF with 16 bits per channel")
    func deepTIFF() throws {
        let bytes = RawFiles.tiff(
            width: 64, height: 48, samples: 4, bits: 16, photometric: 2, alpha: true,
            data: art.bytes.flatMap { [$0, $0] })
        try check(bytes, "tiff", format: "tiff", tolerance: 1)
    }

    @Test("WebP", .enabled(if: VipsLibrary.canLoad("webpload_buffer")))
    func webp() throws {
        try check(try RawFiles.fixture("art.webp"), "webp", format: "webp", tolerance: 0)
    }

    @Test("HEIC", .enabled(if: VipsLibrary.canLoad("heifload_buffer")))
    func heic() throws {
        try check(try RawFiles.fixture("art.heic"), "heic", format: "heic", tolerance: 8)
    }

    @Test("AVIF", .enabled(if: VipsLibrary.canLoad("heifload_buffer")))
    func avif() throws {
        try check(try RawFiles.fixture("art.avif"), "avif", format: "avif", tolerance: 8)
    }

    @Test(
        "of an AVIF with a sequence of pictures the still one is used, and this is reported",
        .enabled(if: VipsLibrary.canLoad("heifload_buffer")))
    func movingAVIF() throws {
        var bytes = try RawFiles.fixture("art.avif")
        // Replaces the second compatible brand of the file.
        bytes.replaceSubrange(20..<24, with: "avis".utf8)
        try check(bytes, "avif", format: "avif", tolerance: 8, rules: ["animation-flattened"])
    }

    @Test("an AVIF that only contains a sequence is refused with advice")
    func onlySequence() throws {
        var bytes = try RawFiles.fixture("art.avif")
        bytes.replaceSubrange(8..<12, with: "avis".utf8)
        let result = try PipelineFixture().run(bytes, name: "cats/Cat.avif")
        #expect(result.output == nil)
        #expect(result.rules == ["unknown-format"])
        #expect(result.findings.first?.fix.contains("APNG") == true)
    }

    @Test("PSD with transparency", .enabled(if: VipsLibrary.canLoad("magickload_buffer")))
    func psd() throws {
        try check(RawFiles.psd(art), "psd", format: "psd", tolerance: 0)
    }

    @Test("CMYK from a press has a warning, and recognisable colours")
    func cmykJPEG() throws {
        let fixture = try PipelineFixture()
        let result = try fixture.run(try RawFiles.fixture("cmyk.jpg"), name: "cats/Cat.jpg")
        #expect(result.rules.contains("unusual-profile"))
        let picture = try fixture.rendition(result)
        let (left, right) = (picture.sample(0.3, 0.5), picture.sample(0.7, 0.5))
        #expect(left.red > 150 && left.green < 110 && left.blue < 110, "\(left)")
        #expect(right.blue > 110 && right.red < 110, "\(right)")
        #expect(picture.sample(0.5, 0.15).difference(from: .white) <= 6)
    }

    @Test("CMYK with 16 bits per channel is converted too")
    func cmykTIFF() throws {
        // The ink is full magenta and full yellow.
        let ink: [UInt8] = [0, 0, 255, 255, 255, 255, 0, 0]
        let bytes = RawFiles.tiff(
            width: 20, height: 20, samples: 4, bits: 16, photometric: 5, data: (0..<400).flatMap { _ in ink })
        let fixture = try PipelineFixture()
        let result = try fixture.run(bytes, name: "cats/Cat.tif")
        #expect(result.rules.contains("unusual-profile"))
        let red = try fixture.rendition(result).sample(0.5, 0.5)
        #expect(red.red > 180 && red.green < 90 && red.blue < 90 && red.alpha == 255, "\(red)")
    }

    @Test("PSD in CMYK, with and without transparency")
    func cmykPSD() throws {
        // Photoshop stores inverted ink values. This is full magenta and full yellow.
        let planes =
            [[UInt8]](repeating: [UInt8](repeating: 255, count: 400), count: 1)
            + [[UInt8]](repeating: [UInt8](repeating: 0, count: 400), count: 2)
            + [[UInt8]](repeating: [UInt8](repeating: 255, count: 400), count: 1)
        let alpha = (0..<400).map { $0 % 20 < 10 ? UInt8(255) : 0 }
        let fixture = try PipelineFixture()
        for transparent in [false, true] {
            let bytes = RawFiles.psd(
                mode: 4, width: 20, height: 20, transparent: transparent, planes: planes + [alpha])
            let result = try fixture.run(bytes, name: "cats/Cat.psd")
            #expect(result.art == ArtFacts(format: "psd", width: 20, height: 20, frames: 1))
            #expect(result.rules.contains("unusual-profile"))
            #expect(result.rules.contains("opaque-background") == !transparent)
            let red = try fixture.rendition(result).sample(0.5, 0.5)
            #expect(red.red > 180 && red.green < 90 && red.blue < 90 && red.alpha == 255, "\(red)")
        }
    }

    @Test("PSD in Lab")
    func labPSD() throws {
        let planes = [138, 198, 178].map { [UInt8](repeating: $0, count: 400) }
        let fixture = try PipelineFixture()
        let result = try fixture.run(
            RawFiles.psd(mode: 9, width: 20, height: 20, planes: planes), name: "cats/Cat.psd")
        #expect(result.rules.contains("unusual-profile"))
        let red = try fixture.rendition(result).sample(0.5, 0.5)
        #expect(red.difference(from: RGBAColour(red: 244, green: 53, blue: 46)) <= 2, "\(red)")
    }

    private static func gif() -> [UInt8] {
        let first = (0..<64 * 48).map { place -> UInt8 in
            let (x, y) = (place % 64, place / 64)
            return (8..<56).contains(x) && (8..<40).contains(y) ? (x < 32 ? 1 : 2) : 0
        }
        return RawFiles.gif(
            width: 64, height: 48, palette: [.black, TestArt.red, TestArt.blue, TestArt.green],
            frames: [first])
    }
}
