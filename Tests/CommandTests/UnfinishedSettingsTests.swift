import Foundation
import Testing

/// Sidecars and pack.json files that are still being written.
struct UnfinishedSettingsTests {
    @Test(
        "a sidecar that is half written rejects nothing, and counts when it is there", arguments: ["", "{\"label\":"])
    func sidecar(beginning: String) async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/Star.svg")
        let watching = try await Watching(workshop)
        try workshop.drop(beginning, as: "cats/Star.json")
        try await eventually("nobody is told that it waits") { try watching.count("waiting", "cats/Star.svg") == 1 }
        #expect(try workshop.sticker("cats", "star") != nil)
        try workshop.drop("{\"label\": \"A star\"}", as: "cats/Star.json")
        try await eventually("it does not count") { try workshop.sticker("cats", "star")?.label == "A star" }
        #expect(try watching.count("rejected") == 0)
        #expect(!workshop.has("drop/cats/Star.svg.rejected.txt"))
        try await watching.stop()
    }

    @Test("a pack.json that is half written rejects nothing, and the pack keeps its title meanwhile")
    func packFile() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/Star.svg")
        try workshop.drop("{\"title\": \"Felines\"}", as: "cats/pack.json")
        let watching = try await Watching(workshop)
        try workshop.drop("{\"title\":", as: "cats/pack.json")
        try await eventually("nobody is told that it waits") { try watching.count("waiting", "cats/Star.svg") == 1 }
        try workshop.drop(Art.disc(2), as: "dogs/Rex.svg")
        try await eventually("other packs wait too") { try workshop.sticker("dogs", "rex") != nil }
        #expect(try workshop.catalog().packs.first { $0.id == "cats" }?.title == "Felines")
        try workshop.drop("{\"title\": \"Cats!\"}", as: "cats/pack.json")
        try await eventually("it does not count") { try workshop.catalog().packs.first?.title == "Cats!" }
        #expect(try watching.count("rejected") == 0)
        try await watching.stop()
    }

    @Test("a sidecar that is complete and wrong rejects its art, as ever")
    func broken() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/Star.svg")
        let watching = try await Watching(workshop)
        try workshop.drop("{\"size\": \"huge\"}", as: "cats/Star.json")
        try await eventually("nobody is told") { try watching.count("rejected", "cats/Star.svg") == 1 }
        try await watching.stop()
    }
}
