import JobModel
import Pixels
import StickerManifest
import Testing

@Suite("Pictures are turned upright")
struct OrientationTests {
    /// The pixels of a picture as a camera stores them with this orientation (EXIF 2.3, tag 0x112).
    static func stored(_ picture: RGBAImage, orientation: UInt8) -> RGBAImage {
        let (width, height) = (picture.width, picture.height)
        let turned = orientation >= 5
        return TestArt.picture(turned ? height : width, turned ? width : height) { x, y in
            switch orientation {
            case 2: picture[width - 1 - x, y]
            case 3: picture[width - 1 - x, height - 1 - y]
            case 4: picture[x, height - 1 - y]
            case 5: picture[y, x]
            case 6: picture[width - 1 - y, x]
            case 7: picture[width - 1 - y, height - 1 - x]
            case 8: picture[y, height - 1 - x]
            default: picture[x, y]
            }
        }
    }

    private func isUpright(_ art: RGBAImage, top: Double, bottom: Double, tolerance: Int) -> Bool {
        let found = [art.sample(0.2, top), art.sample(0.8, top), art.sample(0.2, bottom), art.sample(0.8, bottom)]
        let wanted = [TestArt.red, TestArt.green, TestArt.blue, TestArt.yellow]
        return zip(found, wanted).allSatisfy { $0.difference(from: $1) <= tolerance }
    }

    @Test("a JPEG with each of the eight orientations", arguments: UInt8(1)...8)
    func jpeg(orientation: UInt8) throws {
        let fixture = try PipelineFixture()
        let file = try RawJPEG.file(Self.stored(TestArt.quarters(600, 400), orientation: orientation))
        let result = try fixture.run(RawJPEG.turned(file, orientation: orientation), name: "cats/Cat.jpg")
        #expect(result.art == ArtFacts(format: "jpeg", width: 600, height: 400, frames: 1))
        let art = try fixture.rendition(result)
        #expect(isUpright(art, top: 0.25, bottom: 0.75, tolerance: 4))
        #expect(art.content()?.rows == 50...249)
    }

    @Test("a PNG with an eXIf chunk", arguments: UInt8(1)...8)
    func png(orientation: UInt8) throws {
        let stored = Self.stored(TestArt.quarters(600, 400), orientation: orientation)
        let file = RawPNG(try stored.png()).adding(RawPNG.Chunk("eXIf", RawJPEG.exif(orientation)))
        let art = try PipelineFixture().art(file.bytes)
        #expect(isUpright(art, top: 0.25, bottom: 0.75, tolerance: 4))
    }

    @Test("a JPEG is only kept if it needs no rotation", arguments: UInt8(1)...8)
    func keptJPEG(orientation: UInt8) throws {
        let file = try RawJPEG.file(Self.stored(TestArt.quarters(300, 300), orientation: orientation), quality: 30)
        let art = try PipelineFixture().art(RawJPEG.turned(file, orientation: orientation), name: "cats/Cat.jpg")
        #expect(isUpright(art, top: 0.2, bottom: 0.8, tolerance: 40))
    }

    @Test("a PNG is only kept if it needs no rotation", arguments: UInt8(1)...8)
    func keptPNG(orientation: UInt8) throws {
        let stored = Self.stored(TestArt.quarters(300, 300), orientation: orientation)
        let file = RawPNG(try stored.png()).adding(RawPNG.Chunk("eXIf", RawJPEG.exif(orientation)))
        let art = try PipelineFixture().art(file.bytes)
        #expect(isUpright(art, top: 0.2, bottom: 0.8, tolerance: 4))
    }

    @Test("a very large picture, which is read as a stream, is turned too")
    func large() throws {
        let stored = Self.stored(TestArt.quarters(5000, 4000), orientation: 6)
        let file = try RawJPEG.turned(RawJPEG.file(stored), orientation: 6)
        let art = try PipelineFixture().art(file, name: "cats/Cat.jpg")
        #expect(isUpright(art, top: 0.25, bottom: 0.75, tolerance: 4))
    }
}
