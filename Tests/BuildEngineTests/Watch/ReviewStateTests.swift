import BuildEngine
import Decisions
import Publishing
import StickerManifest
import TestSupport
import Testing

@Suite("The decisions that a watch knows")
struct ReviewStateTests {
    @Test("they are read when their files change, and when packs become known")
    func renew() async throws {
        let folder = try TemporaryFolder()
        var reviews = ReviewState(folder: folder.path) { _ in }
        #expect(try await !reviews.renew(published: nil))
        #expect(await !reviews.isOutdated())
        let store = try await DecisionStore.open(folder: folder.path)
        let key = Reviews.Key(pack: "cats", sticker: "cat", pixels: String(repeating: "a", count: 64))
        try await store.decide([
            Decision(
                key: key, outcome: .sentBack, reviewer: "Ada", comment: "Rounder.", decided: "2026-11-25T14:00:00Z")
        ])
        #expect(await reviews.isOutdated())
        #expect(try await reviews.renew(published: nil))
        #expect(reviews.state.sentBack[key]?.comment == "Rounder.")
        #expect(try await !reviews.renew(published: nil))
        reviews.readAgain()
        #expect(await reviews.isOutdated())
        // Unchanged decisions are not reported as a change.
        #expect(try await !reviews.renew(published: nil))
    }

    @Test("send-backs that were reported are kept in a file, and an absent file means none")
    func reported() throws {
        let folder = try TemporaryFolder()
        #expect(ReportedSendBacks.read(folder.path).isEmpty)
        try ReportedSendBacks.write(["b", "a"], folder.path)
        #expect(ReportedSendBacks.read(folder.path) == ["a", "b"])
        #expect(folder.text(ReportedSendBacks.fileName) == "a\nb\n")
        try ReportedSendBacks.write([], folder.path)
        #expect(ReportedSendBacks.read(folder.path).isEmpty)
    }
}
