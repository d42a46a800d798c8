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
        let update = ApprovalUpdate(configuration: library.configuration, command: "stickerd review")
        let follower = DecisionFollower(pass: update) { _ in }
        await follower.publish()
        let review = try library.catalog().packs.first?.stickers.first?.review
        #expect(review?.outcome == .approved && review?.reviewer == "Ada")
        let json = library.folder.bytes("out/catalog.json")
        await follower.publish()
        #expect(library.folder.bytes("out/catalog.json") == json)
    }

    @Test("the status of an output that no process works on comes from the manifest and the state database")
    func status() async throws {
        let library = try await PublishedLibrary()
        try await library.add("cats/Late.png", .waiting, reason: "it is being written")
        guard case .notRunning(let status) = try await StatusQuery(library.configuration).run(limit: 10) else {
            Issue.record("A process works on the output.")
            return
        }
        #expect(status.published.stickers == 3 && status.sources.count == 4 && status.holder == nil)
        #expect(status.sources.deferred.entries.map(\.path) == ["cats/Late.png"])
    }
}
