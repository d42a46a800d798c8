import Deflate
import ImageHeaders
import JobModel
import PNG
import Pixels
import StickerManifest
import Testing
import Vips

@Suite("A finished source is kept as it is")
struct SourceKeptTests {
    private static let text = RawPNG.Chunk("tEXt", Array("Author\0somebody".utf8))

    /// A picture with few colours, encoded as the smallest PNG.
    private static func finished() throws -> [UInt8] {
        let colours: [RGBAColour] = [.clear, .white, .black, TestArt.red, TestArt.yellow]
        let face = PaletteFitTests.face
        let indices = stride(from: 0, to: face.bytes.count, by: 4).map { offset in
            let colour = face[offset / 4 % 300, offset / 4 / 300]
            return UInt8(colours.firstIndex(of: colour) ?? 0)
        }
        let image = IndexedImage(width: 300, height: 300, indices: indices, palette: colours)
        return try PNGEncoder.encode(image, level: .best).bytes
    }

    private func isKept(_ bytes: [UInt8], name: String = "cats/Cat.png", recipe: Recipe = .small()) throws -> Bool {
        let result = try PipelineFixture().run(bytes, name: name, recipe: recipe)
        return result.output?.fit.attempts.last?.method == "source"
    }

    /// An opaque picture like a photo, which is small as a JPEG and large in other formats.
    private static func photo(side: Int = 300) throws -> [UInt8] {
        try RawJPEG.file(TestArt.noisyDisc(side, amplitude: 50).over(TestArt.blue), quality: 60)
    }

    @Test("a PNG that is smaller than its rendering keeps its pixels and loses its texts")
    func png() throws {
        let fixture = try PipelineFixture()
        let source = try Self.finished()
        let result = try fixture.run(RawPNG(source).adding(Self.text).bytes)
        let output = try #require(result.output)
        #expect(output.fit.attempts.last?.method == "source")
        #expect(output.fit.gaveUp == "nothing")
        let bytes = try fixture.bytes(output.scales[0].file)
        #expect(bytes == source)
        #expect(!RawPNG(bytes).chunks.contains { $0.name == "tEXt" })
        #expect(try fixture.rendition(result) == PaletteFitTests.face)
        #expect(output.scales[0].fidelity == 1)
        #expect(output.scales.map(\.scale) == [3, 2, 1])
    }

    @Test("the palette of a kept source is reported like any other")
    func colours() throws {
        let result = try PipelineFixture().run(try Self.finished())
        #expect(result.output?.fit.attempts.last?.method == "source")
        #expect(result.output?.scales[0].colours == 5)
    }

    @Test("the rendering is used if it is smaller")
    func larger() throws {
        #expect(try !isKept(RawPNG(straight: PaletteFitTests.face).bytes))
    }

    @Test("a JPEG is kept without its camera's metadata, with the same pixels")
    func jpeg() throws {
        let fixture = try PipelineFixture()
        let source = try Self.photo()
        let tagged = RawJPEG.adding(0xED, Array("Photoshop 3.0\0".utf8), to: RawJPEG.turned(source, orientation: 1))
        let result = try fixture.run(tagged, name: "cats/Cat.jpg")
        let output = try #require(result.output)
        #expect(output.fit.attempts.last?.method == "source")
        #expect(output.scales[0].format == .jpeg)
        #expect(output.scales[0].file.fileExtension == "jpg")
        #expect(output.scales[1].format == .png)
        let bytes = try fixture.bytes(output.scales[0].file)
        #expect(bytes.count <= source.count)
        #expect(!bytes.indices.dropLast().contains { bytes[$0] == 0xFF && [0xE1, 0xED].contains(bytes[$0 + 1]) })
        #expect(try PipelineFixture.decode(bytes) == PipelineFixture.decode(source))
    }

    @Test("a JPEG is published up to its own end, without a second picture, a video or text behind it")
    func jpegTrailers() throws {
        let source = try Self.photo()
        let secret = Array("SECRET-GPS".utf8)
        let second = RawJPEG.adding(0xE1, Array("Exif\0\0".utf8) + secret, to: source)
        let video = [0, 0, 0, 24] + Array("ftypmp42".utf8) + secret + [0xFF, 0xD9]
        for trailer in [second, video, secret, second + video] {
            let fixture = try PipelineFixture()
            let result = try fixture.run(source + trailer, name: "cats/Cat.jpg")
            let output = try #require(result.output)
            #expect(output.fit.attempts.last?.method == "source")
            #expect(try fixture.bytes(output.scales[0].file) == source)
        }
    }

    @Test("a JPEG is published without the index of its other pictures, thumbnails, comments and garbage")
    func jpegSegments() throws {
        let source = try Self.photo()
        let secret = Array("SECRET-GPS".utf8)
        var tagged = source
        for (marker, name) in [(0xE2, "MPF\0"), (0xE0, "JFXX\0"), (0xEE, "Private"), (0xFE, ""), (0xE1, "Exif\0\0")] {
            tagged = RawJPEG.adding(UInt8(marker), Array(name.utf8) + secret, to: tagged)
        }
        tagged.insert(contentsOf: secret, at: 2)
        #expect(JPEGMetadata.stripped(tagged) == source)
    }

    @Test("a PNG with a colour in its palette that no pixel has is rendered")
    func unusedColour() throws {
        var file = RawPNG(try Self.finished())
        #expect(try isKept(file.bytes))
        let palette = try #require(file.chunks.firstIndex { $0.name == "PLTE" })
        file.chunks[palette].data += Array("GPS".utf8)
        #expect(try !isKept(file.bytes))
    }

    @Test("transparent pixels of several colours hide a picture")
    func hiddenColours() {
        var image = RGBAImage(width: 3, height: 1, filledWith: RGBAColour(red: 9, green: 8, blue: 7, alpha: 0))
        #expect(!image.hidesColours)
        image.bytes[0] = 10
        #expect(image.hidesColours)
        image.bytes[3] = 1
        #expect(!image.hidesColours)
    }

    @Test("a PNG is published without the bytes behind its pixels")
    func behindThePixels() throws {
        let source = try Self.finished()
        var file = RawPNG(source)
        let pixels = try #require(file.chunks.firstIndex { $0.name == "IDAT" })
        file.chunks[pixels].data += Array("SECRET-GPS".utf8)
        let fixture = try PipelineFixture()
        let output = try #require(try fixture.run(file.bytes).output)
        #expect(output.fit.attempts.last?.method == "source")
        #expect(try fixture.bytes(output.scales[0].file) == source)
    }

    @Test("a source of another size, or with room around it that is not wanted, is rendered")
    func wrongShape() throws {
        #expect(try isKept(try Self.photo(), name: "cats/Cat.jpg"))
        #expect(try !isKept(try Self.photo(side: 301), name: "cats/Cat.jpg"))
        #expect(try !isKept(try Self.photo(), name: "cats/Cat.jpg", recipe: .small(size: .regular)))
        let padded = Recipe.small(render: RenderSettings(padding: 0.1))
        #expect(try !isKept(try Self.photo(), name: "cats/Cat.jpg", recipe: padded))
        #expect(try !isKept(try Self.finished(), recipe: padded))
    }

    @Test("a source with colours that must be converted is rendered")
    func profile() throws {
        let jpeg = RawJPEG.adding(profile: RawICC.displayP3, to: try Self.photo())
        #expect(try !isKept(jpeg, name: "cats/Cat.jpg"))
        let sRGB = RawJPEG.adding(profile: RawICC.sRGB, to: try Self.photo())
        #expect(try isKept(sRGB, name: "cats/Cat.jpg"))
        #expect(try !isKept(RawPNG(try Self.finished()).adding(RawPNG.profile(RawICC.displayP3)).bytes))
    }

    @Test("a PNG with a gamma of its own is rendered")
    func gamma() throws {
        #expect(try isKept(RawPNG(try Self.finished()).adding(RawPNG.Chunk("gAMA", RawPNG.big(45_455))).bytes))
        #expect(try !isKept(RawPNG(try Self.finished()).adding(RawPNG.Chunk("gAMA", RawPNG.big(100_000))).bytes))
    }

    @Test("a source of more bytes than the limit is rendered")
    func tooLarge() throws {
        let photo = try Self.photo()
        let settings = EncodeSettings(effort: .fast, fidelityFloor: 0, byteLimit: photo.count)
        #expect(try !isKept(photo, name: "cats/Cat.jpg", recipe: .small(encode: settings)))
    }

    @Test("an animated source is rendered")
    func moving() throws {
        let file = RawPNG(try Self.finished()).adding(RawPNG.Chunk("acTL", RawPNG.big(2) + RawPNG.big(0)))
        #expect(try !isKept(file.bytes))
    }
}
