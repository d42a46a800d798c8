import JobModel
import Pixels
import StickerManifest
import Testing

/// Tests animations with `animation.fidelityTarget` 1. They are published without losses if they fit into the byte
/// limit.
@Suite("Animations without allowed losses")
struct ExactAnimationTests {
    private let fixture: PipelineFixture
    private static let side = 300

    init() throws {
        fixture = try PipelineFixture()
    }

    /// The frames of a moving disc in the given number of shades. They have the size of the sticker, so they are not
    /// resized.
    private static func frames(shades: Int) -> [RGBAImage] {
        (0..<4).map { place in
            TestArt.picture(side, side) { x, y in
                let (dx, dy) = (x - 140 - place * 6, y - 150)
                guard dx * dx + dy * dy < 16000 else { return .clear }
                let shade = (dx + 130) * 300 / 260 % shades
                return RGBAColour(
                    red: UInt8(shade & 255), green: UInt8((dy + 130) * 255 / 260 / (shades > 256 ? 1 : 256)),
                    blue: UInt8(shade >> 8), alpha: dx * dx + dy * dy < 15000 ? 255 : 128)
            }
        }
    }

    private func recipe(_ change: (inout Recipe) -> Void = { _ in }) -> Recipe {
        var recipe = Recipe.small(render: RenderSettings(trim: false, padding: 0))
        recipe.animation.fidelityTarget = 1
        change(&recipe)
        return recipe
    }

    @Test(
        "a palette that has every colour of every frame is exact", arguments: [EncodeSettings.Effort.fast, .balanced])
    func palette(effort: EncodeSettings.Effort) throws {
        let frames = Self.frames(shades: 100)
        let output = try #require(
            try fixture.run(try AnimatedArt.file(frames), recipe: recipe { $0.encode.effort = effort }).output)
        #expect(output.scales[0].colours ?? 0 > 100 && output.scales[0].fidelity == 1)
        #expect(try AnimatedArt.shown(try fixture.bytes(output.scales[0].file)).frames == frames)
        #expect(output.fit.gaveUp == "nothing")
    }

    @Test(
        "more colours than a palette can have are kept in truecolour",
        arguments: [EncodeSettings.Effort.fast, .balanced])
    func truecolour(effort: EncodeSettings.Effort) throws {
        let frames = Self.frames(shades: 300)
        let output = try #require(
            try fixture.run(try AnimatedArt.file(frames), recipe: recipe { $0.encode.effort = effort }).output)
        #expect(output.scales.allSatisfy { $0.colours == nil && $0.fidelity == 1 })
        #expect(try AnimatedArt.shown(try fixture.bytes(output.scales[0].file)).frames == frames)
        #expect(output.fit.gaveUp == "nothing")
    }

    @Test("a requested palette is as good as possible")
    func askedFor() throws {
        let file = try AnimatedArt.file(Self.frames(shades: 300))
        let output = try #require(try fixture.run(file, recipe: recipe { $0.animation.colour = .palette }).output)
        #expect(output.scales[0].colours == 256)
    }
}
