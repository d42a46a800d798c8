import Foundation
import Testing

/// A build after a change processes only the packs whose folders changed.
@Suite struct ChangedPacksTests {
    /// A built library of two packs that share one picture. Unreferenced files are removed without a grace period.
    private func library() async throws -> CLIFixture {
        try await .twoPacks()
    }

    @Test("nothing is read of other packs")
    func alone() async throws {
        let cli = try await library()
        let record = try cli.damageRecord(of: "dogs")
        try cli.drop(Art.disc(10), as: "cats/Cat 1.svg")
        let build = try await cli.build()
        #expect(build.status == 0)
        #expect(build.total("published") == 6)
        #expect(build.events.filter { $0.kind == "notice" }.isEmpty)
        #expect(try cli.text(record).hasPrefix("#"))
        #expect(try await cli.run("audit").status == 1)
    }

    @Test("files that another pack shares with the changed one stay, and all others are removed")
    func shared() async throws {
        let cli = try await library()
        try cli.remove("drop/cats/Cat 3.svg")
        try cli.drop(Art.disc(11), as: "cats/Cat 2.svg")
        #expect(try await cli.build().total("published") == 5)
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
        try cli.remove("drop/dogs")
        #expect(try await cli.build().total("published") == 2)
        #expect(try cli.out.faults() == [])
    }

    @Test("it publishes the same as a build of everything")
    func same() async throws {
        let cli = try await library()
        try cli.drop(Art.disc(10), as: "cats/Cat 1.svg")
        try cli.drop("{\"title\": \"Hounds\"}", as: "dogs/pack.json")
        try cli.drop(["new pack/New.svg": 12, "At the root.svg": 13])
        try await cli.build()
        let before = try cli.out.contents
        try cli.remove(".out.stickerd/ledger.sqlite")
        try await cli.build()
        #expect(OutTree.differences(try cli.out.contents, before) == [])
    }

    @Test("an icon and a pack's settings count as a change of the pack")
    func icon() async throws {
        let cli = try await library()
        try cli.drop(Art.disc(20), as: "cats/icon.svg")
        try await cli.build()
        #expect(try cli.text("out/catalog.json").contains("\"icon\""))
        try cli.remove("drop/cats/icon.svg")
        try await cli.build()
        #expect(try !cli.text("out/catalog.json").contains("\"icon\""))
        #expect(try cli.out.faults() == [])
    }
}
