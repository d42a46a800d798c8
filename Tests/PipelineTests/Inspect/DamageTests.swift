import ImageHeaders
import JobModel
import Pixels
import StickerManifest
import TestSupport
import Testing
import Vips

@Suite("Damaged files")
struct DamageTests {
    private static let picture = TestArt.softDisc(64, radius: 28, softness: 3) { _ in TestArt.red }

    @Test("a PNG that ends early is refused, wherever it ends")
    func truncated() throws {
        let png = try Self.picture.png()
        let fixture = try PipelineFixture()
        for count in stride(from: 8, to: png.count, by: 7) {
            let result = try fixture.run(Array(png.prefix(count)))
            #expect(result.rules == ["damaged-file"], "\(count) of \(png.count) bytes")
        }
        #expect(try fixture.run(Array(png.prefix(png.count - 1))).rules == ["damaged-file"])
    }

    @Test("picture data that do not match their checksum are rejected, with the offset")
    func imageChecksum() throws {
        var file = RawPNG(try Self.picture.png())
        let place = try #require(file.chunks.firstIndex { $0.name == "IDAT" })
        file.chunks[place].checksum = 1
        let result = try PipelineFixture().run(file.bytes)
        #expect(result.rules == ["damaged-file"])
        #expect(result.findings.first?.message.contains("IDAT") == true)
        #expect(result.art == ArtFacts(format: "png", width: 64, height: 64, frames: 1))
    }

    @Test("a palette that does not match its checksum is refused")
    func paletteChecksum() throws {
        let palette = RawPNG.Chunk("PLTE", [1, 2, 3], checksum: 7)
        let file = RawPNG(
            width: 8, height: 8, colourType: 3, extra: [palette],
            rows: [[UInt8]](repeating: [UInt8](repeating: 0, count: 8), count: 8))
        #expect(try PipelineFixture().run(file.bytes).rules == ["damaged-file"])
    }

    @Test("picture data that cannot be inflated are refused, though every checksum is right")
    func badStream() throws {
        var file = RawPNG(try Self.picture.png())
        let place = try #require(file.chunks.firstIndex { $0.name == "IDAT" })
        let middle = file.chunks[place].data.count / 2
        file.chunks[place].data = Array(file.chunks[place].data[..<middle])
        #expect(try PipelineFixture().run(file.bytes).rules == ["damaged-file"])
    }

    @Test("missing rows are refused, although the stream is complete")
    func missingRows() throws {
        let rows = [[UInt8]](repeating: [UInt8](repeating: 200, count: 64 * 4), count: 40)
        let file = RawPNG(width: 64, height: 64, colourType: 6, rows: rows)
        #expect(try PipelineFixture().run(file.bytes).rules == ["damaged-file"])
    }

    @Test("a text with a wrong checksum causes a warning, and the picture is complete")
    func ancillary() throws {
        let file = RawPNG(try Self.picture.png()).adding(RawPNG.Chunk("tEXt", Array("a\0b".utf8), checksum: 5))
        let fixture = try PipelineFixture()
        let result = try fixture.run(file.bytes)
        #expect(result.rules.contains("partly-recovered"))
        #expect(result.finding(of: .partlyRecovered)?.message.contains("tEXt") == true)
        #expect(try fixture.rendition(result) == fixture.art(try Self.picture.png()))
    }

    @Test("a JPEG that ends early is refused")
    func truncatedJPEG() throws {
        let jpeg = try RawJPEG.file(TestArt.noisyDisc(80, amplitude: 90).over(.white))
        let fixture = try PipelineFixture()
        for share in [0.3, 0.6, 0.9] {
            let count = Int(Double(jpeg.count) * share)
            #expect(
                try fixture.run(Array(jpeg.prefix(count)), name: "cats/Cat.jpg").rules == ["damaged-file"], "\(share)")
        }
    }

    @Test("a JPEG without its end marker is refused with that reason, whether or not other bytes follow it")
    func jpegWithoutEnd() throws {
        let jpeg = try RawJPEG.file(TestArt.noisyDisc(80, amplitude: 90).over(.white))
        let fixture = try PipelineFixture()
        for trailer in ["", "ftypmp42 and a video"] {
            let result = try fixture.run(jpeg.dropLast(2) + Array(trailer.utf8), name: "cats/Cat.jpg")
            #expect(result.rules == ["damaged-file"])
            #expect(result.finding(of: .damagedFile)?.message.contains("end marker of a JPEG") == true)
        }
    }

    @Test("a PNG whose pixels lack their checksum is refused with a reason that people understand")
    func pngWithoutChecksum() throws {
        var file = RawPNG(try Self.picture.png())
        let data = file.chunks.filter { $0.name == "IDAT" }.flatMap(\.data)
        file.chunks.removeAll { ["IDAT", "IEND"].contains($0.name) }
        file.chunks += [RawPNG.Chunk("IDAT", data.dropLast(4)), RawPNG.Chunk("IEND")]
        let result = try PipelineFixture().run(file.bytes)
        #expect(result.rules == ["damaged-file"])
        #expect(result.finding(of: .damagedFile)?.message.contains("libpng") == false)
    }

    @Test("a GIF that ends early is refused")
    func truncatedGIF() throws {
        let gif = RawFiles.gif(
            width: 40, height: 40, palette: [.black, TestArt.red], frames: [[UInt8](repeating: 1, count: 1600)])
        let fixture = try PipelineFixture()
        for share in [0.5, 0.8] {
            let count = Int(Double(gif.count) * share)
            #expect(try fixture.run(Array(gif.prefix(count)), name: "cats/Cat.gif").output == nil, "\(share)")
        }
    }

    @Test("a TIFF that ends early is refused")
    func truncatedTIFF() throws {
        let tiff = RawFiles.tiff(
            width: 64, height: 64, samples: 4, bits: 8, photometric: 2, alpha: true, data: Self.picture.bytes)
        let result = try PipelineFixture().run(Array(tiff.prefix(tiff.count / 2)), name: "cats/Cat.tif")
        #expect(result.rules == ["damaged-file"])
    }

    @Test(
        "a WebP, a HEIC and an AVIF that end early are refused", arguments: ["art.webp", "art.heic", "art.avif"])
    func truncatedOthers(name: String) throws {
        let bytes = try RawFiles.fixture(name)
        let result = try PipelineFixture().run(Array(bytes.prefix(bytes.count * 2 / 3)), name: "cats/\(name)")
        #expect(result.rules == ["damaged-file"])
    }

    @Test("random changed bytes are never fatal, and published files can be decoded")
    func noise() throws {
        let fixture = try PipelineFixture()
        var noise = Noise(3)
        let sources: [(String, [UInt8])] = [
            ("Cat.png", try Self.picture.png()), ("Cat.jpg", try RawJPEG.file(Self.picture.over(.white))),
            ("Cat.webp", try RawFiles.fixture("art.webp")), ("Cat.heic", try RawFiles.fixture("art.heic")),
            ("Cat.svg", Array(VectorTests.drawing("width=\"9\" height=\"9\" viewBox=\"0 0 100 100\"").utf8)),
            ("Cat.psd", RawFiles.psd(Self.picture)), ("Cat.pdf", RawFiles.pdf),
        ]
        for (name, bytes) in sources {
            for _ in 0..<25 {
                var damaged = bytes
                for _ in 0..<3 {
                    let place = Int.random(in: 0..<damaged.count, using: &noise)
                    damaged[place] = UInt8.random(in: 0...255, using: &noise)
                }
                let result = try fixture.run(
                    damaged, name: "cats/\(name)",
                    recipe: .small(limits: SourceLimits(pixels: 1_000_000, extraFormats: [.pdf, .psd])))
                if result.output != nil { _ = try fixture.rendition(result) } else { #expect(!result.findings.isEmpty) }
            }
        }
    }
}
