import Deflate
import JobModel
import Pixels
import StickerManifest
import Testing

@Suite("Refused files")
struct RejectionTests {
    /// The only finding of a source that must be rejected by a rule that cannot be turned off.
    private func refusal(_ bytes: [UInt8], name: String = "cats/Cat.png", limits: SourceLimits = SourceLimits()) throws
        -> RuleFinding
    {
        let result = try PipelineFixture().run(bytes, name: name, recipe: .small(limits: limits))
        #expect(result.output == nil)
        #expect(result.findings.count == 1)
        let finding = try #require(result.findings.first)
        let rule = try #require(RuleSet.rule(finding.rule))
        #expect(rule.defaultLevel == .error && !rule.isAdjustable)
        #expect(!finding.message.isEmpty && !finding.fix.isEmpty)
        return finding
    }

    @Test("a file without bytes")
    func empty() throws {
        let finding = try refusal([])
        #expect(finding.rule == "empty-file")
        #expect(finding.measured == 0)
        #expect(finding.unit == "bytes")
    }

    @Test("a complete TIFF that libvips cannot read is not called damaged")
    func unsupportedTIFF() throws {
        let twelveBits = RawFiles.tiff(
            width: 20, height: 20, samples: 1, bits: 12, photometric: 1, data: [UInt8](repeating: 0x77, count: 600))
        let finding = try refusal(twelveBits, name: "cats/Cat.tif")
        #expect(finding.rule == "unknown-format")
        #expect(finding.message.hasPrefix("{file} is a TIFF of a kind that stickerd cannot read ("))
        #expect(finding.fix.contains("save it as PNG"))
    }

    @Test("a text with the name of a picture, with its first characters in the message")
    func text() throws {
        let finding = try refusal(Array("hello, world".utf8))
        #expect(finding.rule == "unknown-format")
        #expect(finding.message.contains("(12 bytes, starts with the text “hell”)"))
    }

    @Test("bytes that are not text, with the first of them in the message")
    func bytes() throws {
        #expect(try refusal([0, 0x89, 0xFF, 1, 2]).message.contains("(5 bytes, starts with 00 89 ff 01)"))
    }

    @Test("a web page that was saved as a picture")
    func webPage() throws {
        let finding = try refusal(Array("<!DOCTYPE html><html><body>404</body></html>".utf8))
        #expect(finding.rule == "unknown-format")
        #expect(finding.message.contains("a web page (HTML)"))
    }

    @Test("any one byte", arguments: [UInt8(0), 0x89, 0xFF, 0x3C])
    func oneByte(byte: UInt8) throws {
        #expect(try refusal([byte]).rule == "unknown-format")
    }

    @Test(
        "a gzip file is named after its content",
        arguments: [
            (#"{"v":"5.5","fr":30,"ip":0,"op":60,"layers":[]}"#, "an animated Telegram sticker", "animated PNG"),
            ("<svg xmlns=\"http://www.w3.org/2000/svg\"/>", "a compressed SVG", "plain SVG"),
            ("hello", "a gzip archive", "Unpack"),
        ])
    func gzip(content: String, kind: String, fix: String) throws {
        let finding = try refusal(try Gzip.compress(Array(content.utf8)))
        #expect(finding.rule == "unknown-format")
        #expect(finding.message.contains(" is \(kind)"))
        #expect(finding.fix.contains(fix))
    }

    @Test("a gzip file that is cut off")
    func cutGzip() throws {
        let finding = try refusal([0x1F, 0x8B, 8, 0] + [UInt8](repeating: 0, count: 32))
        #expect(finding.message.contains("a gzip archive"))
    }

    @Test("a video that is named like a GIF, with the way to an animation")
    func video() throws {
        let box = [0, 0, 0, 24] + Array("ftypisom".utf8) + [0, 0, 2, 0] + Array("isommp41".utf8)
        let finding = try refusal(box, name: "cats/Cat.gif")
        #expect(finding.rule == "unknown-format")
        #expect(finding.message.hasSuffix(" is a video (MP4), not an image that stickerd reads."))
        #expect(finding.fix.contains("animated PNG, GIF or WebP"))
    }

    @Test("a PNG with changed line endings is damaged, and the note names the cause")
    func changedLineEndings() throws {
        let png = try TestArt.disc(20, radius: 8).png()
        for signature: [UInt8] in [[10, 26, 10], [13, 13, 10, 26, 13, 10]] {
            let finding = try refusal(Array(png.prefix(4)) + signature + png.dropFirst(8))
            #expect(finding.rule == "damaged-file")
            #expect(finding.message.contains("line endings"))
            #expect(finding.fix.contains(".gitattributes"))
        }
    }

    @Test("a Photoshop file that is named like a PNG, where the format is turned off")
    func photoshop() throws {
        let finding = try refusal(RawFiles.psd(TestArt.disc(20, radius: 8)))
        #expect(finding.message.contains("a Photoshop file: this format is turned off here"))
        #expect(finding.fix.contains("Export the art as PNG"))
    }

    @Test("a PNG that Xcode packed for an app")
    func appleVariant() throws {
        var file = RawPNG(try TestArt.disc(20, radius: 8).png())
        file.chunks.insert(RawPNG.Chunk("CgBI", [0x50, 0, 0x20, 2]), at: 0)
        let finding = try refusal(file.bytes)
        #expect(finding.rule == "unknown-format")
        #expect(finding.message.contains("CgBI"))
        #expect(finding.fix.contains("design program"))
    }

    @Test("more pixels than the limit, from the header and with the numbers")
    func tooManyPixels() throws {
        // 400 million pixels would need 1.6 GB. The size in the header is sufficient to reject the file.
        let header = RawPNG.big(20_000) + RawPNG.big(20_000) + [1, 0, 0, 0, 0]
        let file = RawPNG(width: 1, height: 1, bitDepth: 1, colourType: 0, rows: [[0]])
        var chunks = file.chunks
        chunks[0] = RawPNG.Chunk("IHDR", header)
        var huge = file
        huge.chunks = chunks
        let finding = try refusal(huge.bytes, limits: SourceLimits(pixels: 399_999_999))
        #expect(finding.rule == "too-many-pixels")
        #expect(finding.measured == 400_000_000)
        #expect(finding.limit == 399_999_999)
        #expect(finding.unit == "pixels")
        #expect(finding.message.contains("20,000 × 20,000"))
    }

    @Test("exactly as many pixels as the limit are taken")
    func pixelLimitIsInclusive() throws {
        let png = try TestArt.disc(100, radius: 40).png()
        let fixture = try PipelineFixture()
        #expect(try fixture.run(png, recipe: .small(limits: SourceLimits(pixels: 10_000))).output != nil)
        #expect(try fixture.run(png, recipe: .small(limits: SourceLimits(pixels: 9_999))).rules == ["too-many-pixels"])
    }

    @Test("vector art has no pixels to count")
    func vectorHasNoPixelLimit() throws {
        let svg = VectorTests.drawing("width=\"2000\" height=\"2000\" viewBox=\"0 0 100 100\"")
        #expect(try PipelineFixture().run(svg, recipe: .small(limits: SourceLimits(pixels: 1000))).output != nil)
    }

    @Test("more bytes than the limit, with the numbers")
    func tooManyBytes() throws {
        let png = try TestArt.noisyDisc(100, amplitude: 60).png()
        let finding = try refusal(png, limits: SourceLimits(fileBytes: 10_000))
        #expect(finding.rule == "source-too-large")
        #expect(finding.measured == Double(png.count))
        #expect(finding.limit == 10_000)
    }

    @Test("a picture in which nothing can be seen", arguments: [UInt8(0), 3])
    func invisible(alpha: UInt8) throws {
        let picture = RGBAImage(width: 50, height: 40, filledWith: TestArt.red.withAlpha(alpha))
        #expect(try refusal(RawPNG(straight: picture).bytes).rule == "empty-art")
    }

    @Test("a drawing in which nothing can be seen")
    func invisibleDrawing() throws {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"100\" height=\"100\"></svg>"
        #expect(try refusal(Array(svg.utf8), name: "cats/Cat.svg").rule == "empty-art")
    }

    @Test(
        "a drawing without a size, or with a size of zero",
        arguments: ["", "width=\"0\" height=\"0\""])
    func sizeless(attributes: String) throws {
        let svg = VectorTests.drawing(attributes)
        let finding = try refusal(Array(svg.utf8), name: "cats/Cat.svg")
        #expect(finding.rule == "damaged-file")
    }

    @Test(
        "a canvas beyond all measure",
        arguments: ["2000000", "10000000000", "100000000000000000000", "1e20", "1e38"])
    func endlessCanvas(units: String) throws {
        let svg = VectorTests.drawing("viewBox=\"0 0 \(units) \(units)\"")
        let finding = try refusal(Array(svg.utf8), name: "cats/Cat.svg")
        #expect(finding.message.contains("too large to be drawn"))
    }

    @Test("a drawing that is not XML")
    func brokenDrawing() throws {
        let svg = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"10\" height=\"10\"><path d="
        #expect(try refusal(Array(svg.utf8), name: "cats/Cat.svg").rule == "damaged-file")
    }

    @Test("the facts contain everything that the header contains")
    func facts() throws {
        let png = try TestArt.disc(100, radius: 40).png()
        let result = try PipelineFixture().run(png, recipe: .small(limits: SourceLimits(pixels: 9)))
        #expect(result.art == ArtFacts(format: "png", width: 100, height: 100, frames: 1))
        #expect(try PipelineFixture().run([1, 2, 3]).art == nil)
    }
}
