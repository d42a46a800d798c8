import BuildEngine
import JobModel
import Publishing
import StickerConfiguration
import StickerManifest
import Testing
import WorkerPool

/// A worker could report the pixels of an approved image for any file. A result that would be published only because of
/// its pixels is therefore rendered again in a new process.
@Suite("Results that would be published for their pixels alone")
struct InheritedApprovalsTests {
    enum Decision: Sendable { case none, approved, sentBack, withdrawn }

    struct Case: Sendable, CustomTestStringConvertible {
        var testDescription: String
        var decision = Decision.none
        var requiresApproval = true
        /// The source, the files and the pixels of the published version. Nil if no version is published.
        var published: (source: String, files: String, pixels: String)?
        /// Whether this version awaits approval instead of being published.
        var isAwaiting = false
        var result = PlanSamples.result("new files", pixels: "image")
        var isCovered: Bool
    }

    static let cases: [Case] = [
        Case("approved, and nothing is published", decision: .approved, covered: true),
        Case("approved without the requirement", decision: .approved, requiresApproval: false, covered: true),
        Case("the approved files themselves", decision: .approved, published: ("new", "new files"), covered: false),
        Case(
            "the approved files themselves, which await their publication", decision: .approved,
            published: ("new", "new files"), isAwaiting: true, covered: false),
        Case("other files of the approved image", decision: .approved, published: ("new", "old files"), covered: true),
        Case(
            "the approved files from another source", decision: .approved, published: ("old", "new files"),
            covered: true),
        Case(
            "the published image, which was never decided about", published: ("old", "old files"), covered: true),
        Case("the published files, which were never decided about", published: ("new", "new files"), covered: false),
        Case("another image than the published one", published: ("old", "old files", "another"), covered: false),
        Case("nothing is decided or published", covered: false),
        Case(
            "the published image without the requirement", requiresApproval: false, published: ("old", "old files"),
            covered: false),
        Case("changes were requested", decision: .sentBack, published: ("old", "old files"), covered: false),
        Case("the decision was withdrawn", decision: .withdrawn, published: ("old", "old files"), covered: false),
        Case("a rejected result", decision: .approved, result: PlanSamples.damaged, covered: false),
    ]

    @Test(
        "a result counts as covered only if its pixels, and not its files, are approved or published", arguments: cases)
    func covered(_ example: Case) throws {
        let task = try #require(PlanSamples.source("Cat.png", bytes: "new").task)
        let key = Reviews.Key(pack: "cats", sticker: task.art.id, pixels: "image")
        let reviews =
            switch example.decision {
            case .none: Reviews()
            case .approved: Reviews([key: Review(outcome: .approved)])
            case .sentBack: Reviews([key: Review(outcome: .sentBack)])
            case .withdrawn: Reviews(open: [key])
            }
        var catalog = example.published.map { published in
            PlanSamples.catalog([
                (
                    PlanSamples.source("Cat.png", bytes: published.source),
                    PlanSamples.result(published.files, pixels: published.pixels)
                )
            ])
        }
        if example.isAwaiting, let packs = catalog?.packs {
            catalog?.awaitingApproval = packs
            catalog?.packs = []
        }
        var configuration = PlanSamples.configuration
        configuration.publish.requireApproval = example.requiresApproval
        let approvals = ConfiguredWorkers(
            configuration: configuration, command: WorkerCommand(executable: "/nonexistent")
        ).approvals(reviews, catalog: catalog) { _ in }
        #expect(approvals.cover(example.result, of: task) == example.isCovered)
    }
}

extension InheritedApprovalsTests.Case {
    init(
        _ description: String, decision: InheritedApprovalsTests.Decision = .none, requiresApproval: Bool = true,
        published: (source: String, files: String)? = nil, isAwaiting: Bool = false,
        result: StickerResult = PlanSamples.result("new files", pixels: "image"), covered: Bool
    ) {
        self.init(
            testDescription: description, decision: decision, requiresApproval: requiresApproval,
            published: published.map { ($0.source, $0.files, "image") }, isAwaiting: isAwaiting, result: result,
            isCovered: covered)
    }

    init(_ description: String, published: (source: String, files: String, pixels: String), covered: Bool) {
        self.init(testDescription: description, published: published, isCovered: covered)
    }
}
