import Foundation
import TestSupport
import Testing

/// Tests sidecars and pack.json files that are still being written.
struct UnfinishedSettingsTests {
    @Test(
        "a half-written sidecar rejects nothing, and is used when it is complete", arguments: ["", "{\"label\":"])
    func sidecar(beginning: String) async throws {
        let cli = try CLIFixture(discs: ["cats/Star.svg": 1])
        let watch = try await cli.engineWatch(timing: .withoutIncompleteFiles)
        try cli.drop(beginning, as: "cats/Star.json")
        try await eventually("the deferral of cats/Star.svg is not reported") {
            try watch.count("waiting", "cats/Star.svg") >= 1
        }
        #expect(try cli.sticker("cats", "star") != nil)
        try cli.drop("{\"label\": \"A star\"}", as: "cats/Star.json")
        try await eventually("the new label is not published") { try cli.sticker("cats", "star")?.label == "A star" }
        #expect(try watch.count("rejected") == 0)
        #expect(!cli.has("drop/cats/Star.svg.rejected.txt"))
        try await watch.stop()
    }

    @Test(
        "a sidecar that is saved before its art is not reported, and rejects nothing while it is incomplete",
        arguments: ["", "{\"label\":"])
    func sidecarFirst(beginning: String) async throws {
        let cli = try CLIFixture()
        let watch = try await cli.engineWatch(timing: .withoutIncompleteFiles)
        try cli.drop(beginning, as: "cats/Star.json")
        try cli.drop(Art.disc(1), as: "cats/Star.svg")
        try await eventually("the deferral of cats/Star.svg is not reported") {
            try watch.count("waiting", "cats/Star.svg") >= 1
        }
        try cli.drop("{\"label\": \"A star\"}", as: "cats/Star.json")
        try await eventually("the new label is not published") { try cli.sticker("cats", "star")?.label == "A star" }
        #expect(try watch.count("rejected") == 0 && watch.count("unused") == 0)
        try await watch.stop()
    }

    @Test("a sidecar whose art is never added is reported")
    func lone() async throws {
        let cli = try CLIFixture()
        let watch = try await cli.engineWatch()
        try cli.drop("{\"label\": \"A star\"}", as: "cats/Star.json")
        try await eventually("the unused file cats/Star.json is not reported") {
            try watch.count("unused", "cats/Star.json") == 1
        }
        try await watch.stop()
    }

    @Test("a half-written pack.json rejects nothing, and the pack keeps its title until then")
    func packFile() async throws {
        let cli = try CLIFixture(discs: ["cats/Star.svg": 1])
        try cli.drop("{\"title\": \"Felines\"}", as: "cats/pack.json")
        let watch = try await cli.engineWatch(timing: .withoutIncompleteFiles)
        try cli.drop("{\"title\":", as: "cats/pack.json")
        try await eventually("the deferral of cats/Star.svg is not reported") {
            try watch.count("waiting", "cats/Star.svg") >= 1
        }
        try cli.drop(Art.disc(2), as: "dogs/Rex.svg")
        try await eventually("the sticker dogs/rex is not published") { try cli.sticker("dogs", "rex") != nil }
        #expect(try cli.catalog().packs.first { $0.id == "cats" }?.title == "Felines")
        try cli.drop("{\"title\": \"Cats!\"}", as: "cats/pack.json")
        try await eventually("the new title is not published") { try cli.catalog().packs.first?.title == "Cats!" }
        #expect(try watch.count("rejected") == 0)
        try await watch.stop()
    }

    @Test("a sidecar that is complete and wrong rejects its art, as ever")
    func broken() async throws {
        let cli = try CLIFixture(discs: ["cats/Star.svg": 1])
        let watch = try await cli.engineWatch()
        try cli.drop("{\"size\": \"huge\"}", as: "cats/Star.json")
        try await eventually("the rejection of cats/Star.svg is not reported") {
            try watch.count("rejected", "cats/Star.svg") == 1
        }
        try await watch.stop()
    }
}
