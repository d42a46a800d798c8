import JobModel
import Pixels
import StickerManifest
import TestSupport
import Testing
import Vips

@Suite("A message whose art moves")
struct MessageFilmTests {
    /// An animation of a disc that moves over a plain background of 300 × 300 pixels.
    private static func art(frames: Int, fill: RGBAColour = RGBAColour(red: 30, green: 60, blue: 120)) throws -> [UInt8]
    {
        try AnimatedArt.file(
            (0..<frames).map { place in
                TestArt.picture(300, 300) { x, y in
                    let (dx, dy) = (x - 90 - place * 12, y - 150)
                    return dx * dx + dy * dy < 2500 ? RGBAColour(red: 250, green: 200, blue: 60) : fill
                }
            })
    }

    private static func run(_ bytes: [UInt8], recipe: Recipe = MessageFixture.recipe()) throws -> (
        fixture: PipelineFixture, result: StickerResult
    ) {
        let fixture = try PipelineFixture()
        return (fixture, try fixture.run(bytes, name: "cats/messages/Wave.png", recipe: recipe))
    }

    @Test("has a still picture and a film under the limit of bytes, with its fidelity")
    func film() throws {
        let (fixture, result) = try Self.run(try Self.art(frames: 8))
        let output = try #require(result.output, "\(result.findings)")
        #expect(output.scales.map(\.width) == [900, 600, 300])
        let film = try #require(output.film)
        #expect(film.scale == 3 && film.width == 900 && film.file.bytes < 200_000 && film.fidelity >= 0.9)
        #expect([.mp4, .gif].contains(film.format))
        #expect(output.animation?.frames == 8 && output.animation?.duration == 800)
        #expect(output.filmstrip?.times.count == 6)
        #expect(result.finding(of: .messageAnimated) == nil)
        let bytes = try fixture.bytes(film.file)
        #expect(film.format == .gif || Array(bytes[4..<8]) == Array("ftyp".utf8))
    }

    @Test("moves in the previews in the default language, on light and on dark, and stands still in the others")
    func previews() throws {
        let recipe = MessageFixture.recipe(translations: ["de": MessageText(caption: "Du bist dran")])
        let (fixture, result) = try Self.run(try Self.art(frames: 4), recipe: recipe)
        let previews = try #require(result.output?.previews)
        #expect(previews.map(\.background) == ["light", "dark", "light-de"])
        for preview in previews {
            let image = try Image.load(try fixture.bytes(preview.file), strictness: .error)
            let isMoving = preview.background != "light-de"
            #expect((preview.file.fileExtension == "webp") == isMoving)
            #expect(image.width > 600)
        }
    }

    @Test("is published as a still with a sentence if no film fits")
    func noFilm() throws {
        var noise = Noise(5)
        let wild = (0..<4).map { _ in
            TestArt.picture(300, 300) { x, _ in
                x < 200
                    ? RGBAColour(red: 20, green: 40, blue: 80)
                    : RGBAColour(
                        red: .random(in: 0...255, using: &noise), green: .random(in: 0...255, using: &noise),
                        blue: .random(in: 0...255, using: &noise))
            }
        }
        var recipe = MessageFixture.recipe(maxBytes: 1_900_000)
        recipe.animation.fidelityFloor = 0.9999
        let (_, result) = try Self.run(try AnimatedArt.file(wild), recipe: recipe)
        let output = try #require(result.output, "\(result.findings)")
        #expect(output.film == nil && output.animation == nil)
        #expect(result.finding(of: .messageAnimated)?.message.contains("still picture") == true)
    }

    @Test("whose frames are all equal is a still without a finding")
    func equalFrames() throws {
        let frame = TestArt.picture(300, 300) { x, _ in RGBAColour(red: UInt8(x % 200), green: 90, blue: 40) }
        let (_, result) = try Self.run(try AnimatedArt.file([frame, frame, frame]))
        #expect(result.output != nil && result.output?.film == nil)
        #expect(result.finding(of: .messageAnimated) == nil)
    }

    @Test("has another pixel hash than its first frame alone, so that an approval covers the movement too")
    func pixels() throws {
        let moving = try Self.run(try Self.art(frames: 3)).result
        let still = try Self.run(try Self.art(frames: 1)).result
        #expect(moving.output?.scales[0].file == still.output?.scales[0].file)
        #expect(moving.output?.pixels != still.output?.pixels)
    }

    @Test("gives the same bytes each time")
    func reproducible() throws {
        let art = try Self.art(frames: 5)
        #expect(try Self.run(art).result == Self.run(art).result)
    }

    @Test("a film in the answer of a renderer is refused for a sticker and above the limit")
    func checked() throws {
        let (_, result) = try Self.run(try Self.art(frames: 3))
        let recipe = MessageFixture.recipe()
        #expect(throws: Never.self) { try result.checked(against: recipe).get() }
        var large = result
        large.output?.film?.file.bytes = 200_000
        #expect(throws: StickerResult.Contradiction.self) { try large.checked(against: recipe).get() }
        var odd = result
        odd.output?.film?.format = .webp
        #expect(throws: StickerResult.Contradiction.self) { try odd.checked(against: recipe).get() }
    }
}
