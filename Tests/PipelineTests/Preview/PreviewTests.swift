import ImageHeaders
import JobModel
import Pixels
import StickerManifest
import StickerRendering
import Testing

@Suite("Previews")
struct PreviewTests {
    static let colours = [
        Background(name: "white", fill: .colour("#ffffff")), Background(name: "black", fill: .colour("#000000")),
        Background(name: "red", fill: .colour("#ff3b30")), Background(name: "yellow", fill: .colour("#ffcc00")),
    ]
    /// The disc has a soft edge, so that all alpha values occur.
    private static let soft = TestArt.softDisc(300, radius: 120, softness: 40) { _ in TestArt.blue }

    /// A picture of waves in three colours.
    private static func waves(_ width: Int, _ height: Int) -> RGBAImage {
        TestArt.picture(width, height) { x, y in
            RGBAColour(red: UInt8((x * 7 + y) % 256), green: UInt8((x + y * 3) % 256), blue: UInt8(x % 256))
        }
    }

    private func photo(_ picture: RGBAImage, on fixture: PipelineFixture) throws -> Background {
        fixture.background("photo", try picture.png())
    }

    /// Compares each preview with the published rendition on the background.
    private func check(_ source: [UInt8], name: String = "cats/Cat.png", encode: EncodeSettings) throws {
        let fixture = try PipelineFixture()
        let backdrop = Self.waves(300, 300)
        let recipe = Recipe.small(encode: encode, backgrounds: Self.colours + [try photo(backdrop, on: fixture)])
        let result = try fixture.run(source, name: name, recipe: recipe)
        let art = try fixture.rendition(result)
        let previews = try #require(result.output?.previews)
        #expect(previews.map(\.background) == ["white", "black", "red", "yellow", "photo"])
        let papers: [RGBAColour] = [
            .white, .black, RGBAColour(red: 255, green: 59, blue: 48), RGBAColour(red: 255, green: 204, blue: 0),
        ]
        for (preview, paper) in zip(previews, papers) {
            #expect(try fixture.pixels(preview.file) == art.over(paper), "on \(preview.background)")
            #expect(preview.file.fileExtension == "png")
        }
        let expected = TestArt.picture(300, 300) { art[$0, $1].composited(over: backdrop[$0, $1]) }
        let difference = try fixture.pixels(try #require(previews.last).file).difference(from: expected)
        #expect(try #require(difference) <= 1)
    }

    @Test("a sticker in a palette is exactly itself on every background")
    func palette() throws {
        try check(try Self.soft.png(), encode: EncodeSettings(effort: .fast))
    }

    @Test("a truecolour sticker is exactly itself on every background")
    func truecolour() throws {
        let noisy = TestArt.noisyDisc(300, amplitude: 50)
        try check(try noisy.png(), encode: EncodeSettings(effort: .fast, fidelityFloor: 0.999_99))
    }

    @Test("a sticker that is kept unchanged is shown exactly on every background, whatever its hidden colours")
    func kept() throws {
        let jpeg = try RawJPEG.file(TestArt.noisyDisc(300, amplitude: 50).over(TestArt.blue), quality: 60)
        try check(jpeg, name: "cats/Cat.jpg", encode: EncodeSettings(effort: .fast))
        let hidden = TestArt.disc(300, radius: 149.6, hidden: TestArt.green)
        try check(RawPNG(straight: hidden).bytes, encode: EncodeSettings(effort: .fast))
    }

    @Test("previews are opaque and have the size of the @3x rendition", arguments: StickerSize.allCases)
    func shape(size: StickerSize) throws {
        let fixture = try PipelineFixture()
        let backgrounds = Self.colours + [try photo(Self.waves(64, 48), on: fixture)]
        let result = try fixture.run(try Self.soft.png(), recipe: .small(size: size, backgrounds: backgrounds))
        for preview in try #require(result.output).previews {
            let picture = try fixture.pixels(preview.file)
            #expect([picture.width, picture.height] == [size.pixels(scale: 3), size.pixels(scale: 3)])
            #expect(stride(from: 3, to: picture.bytes.count, by: 4).allSatisfy { picture.bytes[$0] == 255 })
        }
    }

    @Test(
        "on a photo a still preview is lossy unless it is asked to be exact, and looks the same",
        arguments: zip([PreviewFormat.webp, .jpeg], ["webp", "jpg"]))
    func lossy(format: PreviewFormat, fileExtension: String) throws {
        let fixture = try PipelineFixture()
        let backdrop = TestArt.picture(300, 300) { x, y in
            RGBAColour(red: UInt8(x * 255 / 300), green: UInt8(y * 255 / 300), blue: 90)
        }
        let backgrounds = [Self.colours[0], try photo(backdrop, on: fixture)]
        let result = try fixture.run(
            try Self.soft.png(), recipe: .small(backgrounds: backgrounds, photoFormat: format))
        let previews = try #require(result.output).previews
        #expect(previews.map(\.file.fileExtension) == ["png", fileExtension])
        #expect(PictureSize(head: try fixture.bytes(previews[1].file)[...])?.width == 300)
        let found = try fixture.pixels(previews[1].file)
        let art = try fixture.rendition(result)
        let expected = TestArt.picture(300, 300) { art[$0, $1].composited(over: backdrop[$0, $1]) }
        let differences = zip(found.bytes, expected.bytes).map { abs(Int($0) - Int($1)) }
        #expect(found.width == 300 && found.height == 300)
        #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 1.5)
        // The edge of the art has no fringe of another colour.
        #expect(try #require(differences.max()) < 48)
    }

    @Test("a photo of another shape covers the square from its middle")
    func covering() throws {
        let fixture = try PipelineFixture()
        let wide = TestArt.picture(900, 300) { x, _ in (300..<600).contains(x) ? TestArt.green : TestArt.red }
        let result = try fixture.run(
            try TestArt.block(300, x: 0, y: 140, width: 300, height: 20).png(),
            recipe: .small(backgrounds: [try photo(wide, on: fixture)]))
        let picture = try fixture.pixels(try #require(result.output?.previews.first).file)
        for (x, y) in [(3, 3), (296, 3), (3, 296), (296, 296)] {
            #expect(picture[x, y].difference(from: TestArt.green) <= 2)
        }
    }

    @Test("without backgrounds there are no previews")
    func none() throws {
        #expect(try PipelineFixture().run(try Self.soft.png()).output?.previews == [])
    }

    @Test("a background that is not a picture is an error that names it")
    func unusable() throws {
        let fixture = try PipelineFixture()
        let photo = fixture.background("photo", Array("hello".utf8))
        let error = #expect(throws: BackgroundFault.self) {
            try fixture.run(try Self.soft.png(), recipe: .small(backgrounds: [photo]))
        }
        #expect(error?.sha256 == Digest.sha256("hello"))
    }

    /// Counts how often the input is requested.
    private final class CountingInputs: JobInputs {
        private(set) var count = 0
        let bytes: [UInt8]

        init(_ bytes: [UInt8]) { self.bytes = bytes }

        func bytes(of input: JobInput) -> [UInt8] {
            count += 1
            return bytes
        }
    }

    @Test("a picture is requested once while there is space for it")
    func cached() throws {
        _ = try PipelineFixture()
        let inputs = CountingInputs(try Self.waves(64, 48).png())
        let roomy = JobBackgrounds(BackgroundCache(), inputs: inputs)
        for _ in 0..<3 { for sha256 in ["a", "b"] { _ = try roomy.picture(sha256: sha256, width: 50, height: 50) } }
        #expect(inputs.count == 2)
        let small = JobBackgrounds(BackgroundCache(limit: 15_000), inputs: inputs)
        for sha256 in ["a", "a", "b", "a"] { _ = try small.picture(sha256: sha256, width: 50, height: 50) }
        #expect(inputs.count == 5)
    }

    @Test(
        "a JPEG behind a sticker is decoded no larger than needed, and looks the same", arguments: [100, 149, 300, 700])
    func shrunkPhoto(side: Int) throws {
        _ = try PipelineFixture()
        let picture = TestArt.picture(600, 800) { x, y in
            RGBAColour(red: UInt8(x * 255 / 600), green: UInt8(y * 255 / 800), blue: 90)
        }
        let jpeg = try RawJPEG.file(picture, quality: 95)
        let files = MemoryInputs([
            .background(sha256: "jpeg"): jpeg, .background(sha256: "png"): try picture.png(),
        ])
        let backgrounds = JobBackgrounds(BackgroundCache(), inputs: files)
        let shrunk = try backgrounds.picture(sha256: "jpeg", width: side, height: side)
        let whole = try backgrounds.picture(sha256: "png", width: side, height: side)
        #expect(shrunk.width == side && shrunk.height == side)
        #expect(try #require(shrunk.difference(from: whole)) <= 4)
    }
}
