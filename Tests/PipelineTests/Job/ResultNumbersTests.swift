import JobModel
import StickerManifest
import Testing

@Suite("Numbers of a render program's answer")
struct ResultNumbersTests {
    private let png = (try? PaletteFitTests.face.png()) ?? []
    private let recipe = Recipe.small(backgrounds: PreviewTests.colours)

    /// Whether a result is still accepted after a change of its numbers.
    private func isAccepted(_ change: (inout RenderedSticker) -> Void) throws -> Bool {
        var result = try PipelineFixture().run(png, recipe: recipe)
        var output = try #require(result.output)
        change(&output)
        result.output = output
        switch result.checked(against: recipe) {
        case .success: return true
        case .failure: return false
        }
    }

    @Test("that were not changed are accepted")
    func honest() throws {
        #expect(try isAccepted { _ in })
        #expect(try isAccepted { $0.animation = Animation(frames: 2, duration: 80, loopCount: 0) })
    }

    @Test("an impossible fidelity is refused", arguments: [-1, 1.5, 1e308, .nan])
    func fidelity(value: Double) throws {
        #expect(try !isAccepted { $0.scales[0].fidelity = value })
    }

    @Test("an impossible number of colours is refused", arguments: [-1, 257, Int.max])
    func colours(value: Int) throws {
        #expect(try !isAccepted { $0.scales[0].colours = value })
    }

    @Test("impossible frames, loops and durations are refused", arguments: [-1, 1 << 62, Int.max])
    func animation(value: Int) throws {
        #expect(try !isAccepted { $0.animation = Animation(frames: value, duration: 80, loopCount: 0) })
        #expect(try !isAccepted { $0.animation = Animation(frames: 2, duration: value, loopCount: 0) })
        #expect(try !isAccepted { $0.animation = Animation(frames: 2, duration: 80, loopCount: value) })
    }

    @Test("the numbers of a finding are bounded")
    func findings() throws {
        let finding = RuleFinding(
            rule: Rule.couldNotRender.id, message: "m", fix: "f", measured: 1e308, limit: -Double.infinity)
        let bounded = try #require(RuleFinding.bounded([finding])?.first)
        #expect(bounded.measured == 1e12)
        #expect(bounded.limit == -1e12)
    }

    @Test("a double out of range becomes the nearest integer")
    func clamping() {
        #expect(Int(clamping: 1e300) == .max)
        #expect(Int(clamping: -1e300) == .min)
        #expect(Int(clamping: Double.nan) == 0)
        #expect(Int(clamping: 2.9) == 2)
        #expect(Int(clamping: 9_223_372_036_854_775_807.0) == .max)
    }
}
