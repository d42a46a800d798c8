import JobModel
import Pixels
import StickerManifest
import Testing

@Suite("The judgement of palette indices that save bytes")
struct IndexJudgementTests {
    /// Art with 3,136 colours, whose nearest entries in 256 colours have a fidelity of about 0.991.
    private static let shades = TestArt.picture(300, 300) { x, y in
        RGBAColour(red: UInt8(100 + x * 56 / 300), green: UInt8(80 + y * 56 / 300), blue: 90)
    }

    /// The fidelity of the nearest entries, and the sticker.
    private func run(_ encode: EncodeSettings) throws -> (nearest: Double, output: RenderedSticker) {
        let recipe = Recipe.small(render: RenderSettings(trim: false, padding: 0), encode: encode)
        let result = try PipelineFixture().run(RawPNG(straight: Self.shades).bytes, recipe: recipe)
        let output = try #require(result.output, "\(result.findings.map(\.message))")
        let nearest = try #require(output.fit.attempts.last { $0.bytes == nil && $0.method == "palette" })
        return (nearest.fidelity, output)
    }

    @Test("at effort balanced, and not at fast, a picture of many colours gets other indices than the nearest")
    func effort() throws {
        let fast = try run(EncodeSettings(effort: .fast))
        #expect(fast.output.scales[0].fidelity == fast.nearest)
        let balanced = try run(EncodeSettings())
        #expect(balanced.output.scales[0].fidelity != balanced.nearest)
    }

    @Test("the file loses at most 0.0015 of the fidelity of its nearest entries", arguments: [0.98, 0.99, 0.9998])
    func loss(target: Double) throws {
        let run = try run(EncodeSettings(fidelityTarget: target, fidelityFloor: 0.9))
        #expect(run.output.scales[0].fidelity >= run.nearest - 0.0015)
    }

    @Test("no picture falls below the floor to save bytes", arguments: [0.98, 0.985, 0.99])
    func floor(floor: Double) throws {
        let run = try run(EncodeSettings(fidelityTarget: floor, fidelityFloor: floor))
        #expect(run.output.scales[0].fidelity >= floor)
    }
}
