import Foundation
import TestSupport
import Testing

/// Tests good sources that are not published because of pack.json, the sidecar, or the level of a rule.
@Suite("Art that is held back")
struct HeldBackTests {
    private static let count = 5

    /// A fixture with several sources. A single worker renders them one after the other.
    private func fixture(_ settings: Settings = Settings()) throws -> CLIFixture {
        let cli = try CLIFixture(settings, discs: .numbered(0..<Self.count))
        return cli
    }

    @Test("a watch renders art that a broken pack.json holds back once, and reports the pack.json once")
    func watched() async throws {
        let cli = try fixture()
        try cli.drop("{\"title\": 3}", as: "cats/pack.json")
        let watch = try await cli.engineWatch()
        try cli.drop(Art.disc(20), as: "dogs/Rex.svg")
        try await eventually("the sticker dogs/rex is not published") { try cli.sticker("dogs", "rex") != nil }
        #expect(try watch.count("rendered") == Self.count + 1)
        #expect(try watch.count("rejected") == 1)
        #expect(try watch.count("rejected", "cats/pack.json") == 1)

        try cli.drop("{\"title\": \"Felines\"}", as: "cats/pack.json")
        try await eventually("the pack with the new title is not published") {
            try cli.catalog().packs.first { $0.title == "Felines" }?.stickers.count == Self.count
        }
        try await watch.stop()
        #expect(try await cli.run("audit").status == 0)
        #expect(try cli.out.faults() == [])
    }

    @Test("a watch reports a broken pack.json once, also when art of the pack is replaced one by one")
    func reportedOnce() async throws {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        try cli.drop("{\"title\": 3}", as: "cats/pack.json")
        let watch = try await cli.engineWatch()
        try cli.drop(Art.disc(2), as: "cats/One.svg")
        try await eventually("the new version is not rendered") { try watch.count("rendered", "cats/One.svg") == 2 }
        try cli.drop(Art.disc(3), as: "dogs/Rex.svg")
        try await eventually("the sticker dogs/rex is not published") { try cli.sticker("dogs", "rex") != nil }
        #expect(try watch.count("rejected") == 1)
        try await watch.stop()
    }

    @Test("a watch restores the earlier version of held-back art if one of its files is missing")
    func restored() async throws {
        let cli = try fixture()
        let first = try await cli.engineWatch()
        try cli.drop("{\"title\": 3}", as: "cats/pack.json")
        try await eventually("the stickers of the pack are not held back") {
            try cli.catalog().rejected.count { $0.keepsEarlierVersion } == Self.count
        }
        try await first.stop()
        let before = try #require(try cli.sticker("cats", "disc-1"))
        for rendition in before.renditions { try cli.remove("out/" + rendition.path) }
        let second = try await cli.engineWatch()
        #expect(try cli.sticker("cats", "disc-1") == before)
        try await second.stop()
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("if equal pictures are an error, art with the same picture is rendered once")
    func samePicture() async throws {
        let cli = try CLIFixture(Settings(rules: ["same-picture": "\"error\""]), discs: ["cats/One.svg": 1])
        try cli.drop(Art.disc(1) + "<!-- the same -->", as: "cats/Other.svg")
        #expect(try await cli.build().total("rendered") == 2)
        try cli.drop(Art.disc(20), as: "dogs/Rex.svg")
        #expect(try await cli.build().renderedPaths == ["dogs/Rex.svg"])
        #expect(try cli.catalog().rejected.map(\.path) == ["cats/Other.svg"])

        try cli.remove("drop/cats/One.svg")
        #expect(try await cli.build().status == 0)
        #expect(try cli.sticker("cats", "other") != nil)
        #expect(try cli.out.faults() == [])
    }

    @Test(
        "a build renders held-back art once, and publishes it when nothing holds it back",
        arguments: ["cats/pack.json", "cats/Disc 1.json"])
    func built(broken: String) async throws {
        let cli = try fixture()
        try cli.drop("{\"size\": 3}", as: broken)
        #expect(try await cli.build().total("rendered") == Self.count)
        // A change of another pack makes the build examine all packs again.
        try cli.drop(Art.disc(20), as: "dogs/Rex.svg")
        let second = try await cli.build()
        #expect(second.renderedPaths == ["dogs/Rex.svg"])
        #expect(second.status == 1)
        #expect(try await cli.run("audit").status == 0)

        try cli.remove("drop/" + broken)
        #expect(try await cli.build().status == 0)
        #expect(try cli.catalog().packs.first { $0.id == "cats" }?.stickers.count == Self.count)
        #expect(try cli.out.faults() == [])
    }

    @Test("art that a rule's level rejects is rendered once, and again when the level lets it pass")
    func level() async throws {
        let cli = try CLIFixture(Settings(rules: ["opaque-background": "\"error\""]))
        try cli.drop(Art.png(16, opaque: true), as: "cats/One.png")
        try cli.drop(Art.png(24, opaque: true), as: "cats/Two.png")
        #expect(try await cli.build().total("rendered") == 2)
        try cli.drop(Art.disc(20), as: "dogs/Rex.svg")
        #expect(try await cli.build().renderedPaths == ["dogs/Rex.svg"])
        try cli.configure(Settings(rules: ["opaque-background": "\"warning\""]))
        #expect(try await cli.build().status == 0)
        #expect(try cli.catalog().packs.first { $0.id == "cats" }?.stickers.count == 2)
        #expect(try cli.out.faults() == [])
    }

    @Test("a rebuild with held-back art publishes improvements, and leaves the art rejected")
    func rebuilt() async throws {
        let cli = try fixture()
        try cli.drop(Art.disc(20), as: "dogs/Rex.svg")
        try cli.drop("{\"title\": 3}", as: "cats/pack.json")
        #expect(try await cli.build().status == 1)
        let rebuild = try await cli.rebuild("--effort", "balanced")
        #expect(rebuild.held == "", "\(rebuild.complaint)")
        #expect(try cli.catalog().rejected.count == Self.count)
        #expect(try cli.sticker("dogs", "rex") != nil)
        #expect(try await cli.run("audit").status == 0)

        try cli.remove("drop/cats/pack.json")
        #expect(try await cli.build().status == 0)
        #expect(try cli.catalog().packs.first { $0.id == "cats" }?.stickers.count == Self.count)
        #expect(try cli.out.faults() == [])
    }
}
