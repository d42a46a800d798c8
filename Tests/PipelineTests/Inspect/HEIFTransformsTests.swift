import ImageHeaders
import JobModel
import Pixels
import StickerManifest
import Testing
import Vips

@Suite("Transforms of an AVIF", .enabled(if: VipsLibrary.canLoad("heifload_buffer")))
struct HEIFTransformsTests {
    /// The fixture `art.avif` with an additional property of its main picture, which its alpha picture does not have.
    private func avif(_ property: String, _ data: [UInt8]) throws -> [UInt8] {
        var file = try RawFiles.fixture("art.avif")
        func place(_ name: String) throws -> Int {
            try #require(file.indices.first { file[$0...].starts(with: name.utf8) })
        }
        func grow(_ place: Int, by count: Int) {
            let value = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            file.replaceSubrange(place..<place + 4, with: RawPNG.big(value + count))
        }
        let (meta, properties, list) = (try place("meta"), try place("iprp"), try place("ipco"))
        let (associations, locations) = (try place("ipma"), try place("iloc"))
        let box = RawPNG.big(8 + data.count) + Array(property.utf8) + data
        // The file has seven properties and two items. The first item is the main picture.
        let count = Int(file[associations + 14])
        file[associations + 14] += 1
        file.insert(0x88, at: associations + 15 + count)
        grow(associations - 4, by: 1)
        file.insert(contentsOf: box, at: associations - 4)
        grow(list - 4, by: box.count)
        for outer in [meta, properties] { grow(outer - 4, by: box.count + 1) }
        for offset in [locations + 18, locations + 32] { grow(offset, by: box.count + 1) }
        return file
    }

    private func check(
        _ file: [UInt8], width: Int, height: Int, red: (Double, Double), blue: (Double, Double),
        clear: (Double, Double)?
    ) throws {
        let fixture = try PipelineFixture()
        let result = try fixture.run(file, name: "cats/Cat.avif")
        #expect(result.art == ArtFacts(format: "avif", width: width, height: height, frames: 1))
        #expect(!result.rules.contains("opaque-background"))
        let art = try fixture.rendition(result)
        #expect(art.sample(red.0, red.1).difference(from: TestArt.red) <= 8)
        #expect(art.sample(blue.0, blue.1).difference(from: TestArt.blue) <= 8)
        if let clear { #expect(art.sample(clear.0, clear.1).alpha == 0) }
    }

    @Test("the alpha is turned with the colours")
    func turned() throws {
        // The picture is rotated by a quarter turn counterclockwise, so the right side becomes the top.
        try check(
            avif("irot", [1]), width: 48, height: 64, red: (0.5, 0.75), blue: (0.5, 0.25), clear: (0.05, 0.5))
        try check(avif("irot", [2]), width: 64, height: 48, red: (0.75, 0.5), blue: (0.25, 0.5), clear: (0.5, 0.05))
        try check(
            avif("irot", [3]), width: 48, height: 64, red: (0.5, 0.25), blue: (0.5, 0.75), clear: (0.05, 0.5))
    }

    @Test("the alpha is mirrored with the colours")
    func mirrored() throws {
        try check(avif("imir", [1]), width: 64, height: 48, red: (0.75, 0.5), blue: (0.25, 0.5), clear: (0.5, 0.05))
        try check(avif("imir", [0]), width: 64, height: 48, red: (0.25, 0.5), blue: (0.75, 0.5), clear: (0.5, 0.05))
    }

    @Test("the alpha is cut with the colours")
    func cut() throws {
        // The picture is cropped to 40 columns and 48 rows at the left edge. Their centre is 12 pixels to the left of
        // the centre of the picture.
        let numbers = [40, 1, 48, 1, -12, 1, 0, 1].flatMap(RawPNG.big)
        try check(avif("clap", numbers), width: 40, height: 48, red: (0.25, 0.5), blue: (0.9, 0.5), clear: nil)
    }

    @Test("a file whose alpha is read correctly is not changed")
    func untouched() throws {
        #expect(HEIFTransforms(try RawFiles.fixture("art.avif")) == nil)
        #expect(HEIFTransforms(try avif("irot", [0])) == nil)
        #expect(HEIFTransforms(try avif("irot", [1]))?.transforms == [.turned(quarters: 1)])
    }

    @Test("no cut and no changed byte in the boxes ends the program")
    func damage() throws {
        let whole = try avif("irot", [1])
        for place in whole.indices.prefix(480) {
            var bytes = whole
            bytes[place] = 255
            _ = HEIFTransforms(bytes)
            _ = HEIFTransforms(Array(whole.prefix(place)))
        }
    }
}
