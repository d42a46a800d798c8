import Pixels
import StickerManifest
import Testing

@Suite("Colour profiles")
struct ProfileTests {
    private static let swatch = RGBAColour(red: 200, green: 100, blue: 50)

    /// A square of one colour with an embedded profile.
    private func png(_ colour: RGBAColour = swatch, profile: [UInt8]) throws -> [UInt8] {
        let rows = [[UInt8]](repeating: (0..<40).flatMap { _ in [colour.red, colour.green, colour.blue] }, count: 40)
        return RawPNG(width: 40, height: 40, colourType: 2, extra: [RawPNG.profile(profile)], rows: rows).bytes
    }

    private func published(_ bytes: [UInt8], name: String = "cats/Cat.png") throws -> (
        colour: RGBAColour, rules: [String]
    ) {
        let fixture = try PipelineFixture()
        let result = try fixture.run(bytes, name: name)
        let rules = result.rules.filter { $0 != "opaque-background" && $0 != "low-resolution" }
        return (try fixture.rendition(result).sample(0.5, 0.5), rules)
    }

    @Test("an sRGB profile changes nothing")
    func sRGB() throws {
        let (colour, rules) = try published(try png(profile: RawICC.sRGB))
        #expect(colour == Self.swatch)
        #expect(rules == [])
    }

    @Test(
        "Display P3 becomes the same colour in sRGB",
        arguments: [
            // The values were computed by hand: linear P3 is converted to linear sRGB with the matrix of CSS Color 4,
            // encoded with the sRGB curve, and clipped.
            (RGBAColour(red: 200, green: 100, blue: 50), RGBAColour(red: 215, green: 93, blue: 31)),
            (RGBAColour(red: 90, green: 160, blue: 220), RGBAColour(red: 61, green: 162, blue: 225)),
            (RGBAColour(red: 128, green: 128, blue: 128), RGBAColour(red: 128, green: 128, blue: 128)),
            (RGBAColour(red: 255, green: 0, blue: 0), RGBAColour(red: 255, green: 0, blue: 0)),
        ])
    func displayP3(source: RGBAColour, expected: RGBAColour) throws {
        let (colour, rules) = try published(try png(source, profile: RawICC.displayP3))
        #expect(colour.difference(from: expected) <= 3, "\(colour)")
        #expect(rules == [])
    }

    @Test("Display P3 in a JPEG is converted too")
    func displayP3JPEG() throws {
        let jpeg = try RawJPEG.file(RGBAImage(width: 40, height: 40, filledWith: Self.swatch))
        let (colour, rules) = try published(RawJPEG.adding(profile: RawICC.displayP3, to: jpeg), name: "cats/Cat.jpg")
        #expect(colour.difference(from: RGBAColour(red: 215, green: 93, blue: 31)) <= 4, "\(colour)")
        #expect(rules == [])
    }

    @Test("the alpha of a picture with a profile is not touched")
    func alpha() throws {
        let rows = [[UInt8]](
            repeating: (0..<40).flatMap { $0 < 20 ? [200, 100, 50, 255] : [200, 100, 50, 100] }, count: 40)
        let file = RawPNG(width: 40, height: 40, colourType: 6, extra: [RawPNG.profile(RawICC.displayP3)], rows: rows)
        let art = try PipelineFixture().art(file.bytes)
        #expect(art.sample(0.2, 0.5).alpha == 255)
        #expect(abs(Int(art.sample(0.8, 0.5).alpha) - 100) <= 1)
        #expect(art.sample(0.2, 0.5).difference(from: RGBAColour(red: 215, green: 93, blue: 31)) <= 3)
    }

    @Test("a profile is judged by its primaries, not by its name")
    func primariesUnderAnotherName() throws {
        let (colour, rules) = try published(try png(profile: RawICC.displayP3NamedSRGB))
        #expect(colour.difference(from: RGBAColour(red: 215, green: 93, blue: 31)) <= 3, "\(colour)")
        #expect(rules == [])
    }

    @Test(
        "a profile is judged by its curve, not by its name",
        arguments: [
            (1.0, RGBAColour(red: 229, green: 168, blue: 122)), (1.8, RGBAColour(red: 210, green: 119, blue: 65)),
            (2.2, RGBAColour(red: 201, green: 100, blue: 46)),
        ])
    func curveUnderAnotherName(gamma: Double, expected: RGBAColour) throws {
        let (colour, rules) = try published(try png(profile: RawICC.sRGB(gamma: gamma)))
        #expect(colour.difference(from: expected) <= 3, "\(colour)")
        #expect(rules == [])
    }

    @Test(
        "the alpha of a 16-bit picture with a profile is brought to 8 bits like that of any other",
        arguments: [UInt8(40), 64, 128, 254])
    func deepAlpha(alpha: UInt8) throws {
        let rows = [[UInt8]](
            repeating: (0..<40).flatMap {
                $0 < 20 ? [200, 200, 100, 100, 50, 50, 255, 255] : [0, 0, 0, 0, 0, 0, alpha, alpha]
            },
            count: 40)
        let profile = RawPNG.profile(RawICC.displayP3)
        let file = RawPNG(width: 40, height: 40, bitDepth: 16, colourType: 6, extra: [profile], rows: rows)
        let pixels = try PipelineFixture().art(file.bytes)
        #expect(pixels.sample(0.2, 0.5).difference(from: RGBAColour(red: 215, green: 93, blue: 31)) <= 3)
        #expect(abs(Int(pixels.sample(0.8, 0.5).alpha) - Int(alpha)) <= 1)
    }

    @Test("the alpha of a 16-bit grey picture with a profile is reduced to 8 bits like that of any other")
    func deepGreyAlpha() throws {
        let rows = [[UInt8]](repeating: (0..<40).flatMap { _ in [100, 100, 128, 128] as [UInt8] }, count: 40)
        let profile = RawPNG.profile(RawICC.grey(gamma: 1))
        let file = RawPNG(width: 40, height: 40, bitDepth: 16, colourType: 4, extra: [profile], rows: rows)
        let pixels = try PipelineFixture().art(file.bytes)
        #expect(pixels.sample(0.5, 0.5).difference(from: RGBAColour(red: 168, green: 168, blue: 168, alpha: 128)) <= 3)
    }

    @Test(
        "a profile that is cut off costs a warning, and the colours are taken as sRGB", arguments: [100, 131, 200, 300])
    func truncated(count: Int) throws {
        let (colour, rules) = try published(try png(profile: Array(RawICC.displayP3.prefix(count))))
        #expect(colour == Self.swatch)
        #expect(rules == ["broken-profile"])
    }

    @Test("a cut-off profile in a JPEG costs a warning too")
    func truncatedJPEG() throws {
        let jpeg = try RawJPEG.file(RGBAImage(width: 40, height: 40, filledWith: Self.swatch))
        let file = RawJPEG.adding(profile: Array(RawICC.displayP3.prefix(200)), to: jpeg)
        let (colour, rules) = try published(file, name: "cats/Cat.jpg")
        #expect(colour.difference(from: Self.swatch) <= 2)
        #expect(rules == ["broken-profile"])
    }

    @Test("a profile that looks right and that no colour engine can use costs a warning, and not the sticker")
    func unusable() throws {
        let (colour, rules) = try published(try png(profile: RawICC.unusable()))
        #expect(colour == Self.swatch)
        #expect(rules == ["broken-profile"])
    }

    @Test(
        "a profile for inks or for grey in a picture of light costs a warning, and not the sticker",
        arguments: ["CMYK", "GRAY"])
    func wrongSpace(space: String) throws {
        let jpeg = try RawJPEG.file(RGBAImage(width: 40, height: 40, filledWith: Self.swatch))
        let file = RawJPEG.adding(profile: RawICC.unusable(space: space), to: jpeg)
        let (colour, rules) = try published(file, name: "cats/Cat.jpg")
        #expect(colour.difference(from: Self.swatch) <= 2)
        #expect(rules == ["broken-profile"])
    }

    @Test("bytes that are not a profile cause a warning")
    func noProfile() throws {
        let (colour, rules) = try published(try png(profile: [UInt8](repeating: 65, count: 400)))
        #expect(colour == Self.swatch)
        #expect(rules == ["broken-profile"])
    }
}
