import BuildEngine
import DropWatcher
import Intake
import JobModel
import Publishing
import StickerConfiguration
import Testing

@Suite("The plan of a pack")
struct PackPlannerTests {
    private typealias Samples = PlanSamples

    private func plan(
        _ sources: [PlannedSource], of pack: DroppedPack = PlanSamples.pack, published: PublishedSources = .none,
        results: [String: StickerResult] = [:], made: [String: StickerResult] = [:], assets: AssetNames = [],
        trustsManifest: Bool = false
    ) -> [String: PlannedSource] {
        let plan = PackPlanner(configuration: Samples.configuration, trustsManifest: trustsManifest).plan(
            sources, of: pack,
            knowing: PlanKnowledge(
                published: published, results: results.keyedByFingerprint, made: made.keyedByFingerprint,
                assets: assets))
        #expect(plan.map(\.path) == sources.map(\.path), "the order differs from the listing")
        return Dictionary(plan.map { (String($0.path.dropFirst("cats/".count)), $0) }) { first, _ in first }
    }

    // MARK: Results

    @Test("a new source is rendered")
    func new() {
        let plan = plan([Samples.source("Cat.png")])
        #expect(plan["Cat.png"]?.summary == "render")
        #expect(plan["Cat.png"]?.task?.fingerprint == Samples.fingerprint("Cat.png"))
    }

    @Test("a source with a known result is not rendered again")
    func knownResult() {
        let result = Samples.result("cat")
        let plan = plan(
            [Samples.source("Cat.png")], results: ["Cat.png": result], assets: Samples.assets(result))
        #expect(plan["Cat.png"]?.summary == "reuse")
        #expect(plan["Cat.png"]?.fingerprint == Samples.fingerprint("Cat.png"))
    }

    @Test("a source is rendered again when a file of its result is missing")
    func missingFile() {
        let plan = plan([Samples.source("Cat.png")], results: ["Cat.png": Samples.result("cat")])
        #expect(plan["Cat.png"]?.summary == "render")
    }

    @Test("a known rejection is not rendered again: it has no files")
    func knownRejection() {
        #expect(plan([Samples.source("Cat.png")], results: ["Cat.png": Samples.damaged])["Cat.png"]?.summary == "reuse")
    }

    // MARK: Equal bytes

    @Test("of files with equal bytes the one with the shorter name is used")
    func duplicate() {
        let plan = plan([
            Samples.source("Cat copy.png", bytes: "cat"), Samples.source("Cat.png", bytes: "cat"),
            Samples.source("Dog.png"),
        ])
        #expect(plan["Cat copy.png"]?.summary == "duplicate of cats/Cat.png")
        #expect(plan["Cat copy.png"]?.fingerprint == nil)
        #expect(plan["Cat.png"]?.summary == "render")
        #expect(plan["Cat.png"]?.copies == ["cats/Cat copy.png"])
        #expect(plan["Dog.png"]?.summary == "render")
    }

    @Test("of files with equal bytes the published one stays, with any name")
    func publishedDuplicate() {
        let copy = Samples.source("Cat copy.png", bytes: "cat")
        let plan = plan([copy, Samples.source("Cat.png", bytes: "cat")], published: Samples.published(copy))
        #expect(plan["Cat copy.png"]?.summary == "render")
        #expect(plan["Cat.png"]?.summary == "duplicate of cats/Cat copy.png")
    }

    @Test("of files with equal bytes one with given settings has priority over one with a shorter name")
    func namedDuplicate() {
        let named = Samples.source("Cat copy.png", bytes: "cat") { $0.isNamed = true }
        let plan = plan([named, Samples.source("Cat.png", bytes: "cat")])
        #expect(plan["Cat.png"]?.summary == "duplicate of cats/Cat copy.png")
    }

    @Test("a copy does not take the place of a published source that waits")
    func waitingOriginal() {
        let original = Samples.source("Cat copy.png", bytes: "cat")
        let plan = plan(
            [Samples.waiting("Cat copy.png", .postponed), Samples.source("Cat.png", bytes: "cat")],
            published: Samples.published(original))
        #expect(plan["Cat.png"]?.summary == "duplicate of cats/Cat copy.png")
        #expect(plan["Cat copy.png"]?.deferral == .postponed)
    }

    @Test("a duplicate is rendered when its original has other bytes")
    func freedDuplicate() {
        var copy = Samples.source("Cat copy.png", bytes: "cat")
        copy.step = .duplicate(of: "cats/Cat.png")
        let plan = plan([copy, Samples.source("Cat.png", bytes: "another cat")])
        #expect(plan["Cat copy.png"]?.summary == "render")
        #expect(plan["Cat.png"]?.copies == [])
    }

    // MARK: Versions

    @Test("the best version of a sticker is used, and supersedes the others")
    func version() {
        let plan = plan([Samples.version("Star.png", of: "Star.svg", rank: 1), Samples.source("Star.svg")])
        #expect(plan["Star.svg"]?.summary == "render")
        #expect(plan["Star.png"]?.summary == "superseded by cats/Star.svg")
        #expect(plan["Star.png"]?.fingerprint == nil)
    }

    @Test("a rejected version makes way for the next one", arguments: [false, true])
    func rejectedVersion(isStored: Bool) {
        let sources = [
            Samples.source("Star.svg"), Samples.version("Star.png", of: "Star.svg", rank: 1),
            Samples.version("Star.gif", of: "Star.svg", rank: 2),
        ]
        let rejected = ["Star.svg": Samples.damaged]
        let plan = plan(sources, results: isStored ? rejected : [:], made: isStored ? [:] : rejected)
        #expect(plan["Star.svg"]?.summary == (isStored ? "reuse" : "render"))
        #expect(plan["Star.png"]?.summary == "render")
        #expect(plan["Star.gif"]?.summary == "superseded by cats/Star.png")
    }

    @Test("when every version is rejected, all of them are tried")
    func allRejected() {
        let plan = plan(
            [Samples.source("Star.svg"), Samples.version("Star.png", of: "Star.svg", rank: 1)],
            results: ["Star.svg": Samples.damaged, "Star.png": Samples.damaged])
        #expect(plan["Star.svg"]?.summary == "reuse")
        #expect(plan["Star.png"]?.summary == "reuse")
    }

    @Test("rejected new content of a published version keeps its position: the last good one stays")
    func publishedVersion() {
        let plan = plan(
            [
                Samples.source("Star.svg", bytes: "broken"), Samples.version("Star.png", of: "Star.svg", rank: 1),
            ], published: Samples.published(Samples.source("Star.svg", bytes: "good")),
            results: ["broken": Samples.damaged])
        #expect(plan["Star.png"]?.summary == "superseded by cats/Star.svg")
    }

    @Test("versions with equal bytes do not replace each other endlessly")
    func equalVersions() {
        let plan = plan(
            [
                Samples.source("Star.png", bytes: "star"),
                Samples.version("Star@2x.png", of: "Star.png", rank: 1, bytes: "star"),
            ], results: ["star": Samples.damaged])
        #expect(plan["Star.png"]?.summary == "reuse")
        #expect(plan["Star@2x.png"]?.summary == "duplicate of cats/Star.png")
    }

    @Test("rejections in the manifest only count if it is trusted and no result is known")
    func manifestRejection() {
        let sources = [Samples.source("Star.svg"), Samples.version("Star.png", of: "Star.svg", rank: 1)]
        let broken = CatalogAssembler(configuration: Samples.configuration, previous: nil, assets: []).assemble(
            packs: [Samples.pack],
            entries: [
                StickerEntry(
                    art: sources[0].art, sha256: "Star.svg", fingerprint: "f", size: .regular,
                    result: Samples.damaged)
            ])
        let published = PublishedSources(broken)
        #expect(plan(sources, published: published)["Star.png"]?.summary == "superseded by cats/Star.svg")
        #expect(plan(sources, published: published, trustsManifest: true)["Star.png"]?.summary == "render")
    }

    // MARK: Deferred and held back

    @Test("a waiting source continues to wait, and its version does not change")
    func deferred() {
        let write = UnfinishedWrite.growing("Star.svg", bytes: 10)
        let plan = plan([
            Samples.waiting("Star.svg", .unfinished(write)), Samples.version("Star.png", of: "Star.svg", rank: 1),
        ])
        #expect(plan["Star.svg"]?.deferral == .unfinished(write))
        #expect(plan["Star.png"]?.summary == "superseded by cats/Star.svg")
    }

    @Test("a source that its sidecar holds back is not rendered again although its files are missing")
    func heldBackBySidecar() {
        let source = Samples.source("Cat.png") { $0.findings = [Rule.badSidecar.finding("It is not JSON.")] }
        let held = plan([source], results: ["Cat.png": Samples.result("cat")])["Cat.png"]
        #expect(held?.summary == "reuse")
        #expect(held?.isHeldBack == true)
        #expect(
            plan([Samples.source("Cat.png")], results: ["Cat.png": Samples.result("cat")])["Cat.png"]?.summary
                == "render")
    }

    @Test("a held-back source is rendered again if a file in the manifest is missing")
    func heldBackAndPublished() {
        let source = Samples.source("Cat.png") { $0.findings = [Rule.badSidecar.finding("It is not JSON.")] }
        let plan = plan(
            [source], published: Samples.published(Samples.source("Cat.png")),
            results: ["Cat.png": Samples.result("cat")])
        #expect(plan["Cat.png"]?.summary == "render")
    }

    @Test("an unreadable pack.json holds every sticker of its pack back")
    func heldBackByPack() {
        var pack = Samples.pack
        pack.findings = [Rule.badPackFile.finding("It is not JSON.")]
        let plan = plan(
            [Samples.source("Cat.png"), Samples.source("Dog.png")], of: pack,
            results: ["Cat.png": Samples.result("cat"), "Dog.png": Samples.result("dog")])
        #expect(plan.values.allSatisfy { $0.isHeldBack })
    }

    @Test("if equal pictures are an error, the second source with the same picture is held back")
    func heldBackAsSamePicture() {
        var configuration = Samples.configuration
        configuration.rules.levels = [Rule.samePicture.id: .error]
        let sources = [Samples.source("Cat.png"), Samples.source("Twin.png")]
        let results = ["Cat.png": Samples.result("cat"), "Twin.png": Samples.result("cat")]
        func plan(_ sources: [PlannedSource], _ configuration: Configuration) -> [PlannedSource] {
            PackPlanner(configuration: configuration).plan(
                sources, of: Samples.pack,
                knowing: PlanKnowledge(published: .none, results: results.keyedByFingerprint))
        }
        // As long as the files of the first source do not exist, the second source is not held back.
        #expect(plan(sources, configuration).map(\.isHeldBack) == [false, false])
        #expect(plan(sources, configuration).map(\.summary) == ["render", "render"])
        #expect(plan(sources, Samples.configuration).map(\.summary) == ["render", "render"])
        #expect(plan(Array(sources.dropFirst()), configuration).map(\.summary) == ["render"])
        var rendered = sources
        rendered[0].step = .reuse(Samples.result("cat"))
        #expect(plan(rendered, configuration).map(\.isHeldBack) == [false, true])
        #expect(plan(rendered, configuration).map(\.summary) == ["reuse", "reuse"])
    }

    // MARK: Purity

    @Test("equal arguments give equal plans, and planning a plan again does not change it")
    func pure() {
        let sources = [
            Samples.source("Cat copy.png", bytes: "cat"), Samples.source("Cat.png", bytes: "cat"),
            Samples.source("Star.svg"), Samples.version("Star.png", of: "Star.svg", rank: 1),
            Samples.waiting("Sun.png", .postponed),
        ]
        let knowledge = PlanKnowledge(
            published: .none, results: ["Star.svg": Samples.damaged].keyedByFingerprint)
        let planner = PackPlanner(configuration: Samples.configuration)
        let plan = planner.plan(sources, of: Samples.pack, knowing: knowledge)
        #expect(plan.map(\.summary) == planner.plan(sources, of: Samples.pack, knowing: knowledge).map(\.summary))
        #expect(plan.map(\.summary) == planner.plan(plan, of: Samples.pack, knowing: knowledge).map(\.summary))
    }
}

extension [String: StickerResult] {
    /// The results, with each key replaced by the fingerprint of the source with this content.
    fileprivate var keyedByFingerprint: [String: StickerResult] {
        Dictionary(map { (PlanSamples.fingerprint($0), $1) }) { first, _ in first }
    }
}
