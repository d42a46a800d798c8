import BuildEngine
import Decisions
import EngineSupport
import Publishing
import Snapshots
import StickerManifest
import TestSupport
import Testing

@Suite("The comparison of a nightly report with the last one")
struct ReportComparisonTests {
    private func decision(_ pixels: String, _ outcome: Decision.Outcome, minute: Int = 0) -> Decision {
        Decision(
            key: Reviews.Key(pack: "cats", sticker: "cat", pixels: pixels), outcome: outcome, reviewer: "Ada",
            decided: "2026-11-25T14:0\(minute):00Z")
    }

    @Test("a sticker whose last decision is the approval of another image is listed, until somebody decides")
    func changedSinceApproval() async throws {
        let catalog = try await PublishedLibrary().catalog()
        let now = try #require(catalog.packs.first { $0.id == "cats" }?.stickers.first { $0.id == "cat" })
        let listed = catalog.changedSinceApproval([decision("before", .approved)])
        #expect(listed.map(\.id) == ["cat"] && listed.first?.reviewer == "Ada" && listed.first?.pixels == "before")
        #expect(listed.first?.label == now.label)
        let others: [[Decision]] = [
            [], [decision(now.pixels, .approved)], [decision("before", .sentBack)],
            [decision("before", .approved), decision("before", .reopened, minute: 1)],
            [decision("before", .approved), decision(now.pixels, .sentBack, minute: 1)],
            [decision("before", .approved), decision("between", .sentBack, minute: 1)],
        ]
        for decisions in others { #expect(catalog.changedSinceApproval(decisions).isEmpty, "\(decisions)") }
    }

    @Test("the snapshot of the last report stays above the limit, until another one is reported")
    func reported() async throws {
        var library = try await PublishedLibrary(["cats": ["Cat.png"]])
        library.configuration.snapshots = 1
        let store = SnapshotStore(library.configuration)
        #expect(try store.reportedCatalog(after: nil) == nil)
        let first = try #require(store.all().first)
        try store.markReported(manifest: first.catalog)
        let earlier = try library.catalog()
        for text in ["second", "third"] {
            try await library.publish(["cats": ["Cat.png", "Kitten.png"]], content: text)
            // Saves the state again, which also removes the snapshots above the limit.
            try library.folder.remove("state/snapshots/\(try #require(store.all().first).id).json")
            try store.saveIfChanged()
        }
        #expect(store.all().map(\.id).contains(first.id) && store.all().count == 2)
        let catalog = try #require(try store.reportedCatalog(after: try library.catalog().origin.encoding))
        #expect(catalog.packs.flatMap(\.stickers).map(\.pixels) == earlier.packs.flatMap(\.stickers).map(\.pixels))
        let file = try #require(earlier.packs.first?.stickers.first?.renditions.first)
        #expect(store.folder.exists(SnapshotStore.place(file.sha256)))
        try store.markReported(manifest: "unknown")
        #expect(try store.reportedCatalog(after: nil)?.packs.first?.stickers.count == 1)
        try store.markReported(manifest: try #require(store.all().first).catalog)
        #expect(try store.reportedCatalog(after: nil)?.packs.first?.stickers.count == 2)
    }

    @Test("a damaged or missing snapshot of the last report is an error, and a store without snapshots has none")
    func damaged() async throws {
        var library = try await PublishedLibrary(["cats": ["Cat.png"]])
        let store = SnapshotStore(library.configuration)
        try store.markReported(manifest: try #require(store.all().first).catalog)
        try library.folder.write("000000000000", to: "state/snapshots/reported")
        #expect(throws: EngineError.self) { try store.reportedCatalog(after: nil) }
        library.configuration.snapshots = 0
        #expect(try SnapshotStore(library.configuration).reportedCatalog(after: nil) == nil)
    }
}
