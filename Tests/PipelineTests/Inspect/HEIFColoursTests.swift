import ImageHeaders
import Pixels
import StickerManifest
import Testing
import Vips

@Suite("Colours that an AVIF describes", .enabled(if: VipsLibrary.canLoad("heifload_buffer")))
struct HEIFColoursTests {
    /// The fixture `art.avif` with the given code points in its colour box.
    private func avif(primaries: UInt8, transfer: UInt8) throws -> [UInt8] {
        var bytes = try RawFiles.fixture("art.avif")
        let box = try #require(bytes.indices.first { bytes[$0...].starts(with: "nclx".utf8) })
        bytes[box + 5] = primaries
        bytes[box + 7] = transfer
        return bytes
    }

    /// The colour of the left half of the rendition.
    private func published(primaries: UInt8, transfer: UInt8) throws -> RGBAColour {
        try PipelineFixture().art(avif(primaries: primaries, transfer: transfer), name: "cats/Cat.avif").sample(
            0.3, 0.5)
    }

    @Test("an AVIF with the primaries of Display P3 is converted to sRGB")
    func displayP3() throws {
        let plain = try published(primaries: 1, transfer: 13)
        let rows = [[UInt8]](
            repeating: (0..<40).flatMap { _ in [plain.red, plain.green, plain.blue] }, count: 40)
        let png = RawPNG(
            width: 40, height: 40, colourType: 2, extra: [RawPNG.profile(RawICC.displayP3)], rows: rows)
        let expected = try PipelineFixture().art(png.bytes).sample(0.5, 0.5)
        #expect(expected.difference(from: plain) > 3, "the colour does not distinguish the primaries")
        let colour = try published(primaries: 12, transfer: 13)
        #expect(colour.difference(from: expected) <= 3, "\(colour) and not \(expected)")
    }

    @Test("an AVIF that leaves its colours open, or has the curve of television, is taken as sRGB")
    func unspecified() throws {
        let plain = try published(primaries: 1, transfer: 13)
        #expect(try published(primaries: 2, transfer: 2) == plain)
        #expect(try published(primaries: 1, transfer: 1) == plain)
    }

    @Test("an AVIF in HDR is refused, and the sentence names it", arguments: [("PQ", UInt8(16)), ("HLG", 18)])
    func hdr(name: String, transfer: UInt8) throws {
        let result = try PipelineFixture().run(try avif(primaries: 9, transfer: transfer), name: "cats/Cat.avif")
        #expect(result.output == nil)
        #expect(result.rules == ["unknown-format"])
        #expect(result.findings.first?.message.contains("HDR picture (\(name))") == true)
    }

    @Test("no cut and no changed byte in the boxes of an AVIF ends the program")
    func damage() throws {
        let whole = try RawFiles.fixture("art.avif")
        for place in stride(from: 0, to: whole.count, by: 3) {
            var bytes = whole
            bytes[place] = 255
            _ = HEIFProperties(bytes)
            _ = HEIFProperties(Array(whole.prefix(place)))
        }
        #expect(HEIFProperties(whole)?.codePoints == ColourCodePoints(primaries: 1, transfer: 13))
    }

    private static func box(_ name: String, _ data: [UInt8]) -> [UInt8] {
        RawPNG.big(8 + data.count) + Array(name.utf8) + data
    }

    @Test("an AVIF reports whether its main picture is premultiplied", arguments: [(UInt8(1), true), (2, false)])
    func premultiplied(item: UInt8, expected: Bool) throws {
        let properties =
            Self.box("ipco", []) + Self.box("ipma", [0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 0])
        let references = Self.box("prem", [0, item, 0, 1, 0, 3])
        let file = Self.box(
            "meta",
            [0, 0, 0, 0] + Self.box("pitm", [0, 0, 0, 0, 0, 1]) + Self.box("iprp", properties)
                + Self.box("iref", [0, 0, 0, 0] + references))
        #expect(HEIFProperties(file)?.isPremultiplied == expected)
    }

    @Test("premultiplied colours are divided by their alpha, and the alpha stays")
    func straightened() throws {
        _ = try PipelineFixture()
        let picture = RGBAImage(width: 2, height: 1, bytes: [128, 64, 0, 128, 0, 0, 0, 0])
        #expect(try Image(picture).straightened().rgba().bytes == [255, 128, 0, 128, 0, 0, 0, 0])
    }
}
