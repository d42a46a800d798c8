import JobModel
import Pixels
import StickerManifest
import Testing

/// Tests animations that exceed the byte limit. They lose the least visible details first, and the losses are reported.
@Suite("Animations and the byte limit")
struct AnimationLimitTests {
    private let fixture: PipelineFixture

    init() throws {
        fixture = try PipelineFixture()
    }

    /// An animation of `count` frames of 0.05 s each, in which a shaded disc moves over another disc.
    private func shaded(_ count: Int) throws -> [UInt8] {
        let side = 150
        return try AnimatedArt.file(
            (0..<count).map { place in
                TestArt.picture(side, side) { x, y in
                    let (dx, dy) = (x - 45 - place % 12 * 5, y - 60 - place % 5 * 4)
                    if dx * dx + dy * dy < 900 {
                        return RGBAColour(red: UInt8(160 + dx * 3), green: UInt8(100 + dy * 3), blue: 90)
                    }
                    let (ex, ey) = (x - 75, y - 75)
                    guard ex * ex + ey * ey < 5000 else { return .clear }
                    return RGBAColour(red: UInt8(x), green: UInt8(255 - y), blue: UInt8((x + y) / 2))
                }
            }, milliseconds: 50)
    }

    private func recipe(_ byteLimit: Int, _ change: (inout AnimationSettings) -> Void = { _ in }) -> Recipe {
        var recipe = Recipe.small()
        recipe.encode.byteLimit = byteLimit
        recipe.animation.colour = .palette
        change(&recipe.animation)
        return recipe
    }

    /// The size of the animation without losses, in bytes.
    private func wanted(_ bytes: [UInt8]) throws -> Int {
        try #require(try fixture.run(bytes, recipe: recipe(500_000)).output).scales[0].file.bytes
    }

    @Test("animations that fit lose nothing")
    func fits() throws {
        let result = try fixture.run(try shaded(6), recipe: recipe(500_000))
        #expect(!result.rules.contains("animation-reduced"))
        #expect(result.output?.animation == Animation(frames: 6, duration: 300, loopCount: 0))
    }

    @Test("others are reduced below the limit, keep their duration, and the finding has the losses")
    func squeezed() throws {
        let bytes = try shaded(24)
        let limit = try wanted(bytes) * 3 / 5
        let result = try fixture.run(bytes, recipe: recipe(limit))
        let output = try #require(result.output, "\(result.findings.map(\.message))")
        let finding = try #require(result.finding(of: .animationReduced))
        #expect(output.scales.allSatisfy { $0.file.bytes < limit })
        #expect(output.animation?.duration == 1200)
        #expect(finding.message.contains("instead of") && finding.measured == Double(output.scales[0].file.bytes))
        #expect(output.fit.gaveUp != "nothing")
    }

    @Test("if losses are not allowed, only necessary reductions are made, and the finding lists them")
    func exact() throws {
        let bytes = try shaded(24)
        let exact: (inout AnimationSettings) -> Void = { settings in
            settings.colour = .auto
            settings.fidelityTarget = 1
        }
        let whole = try #require(try fixture.run(bytes, recipe: recipe(500_000, exact)).output)
        #expect(whole.scales[0].fidelity == 1 && whole.fit.gaveUp == "nothing")
        let limit = whole.scales[0].file.bytes * 3 / 5
        let result = try fixture.run(bytes, recipe: recipe(limit, exact))
        let output = try #require(result.output, "\(result.findings.map(\.message))")
        #expect(output.scales.allSatisfy { $0.file.bytes < limit })
        #expect(output.animation?.duration == 1200)
        #expect(output.fit.gaveUp != "nothing")
        #expect(result.finding(of: .animationReduced)?.message.contains("instead of") == true)
    }

    @Test("if only the frame rate may be reduced, colours and the duration are kept")
    func frameRate() throws {
        let bytes = try shaded(24)
        let recipe = recipe(try wanted(bytes) * 2 / 3) { settings in
            settings.sacrifice = [.frameRate]
            settings.minimumFrameRate = 2
        }
        let result = try fixture.run(bytes, recipe: recipe)
        let output = try #require(result.output, "\(result.findings.map(\.message))")
        #expect(output.fit.gaveUp == "frameRate" && output.animation?.duration == 1200)
        #expect((output.animation?.frames ?? 24) < 24)
    }

    @Test("animations that cannot fit are rejected with the numbers, and the fix")
    func refused() throws {
        let result = try fixture.run(try shaded(24), recipe: recipe(10_000) { $0.sacrifice = [.dither] })
        #expect(result.output == nil)
        let finding = try #require(result.finding(of: .fileSize))
        #expect(finding.message.contains("24 frames") && finding.message.contains("10,000"))
        #expect(finding.fix.contains("Move fewer parts"))
    }

    /// An animation of discs in noisy colours, which differ in each frame.
    private func noisy(_ count: Int) throws -> [UInt8] {
        try AnimatedArt.file((0..<count).map { TestArt.noisyDisc(40, amplitude: 90, seed: UInt64($0 + 1)) })
    }

    /// A recipe that allows no loss of fidelity, so that no colour can be removed.
    private func strict(_ byteLimit: Int, size: StickerSize = .small) -> Recipe {
        var recipe = recipe(byteLimit) { settings in
            settings.sacrifice = [.colours]
            settings.minimumColours = 2
            settings.fidelityFloor = 0.9999
        }
        recipe.size = size
        return recipe
    }

    @Test("the size in a rejection is never below the limit, and the suggested number of frames does fit")
    func fewerFrames() throws {
        let wanted = try #require(try fixture.run(try noisy(6), recipe: strict(500_000)).output).scales[0].file.bytes
        let limit = wanted * 45 / 100
        let finding = try #require(
            try fixture.run(try noisy(6), recipe: strict(limit)).finding(of: .fileSize))
        #expect(try #require(finding.measured) >= Double(limit))
        let count = try #require(finding.fix.split(separator: " ").compactMap { Int($0.dropLast()) }.first)
        #expect((2..<6).contains(count))
        #expect(try fixture.run(try noisy(count), recipe: strict(limit)).output != nil)
    }

    @Test("the smaller size class that it suggests does fit")
    func smallerSize() throws {
        let bytes = try noisy(2)
        let wanted = try #require(try fixture.run(bytes, recipe: strict(500_000, size: .regular)).output)
            .scales[0].file.bytes
        let limit = wanted * 85 / 100
        let refused = try fixture.run(bytes, recipe: strict(limit, size: .regular))
        let finding = try #require(refused.finding(of: .fileSize))
        #expect(refused.output == nil && finding.fix.contains("size class small"))
        #expect(try fixture.run(bytes, recipe: strict(limit, size: .small)).output != nil)
    }

    @Test("truecolour that does not fit, with no palette good enough, is reported")
    func poorPalette() throws {
        var recipe = Recipe.small()
        recipe.encode.byteLimit = 200_000
        recipe.encode.maximumColours = 8
        recipe.animation.sacrifice = []
        let result = try fixture.run(try noisy(3), recipe: recipe)
        let output = try #require(result.output, "\(result.findings.map(\.message))")
        #expect(output.scales[0].colours != nil && output.scales[0].fidelity < recipe.animation.fidelityFloor)
        #expect(result.finding(of: .animationReduced)?.message.contains("instead of truecolour") == true)
    }

    @Test("more frames or pixels than allowed are rejected from the header, before a frame is decoded")
    func bombs() throws {
        let bytes = try AnimatedArt.file(AnimatedArt.block(frames: 12))
        let frames = try fixture.run(bytes, recipe: .small(limits: SourceLimits(frames: 11)))
        #expect(frames.output == nil && frames.rules.contains("too-many-frames"))
        let pixels = try fixture.run(bytes, recipe: .small(limits: SourceLimits(pixels: 48 * 48 * 11)))
        #expect(pixels.output == nil && pixels.rules.contains("too-many-pixels"))
    }
}
