import Pixels
import Testing

/// Tests the findings about animations.
@Suite("Rules about animations")
struct AnimationRulesTests {
    private let fixture: PipelineFixture

    init() throws {
        fixture = try PipelineFixture()
    }

    private func rules(_ bytes: [UInt8]) throws -> [String] {
        try fixture.run(bytes).rules
    }

    @Test("nothing is noticed about an animation that is as it should be")
    func sound() throws {
        let there = AnimatedArt.block(frames: 6, step: 2)
        let rules = try rules(try AnimatedArt.file(there + there.reversed()))
        let known = [
            "animation-length", "frame-rate", "short-delays", "empty-first-frame", "loop-jumps", "hidden-first-frame",
        ]
        #expect(Set(rules).isDisjoint(with: known))
    }

    @Test("a first frame that shows nothing")
    func emptyFirst() throws {
        let empty = RGBAImage(width: 48, height: 48, filledWith: .clear)
        #expect(try rules(try AnimatedArt.file([empty] + AnimatedArt.block(frames: 3))).contains("empty-first-frame"))
    }

    @Test("a loop that jumps, unless it plays once")
    func jump() throws {
        let frames = AnimatedArt.block(frames: 15, step: 2)
        #expect(try rules(try AnimatedArt.file(frames)).contains("loop-jumps"))
        #expect(try !rules(try AnimatedArt.file(frames, loopCount: 1)).contains("loop-jumps"))
    }

    @Test("an animation that plays for long, and a quick one")
    func pace() throws {
        #expect(
            try rules(try AnimatedArt.file(AnimatedArt.block(frames: 4), milliseconds: 3000)).contains(
                "animation-length"))
        #expect(try rules(try AnimatedArt.file(AnimatedArt.block(frames: 4), milliseconds: 25)).contains("frame-rate"))
        #expect(
            try rules(try AnimatedArt.file(AnimatedArt.block(frames: 4), milliseconds: 10)).contains("short-delays"))
    }
}
