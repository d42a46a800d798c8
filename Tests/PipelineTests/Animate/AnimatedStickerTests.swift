import ImageHeaders
import JobModel
import Pixels
import StickerManifest
import StickerRendering
import Testing

/// Tests that animated art keeps its frames and its duration at every scale.
@Suite("Animated stickers")
struct AnimatedStickerTests {
    private let fixture: PipelineFixture

    init() throws {
        fixture = try PipelineFixture()
    }

    private func output(_ bytes: [UInt8], recipe: Recipe = .small()) throws -> RenderedSticker {
        let result = try fixture.run(bytes, recipe: recipe)
        return try #require(result.output, "\(result.findings.map(\.message))")
    }

    @Test("frames, duration and loops in are frames, duration and loops out, at every scale")
    func invariant() throws {
        let output = try output(try AnimatedArt.file(AnimatedArt.block(frames: 7), milliseconds: 70, loopCount: 3))
        #expect(output.animation == Animation(frames: 7, duration: 490, loopCount: 3))
        for scale in output.scales {
            let shown = try AnimatedArt.shown(try fixture.bytes(scale.file))
            #expect(scale.format == .apng && shown.frames.count == 7 && shown.loopCount == 3)
            #expect(shown.delays.milliseconds == 490)
        }
    }

    @Test("delays are kept as exact fractions")
    func fractions() throws {
        let delays = [FrameDelay(numerator: 1, denominator: 24), FrameDelay(numerator: 1001, denominator: 30000)]
        let frames = AnimatedArt.block(frames: 6)
        let output = try output(try AnimatedArt.file(frames.enumerated().map { ($1, delays[$0 % 2]) }))
        #expect(
            try AnimatedArt.shown(try fixture.bytes(output.scales[0].file)).delays == (0..<6).map { delays[$0 % 2] })
    }

    @Test("frames that repeat the previous one are merged, and the duration stays the same")
    func merged() throws {
        let block = AnimatedArt.block(frames: 3)
        let output = try output(try AnimatedArt.file([block[0], block[0], block[1], block[2], block[2]]))
        #expect(output.animation == Animation(frames: 3, duration: 500, loopCount: 0))
        let shown = try AnimatedArt.shown(try fixture.bytes(output.scales[0].file))
        #expect(shown.delays.map(\.seconds) == [0.2, 0.1, 0.2])
        #expect(output.fit.summary.contains("merged"))
    }

    @Test("all frames are cut alike, so that nothing hops")
    func trim() throws {
        let frames = [10, 24].map { TestArt.block(60, x: $0, y: 20, width: 20, height: 20) }
        let shown = try AnimatedArt.shown(try fixture.bytes(try output(try AnimatedArt.file(frames)).scales[0].file))
        // Both positions of the block together are 34 pixels wide and fill the square. The block is 20 pixels wide.
        let side = Double(shown.frames[0].width)
        for (frame, from) in zip(shown.frames, [0.0, 14.0 / 34]) {
            #expect(frame[Int((from + 10.0 / 34) * side), Int(side / 2)].alpha == 255)
            #expect(frame[Int((from > 0 ? 5.0 / 34 : 28.0 / 34) * side), Int(side / 2)].alpha == 0)
        }
    }

    @Test("few colours are kept exactly, in a palette and in truecolour", arguments: ["palette", "truecolour"])
    func exact(colour: String) throws {
        var recipe = Recipe.small(render: RenderSettings(trim: false, padding: 0))
        recipe.animation.colour = try #require(AnimationSettings.Colour(rawValue: colour))
        let side = recipe.size.pixels(scale: 3)
        let frames = (0..<5).map { TestArt.block(side, x: 20 + $0 * 30, y: 40, width: 100, height: 120) }
        let output = try output(try AnimatedArt.file(frames), recipe: recipe)
        #expect(output.scales[0].fidelity == 1 && (output.scales[0].colours == nil) == (colour == "truecolour"))
        #expect(try AnimatedArt.shown(try fixture.bytes(output.scales[0].file)).frames == frames)
    }

    @Test("a pixel that does not change in the source does not change in the sticker")
    func flicker() throws {
        var recipe = Recipe.small(render: RenderSettings(trim: false, padding: 0))
        recipe.animation.colour = .palette
        recipe.encode.maximumColours = 24
        let side = recipe.size.pixels(scale: 3)
        let frames = (0..<6).map { place in
            TestArt.picture(side, side) { x, y in
                (150..<190).contains(x - place * 8) && (100..<140).contains(y)
                    ? TestArt.blue
                    : RGBAColour(red: UInt8(x * 255 / side), green: UInt8(y * 255 / side), blue: 128)
            }
        }
        let shown = try AnimatedArt.shown(
            try fixture.bytes(try output(try AnimatedArt.file(frames), recipe: recipe).scales[0].file))
        for place in 1..<frames.count {
            let changed = stride(from: 0, to: side * side * 4, by: 4).filter { at in
                frames[place].bytes[at..<at + 4] == frames[place - 1].bytes[at..<at + 4]
                    && shown.frames[place].bytes[at..<at + 4] != shown.frames[place - 1].bytes[at..<at + 4]
            }
            #expect(changed.isEmpty)
        }
    }

    @Test("frames that are all equal become a still, with a finding")
    func still() throws {
        let block = AnimatedArt.block(frames: 1)[0]
        let result = try fixture.run(try AnimatedArt.file([block, block, block]))
        #expect(result.output?.scales[0].format == .png && result.output?.animation == nil)
        #expect(result.rules.contains("animation-flattened"))
    }

    @Test("an animation that is already a finished sticker is kept, frame by frame")
    func passthrough() throws {
        let recipe = Recipe.small(render: RenderSettings(trim: false, padding: 0))
        let side = recipe.size.pixels(scale: 3)
        let frames = (0..<4).map { TestArt.block(side, x: 20 + $0 * 30, y: 40, width: 100, height: 120) }
        let first = try output(try AnimatedArt.file(frames), recipe: recipe)
        let finished = try fixture.bytes(first.scales[0].file)
        let again = try output(finished, recipe: recipe)
        #expect(again.fit.attempts.last?.method == "source" && again.scales[0].fidelity == 1)
        let kept = try fixture.bytes(again.scales[0].file)
        #expect(kept.count <= finished.count)
        #expect(try fixture.bytes(try output(kept, recipe: recipe).scales[0].file) == kept)
        #expect(again.scales.dropFirst().map(\.file.bytes) == first.scales.dropFirst().map(\.file.bytes))
        #expect(again.animation == first.animation && again.pixels == first.pixels)
    }

    @Test("the same source gives the same bytes")
    func deterministic() throws {
        let bytes = try AnimatedArt.file(AnimatedArt.block(frames: 5))
        #expect(try output(bytes).scales == output(bytes).scales)
    }

    @Test("the pixels' digest covers every frame and delay")
    func digest() throws {
        let frames = AnimatedArt.block(frames: 4)
        let digests = try [
            output(try AnimatedArt.file(frames)).pixels, output(try AnimatedArt.file(frames, milliseconds: 110)).pixels,
            output(try AnimatedArt.file([frames[0], frames[1], frames[3], frames[2]])).pixels,
        ]
        #expect(Set(digests).count == 3)
    }
}
