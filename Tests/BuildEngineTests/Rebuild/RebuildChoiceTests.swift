import BuildEngine
import JobModel
import Testing

@Suite("Which result a rebuild publishes")
struct RebuildChoiceTests {
    private static let identity = RenderIdentity(libraries: [:])
    private let recipes = Recipes(configuration: PlanSamples.configuration, backgrounds: [], identity: identity)
    private let old = PlanSamples.result("old", bytes: [3: 100], pixels: "cat")

    /// A source that is planned with the configured effort.
    private var source: PlannedSource {
        var source = PlanSamples.source("Cat.png", bytes: "cat")
        source.input = RenderInput(sha256: "cat", recipe: recipe(), fingerprint: fingerprint(recipe()))
        return source
    }

    private func recipe(_ change: (inout EncodeSettings) -> Void = { _ in }) -> Recipe {
        var recipe = recipes.recipe(for: PlanSamples.source("Cat.png").art, size: .regular)
        change(&recipe.encode)
        return recipe
    }

    private func fingerprint(_ recipe: Recipe) -> String {
        let fingerprint = Fingerprint(identity: RebuildChoiceTests.identity)
        return fingerprint.of(sha256: "cat", recipe: recipe)
    }

    private var harder: Recipe { recipe { $0.effort = .max } }
    /// The configured recipe with more compression effort, which gives the same pixels.
    private var pressed: Recipe { recipe { $0.pressing = .max } }

    private func choice(
        made: [(Recipe, StickerResult)] = [], decided: [String: String] = [:]
    ) -> RebuildChoice {
        RebuildChoice(
            recipes: recipes, effort: .max,
            made: Dictionary(made.map { (fingerprint($0), $1) }) { first, _ in first }, decided: decided)
    }

    /// The result that a rebuild publishes, and its fingerprint.
    private func published(_ source: PlannedSource, _ choice: RebuildChoice) -> (StickerResult?, String?) {
        let planned = choice.applied(to: [source])[0]
        guard case .reuse(let result) = planned.step else { return (nil, planned.fingerprint) }
        return (result, planned.fingerprint)
    }

    private func reusing(_ result: StickerResult) -> PlannedSource {
        var source = source
        source.step = .reuse(result)
        return source
    }

    // MARK: The result

    @Test("a better rendering replaces the published one, under its own fingerprint")
    func better() {
        let new = PlanSamples.result("new", bytes: [3: 90], pixels: "cat")
        let (result, name) = published(reusing(old), choice(made: [(harder, new)]))
        #expect(result == new && name == fingerprint(harder))
    }

    @Test("a rendering that is not better changes nothing")
    func notBetter() {
        let new = PlanSamples.result("new", bytes: [3: 100], pixels: "cat")
        let (result, name) = published(reusing(old), choice(made: [(harder, new)]))
        #expect(result == old && name == fingerprint(recipe()))
    }

    @Test("a rejected rendering does not take the place of a published sticker")
    func rejected() {
        #expect(published(reusing(old), choice(made: [(harder, PlanSamples.damaged)])).0 == old)
    }

    @Test("a source that was never rendered gets the new rendering")
    func first() {
        let (result, name) = published(source, choice(made: [(harder, old)]))
        #expect(result == old && name == fingerprint(harder))
    }

    @Test("an image with a decision keeps its pixels: only smaller files of the same image replace it")
    func decided() {
        let other = PlanSamples.result("other", bytes: [3: 10], pixels: "another cat")
        let same = PlanSamples.result("same", bytes: [3: 90], pixels: "cat")
        let decided = [fingerprint(recipe()): "cat"]
        #expect(published(reusing(old), choice(made: [(harder, other)], decided: decided)).0 == old)
        let (result, name) = published(
            reusing(old), choice(made: [(harder, other), (pressed, same)], decided: decided))
        #expect(result == same && name == fingerprint(pressed))
        // Without a decision, the rendering with more effort is published.
        #expect(published(reusing(old), choice(made: [(harder, other), (pressed, same)])).0 == other)
    }

    @Test("a source that is not used stays unused")
    func unused() {
        let choice = choice(made: [(harder, PlanSamples.result("new", bytes: [3: 1]))])
        for step: PlannedSource.Step in [
            .wait(.postponed), .duplicate(of: "cats/a.png"), .superseded(by: "cats/b.png"),
        ] {
            var source = source
            source.step = step
            let summary = source.summary
            #expect(choice.applied(to: [source]).map(\.summary) == [summary])
        }
    }

    // MARK: The work

    @Test("a source is rendered with the effort of the rebuild, and one with a decision is only compressed again")
    func work() throws {
        let task = try #require(source.task)
        let fingerprints = RecipeFingerprints(Fingerprint(identity: RebuildChoiceTests.identity), published: [])
        let open = choice().work(task, fingerprints)
        #expect(open.input.recipe == harder && open.fingerprint == fingerprint(harder))
        let decided = choice(decided: [task.fingerprint: "cat"]).work(task, fingerprints)
        #expect(decided.input.recipe == pressed && decided.fingerprint == fingerprint(pressed))
    }

    @Test("a source that was published with the effort of the rebuild is not rendered with less")
    func noLess() throws {
        var source = source
        source.input = RenderInput(sha256: "cat", recipe: harder, fingerprint: fingerprint(harder))
        let task = try #require(source.task)
        let fingerprints = RecipeFingerprints(Fingerprint(identity: RebuildChoiceTests.identity), published: [])
        let work = RebuildChoice(recipes: recipes, effort: .balanced, made: [:], decided: [:])
            .work(task, fingerprints)
        #expect(work.fingerprint == task.fingerprint)
    }

    @Test("the next build keeps the greatest effort that is published, and nothing that is not published")
    func chosen() {
        let all = [harder, pressed, recipe()]
        for count in 0...all.count {
            let fingerprints = RecipeFingerprints(
                Fingerprint(identity: RebuildChoiceTests.identity), published: Set(all.suffix(count).map(fingerprint)))
            let expected = count == 0 ? recipe() : all[all.count - count]
            let (cat, dog) = (
                fingerprints.chosen(sha256: "cat", recipe: recipe()),
                fingerprints.chosen(sha256: "dog", recipe: recipe())
            )
            #expect(cat.recipe == expected && cat.fingerprint == fingerprint(expected))
            #expect(dog.recipe == recipe())
        }
    }
}
