import Foundation
import TestSupport
import Testing

/// Good art that is not published because of what is beside it: its pack.json, its sidecar, or the level of a rule.
@Suite("Art that is held back")
struct HeldBackTests {
    private static let count = 5

    /// Several sources, of which one worker finishes one after the other.
    private func workshop(_ settings: Settings = Settings()) throws -> Workshop {
        let workshop = try Workshop(settings)
        for number in 0..<Self.count { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        return workshop
    }

    @Test("a watch renders art that a broken pack.json holds back once, and reports the pack.json once")
    func watched() async throws {
        let workshop = try workshop()
        try workshop.drop("{\"title\": 3}", as: "cats/pack.json")
        let watching = try await Watching(workshop)
        try workshop.drop(Art.disc(20), as: "dogs/Rex.svg")
        try await eventually("other packs wait too") { try workshop.sticker("dogs", "rex") != nil }
        #expect(try watching.count("rendered") == Self.count + 1)
        #expect(try watching.count("rejected") == 1)
        #expect(try watching.count("rejected", "cats/pack.json") == 1)

        try workshop.drop("{\"title\": \"Felines\"}", as: "cats/pack.json")
        try await eventually("the pack is not published") {
            try workshop.catalog().packs.first { $0.title == "Felines" }?.stickers.count == Self.count
        }
        try await watching.stop()
        #expect(try await workshop.run("audit").status == 0)
        #expect(try workshop.out.faults() == [])
    }

    @Test("a watch reports a broken pack.json once, also when art of the pack is replaced one by one")
    func reportedOnce() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop("{\"title\": 3}", as: "cats/pack.json")
        let watching = try await Watching(workshop)
        try workshop.drop(Art.disc(2), as: "cats/One.svg")
        try await eventually("the new version is not rendered") { try watching.count("rendered", "cats/One.svg") == 2 }
        try workshop.drop(Art.disc(3), as: "dogs/Rex.svg")
        try await eventually("other packs wait too") { try workshop.sticker("dogs", "rex") != nil }
        #expect(try watching.count("rejected") == 1)
        try await watching.stop()
    }

    @Test(
        "a build renders art that is held back once, and publishes it when nothing holds it back any more",
        arguments: ["cats/pack.json", "cats/Disc 1.json"])
    func built(broken: String) async throws {
        let workshop = try workshop()
        try workshop.drop("{\"size\": 3}", as: broken)
        #expect(try await workshop.build().total("rendered") == Self.count)
        // Something else changes, so that the build looks at everything again.
        try workshop.drop(Art.disc(20), as: "dogs/Rex.svg")
        let second = try await workshop.build()
        #expect(second.renderedPaths == ["dogs/Rex.svg"])
        #expect(second.status == 1)
        #expect(try await workshop.run("audit").status == 0)

        try workshop.remove("drop/" + broken)
        #expect(try await workshop.build().status == 0)
        #expect(try workshop.catalog().packs.first { $0.id == "cats" }?.stickers.count == Self.count)
        #expect(try workshop.out.faults() == [])
    }

    @Test("art that a rule's level rejects is rendered once, and again when the level lets it pass")
    func level() async throws {
        let workshop = try Workshop(Settings(rules: ["opaque-background": "\"error\""]))
        try workshop.drop(Art.png(16, opaque: true), as: "cats/One.png")
        try workshop.drop(Art.png(24, opaque: true), as: "cats/Two.png")
        #expect(try await workshop.build().total("rendered") == 2)
        try workshop.drop(Art.disc(20), as: "dogs/Rex.svg")
        #expect(try await workshop.build().renderedPaths == ["dogs/Rex.svg"])
        try workshop.configure(Settings(rules: ["opaque-background": "\"warning\""]))
        #expect(try await workshop.build().status == 0)
        #expect(try workshop.catalog().packs.first { $0.id == "cats" }?.stickers.count == 2)
        #expect(try workshop.out.faults() == [])
    }

    @Test("a rebuild beside art that is held back publishes what is better, and leaves the art rejected")
    func rebuilt() async throws {
        let workshop = try workshop()
        try workshop.drop(Art.disc(20), as: "dogs/Rex.svg")
        try workshop.drop("{\"title\": 3}", as: "cats/pack.json")
        #expect(try await workshop.build().status == 1)
        let rebuild = try await workshop.rebuild("--effort", "balanced")
        #expect(rebuild.held == "", "\(rebuild.complaint)")
        #expect(try workshop.catalog().rejected.count == Self.count)
        #expect(try workshop.sticker("dogs", "rex") != nil)
        #expect(try await workshop.run("audit").status == 0)

        try workshop.remove("drop/cats/pack.json")
        #expect(try await workshop.build().status == 0)
        #expect(try workshop.catalog().packs.first { $0.id == "cats" }?.stickers.count == Self.count)
        #expect(try workshop.out.faults() == [])
    }
}
