import BuildEngine
import ControlSocket
import Decisions
import Publishing
import StickerManifest
import TestSupport
import Testing

@Suite("Decisions and status of a library without an engine")
struct ApprovalUpdateTests {
    @Test("a decision reaches the manifest without a build, once")
    func decision() async throws {
        let library = try await PublishedLibrary()
        let sticker = try #require(try library.catalog().packs.first?.stickers.first)
        let store = try await DecisionStore.open(folder: library.configuration.stateFolder)
        let key = Reviews.Key(pack: "cats", sticker: sticker.id, pixels: sticker.pixels)
        try await store.decide([
            Decision(key: key, outcome: .approved, reviewer: "Ada", decided: "2026-11-25T14:00:00Z")
        ])
        #expect(store.isNewer(than: library.folder.file("out/catalog.json")))
        let update = ApprovalUpdate(configuration: library.configuration, command: "stickerd review")
        let follower = DecisionFollower(update: update) { _ in }
        follower.publish(store)
        follower.finish()
        await follower.run()
        let review = try library.catalog().packs.first?.stickers.first?.review
        #expect(review?.outcome == .approved && review?.reviewer == "Ada")
        #expect(!store.isNewer(than: library.folder.file("out/catalog.json")))
        let json = library.folder.bytes("out/catalog.json")
        try await update.run { _ in }
        #expect(library.folder.bytes("out/catalog.json") == json)
    }

    @Test("the status of an output that no process works on comes from the manifest and the state database")
    func status() async throws {
        let library = try await PublishedLibrary()
        try await library.add("cats/Late.png", .waiting, reason: "it is being written")
        guard case .notRunning(let status) = try await StatusQuery(library.configuration).run(limit: 10) else {
            Issue.record("a process uses the output")
            return
        }
        #expect(status.published.stickers == 3 && status.sources.count == 4 && status.holder == nil)
        #expect(status.sources.deferred.entries.map(\.path) == ["cats/Late.png"])
    }
}
