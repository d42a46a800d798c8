import BuildEngine
import DropWatcher
import Intake
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest
import Testing

/// Tests how the manifest is assembled from a plan and its results, without files on disk.
@Suite("The manifest after a run")
struct ManifestStepTests {
    private typealias Samples = PlanSamples

    private let cat = PlanSamples.source("Cat.png", bytes: "old cat")
    private let dog = PlanSamples.source("Dog.png")
    /// The published manifest, which contains both sources.
    private var previous: Catalog {
        Samples.catalog([(cat, Samples.result("old cat")), (dog, Samples.result("Dog.png"))])
    }

    private func reusing(_ source: PlannedSource, _ word: String) -> PlannedSource {
        var source = source
        source.step = .reuse(Samples.result(word))
        return source
    }

    /// - Parameters:
    ///   - unreadable: the paths that could not be examined.
    ///   - assets: the existing assets. By default, these are all published assets.
    private func run(
        _ plan: [PlannedSource], _ outcomes: [String: SourceRenderer.Outcome] = [:], unreadable: [String] = [],
        assets: AssetNames? = nil, requiresApproval: Bool = false, reviews: Reviews = Reviews(),
        removals: ((DropListing) -> Removals)? = nil
    ) -> ManifestStep.Assembly {
        var configuration = Samples.configuration
        configuration.publish.requireApproval = requiresApproval
        let listing = DropListing(
            packs: unreadable.contains("cats") ? [] : [Samples.pack], art: plan.map(\.art),
            ignored: unreadable.map { IgnoredEntry(path: $0, reason: .unreadable) })
        return ManifestStep(
            configuration: configuration, previous: previous,
            assets: assets ?? Samples.assets(Samples.result("old cat"), Samples.result("Dog.png")), reviews: reviews
        ).run(
            listing, plan: plan, renderOutcomes: outcomes, icons: [:],
            removals: removals?(listing)
                ?? .preview(DropView(ofEverything: listing), sources: ["cats/Cat.png", "cats/Dog.png"]))
    }

    /// The files of each published sticker, by id.
    private func published(_ assembly: ManifestStep.Assembly) -> [String: String] {
        files(assembly.catalog.publishedPacks)
    }

    private func files(_ packs: [Pack]) -> [String: String] {
        let stickers = packs.flatMap(\.stickers).map { ($0.id, $0.renditions.map(\.sha256).joined()) }
        return Dictionary(stickers) { first, _ in first }
    }

    private func states(_ assembly: ManifestStep.Assembly) -> [String] {
        assembly.outcomes.map { "\($0.path) \($0.state.rawValue)" }
    }

    // MARK: Results

    @Test("a rendered source replaces its published sticker, and a reused result stays")
    func replaced() {
        let source = Samples.source("Cat.png", bytes: "new cat")
        let assembly = run(
            [source, reusing(dog, "Dog.png")], ["cats/Cat.png": .result(Samples.result("new cat"))])
        #expect(published(assembly) == ["cat": "new cat", "dog": "Dog.png"])
        #expect(assembly.outcomes.map(\.state) == [.published, .published])
        #expect(assembly.outcomes.map(\.isNew) == [true, false])
    }

    @Test("a rejected source keeps its published sticker, and is listed with the reason")
    func rejected() {
        let source = Samples.source("Cat.png", bytes: "broken")
        let assembly = run([source, reusing(dog, "Dog.png")], ["cats/Cat.png": .result(Samples.damaged)])
        #expect(published(assembly) == ["cat": "old cat", "dog": "Dog.png"])
        #expect(states(assembly) == ["cats/Cat.png rejected", "cats/Dog.png published"])
        #expect(assembly.outcomes[0].reason == "cats/Cat.png is cut off.")
        #expect(assembly.catalog.rejected.map(\.keepsEarlierVersion) == [true])
    }

    @Test("a rejected source does not keep a sticker whose files are missing")
    func rejectedWithoutFiles() {
        let source = Samples.source("Cat.png", bytes: "broken")
        let assembly = run(
            [source, reusing(dog, "Dog.png")], ["cats/Cat.png": .result(Samples.damaged)],
            assets: Samples.assets(Samples.result("Dog.png")))
        #expect(published(assembly) == ["dog": "Dog.png"])
        #expect(assembly.catalog.rejected.map(\.keepsEarlierVersion) == [false])
    }

    // MARK: Sources that wait

    @Test(
        "a source that waits keeps its published sticker",
        arguments: [
            Deferral.postponed, .unfinished(.growing("Cat.png", bytes: 10)), .changedWhileRendering("cats/Cat.png"),
            .unreadableByWorker("cats/Cat.png"), .rendering, .notRendered,
        ], [true, false])
    func waits(deferral: Deferral, isPlanned: Bool) {
        let source = isPlanned ? Samples.waiting("Cat.png", deferral) : Samples.source("Cat.png", bytes: "new cat")
        let assembly = run(
            [source, reusing(dog, "Dog.png")], isPlanned ? [:] : ["cats/Cat.png": .wait(deferral)])
        #expect(published(assembly) == ["cat": "old cat", "dog": "Dog.png"])
        #expect(states(assembly) == ["cats/Cat.png waiting", "cats/Dog.png published"])
        #expect(assembly.outcomes[0].reason == "\(deferral)")
    }

    // MARK: Missing sources

    @Test("a source that a complete listing does not contain loses its sticker, if that is decided")
    func missing() {
        #expect(published(run([reusing(dog, "Dog.png")])) == ["dog": "Dog.png"])
    }

    @Test("a missing source about which nothing was decided keeps its sticker")
    func undecided() {
        let assembly = run([reusing(dog, "Dog.png")]) { Removals(ofNothingIn: DropView(ofEverything: $0)) }
        #expect(published(assembly) == ["cat": "old cat", "dog": "Dog.png"])
    }

    @Test("a source that cannot be examined keeps its sticker", arguments: ["cats/Cat.png", "cats"])
    func unreadable(path: String) {
        let plan = path == "cats" ? [] : [reusing(dog, "Dog.png")]
        #expect(published(run(plan, unreadable: [path])) == ["cat": "old cat", "dog": "Dog.png"])
    }

    // MARK: Approval

    @Test("with required approval, a new image waits, and the published one stays")
    func awaits() {
        let source = Samples.source("Cat.png", bytes: "new cat")
        let outcomes = ["cats/Cat.png": SourceRenderer.Outcome.result(Samples.result("new cat"))]
        let assembly = run([source, reusing(dog, "Dog.png")], outcomes, requiresApproval: true)
        #expect(published(assembly) == ["cat": "old cat", "dog": "Dog.png"])
        #expect(files(assembly.catalog.awaitingPacks) == ["cat": "new cat"])
        #expect(assembly.outcomes.map(\.reason) == ["it awaits approval", ""])
    }

    @Test("with required approval, an approved image is published")
    func approved() {
        let source = Samples.source("Cat.png", bytes: "new cat")
        let outcomes = ["cats/Cat.png": SourceRenderer.Outcome.result(Samples.result("new cat"))]
        let key = Reviews.Key(pack: "cats", sticker: "cat", pixels: "new cat")
        let assembly = run(
            [source, reusing(dog, "Dog.png")], outcomes, requiresApproval: true,
            reviews: Reviews([key: Review(outcome: .approved)]))
        #expect(published(assembly) == ["cat": "new cat", "dog": "Dog.png"])
        #expect(assembly.catalog.awaitingPacks.isEmpty)
    }
}
