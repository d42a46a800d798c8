import Foundation
import Testing

/// Tests runs that have nothing to do.
@Suite struct SecondRunTests {
    private func built(_ settings: Settings = Settings()) async throws -> CLIFixture {
        let cli = try CLIFixture(settings)
        try SharedBuild.fill(cli)
        #expect(try await cli.build().total("published") == 4)
        return cli
    }

    private func builtOfGoodArt() async throws -> CLIFixture {
        let cli = try CLIFixture(discs: ["cats/One.svg": 1])
        try cli.drop(Art.png(opaque: true), as: "cats/Two.png")
        try cli.drop(Art.disc(2), as: "cats/icon.svg")
        try await cli.build()
        return cli
    }

    @Test("a second run writes nothing: no file's inode, time or size changes, nor the state database's")
    func idempotent() async throws {
        let cli = try await built()
        let ledger = OutTree(cli.file(".out.stickerd"))
        let before = try (out: cli.out.stamps, ledger: ledger.stamp("ledger.sqlite"))
        let second = try await cli.build()
        #expect(second.total("rendered") == 0)
        #expect(second.events.last?["changed"] == .flag(false))
        #expect(second.status == 1, "the rejected art is no longer rejected")
        #expect(OutTree.differences(try cli.out.stamps, before.out) == [])
        #expect(try ledger.stamp("ledger.sqlite") == before.ledger)
    }

    @Test("a run without work reports the same for every source as the one before")
    func sameWords() async throws {
        let cli = try await built()
        let (second, third) = (try await cli.build(), try await cli.build())
        #expect(third.events == second.events)
        #expect(third.states.count == 7)
        #expect(third.reasons["cats/Torn.png"]?.isEmpty == false)
    }

    @Test(
        "every change that affects a sticker is noticed",
        arguments: [
            ("drop/cats/One.json", #"{"label": "Another"}"#), ("drop/cats/pack.json", #"{"title": "Another"}"#),
            ("drop/cats/One.json", #"{"size": "regular"}"#), ("pipeline.json", #"{"size": "large"}"#),
            ("drop/dogs/Three.svg", Art.disc(3)), ("drop/cats/One.svg", Art.disc(4)),
            ("pipeline.json", #"{"rules": {"opaque-background": "off"}}"#),
        ])
    func noticed(change: (name: String, text: String)) async throws {
        let cli = try await builtOfGoodArt()
        let before = try cli.out.bytes("catalog.json")
        try cli.put(change.text, at: change.name)
        #expect(try await cli.build().events.last?["changed"] == .flag(true))
        #expect(try cli.out.bytes("catalog.json") != before)
    }

    @Test("the same file in two packs, with findings, leaves the second run nothing to write")
    func sharedArt() async throws {
        let cli = try CLIFixture()
        try cli.drop(Art.png(opaque: true), as: "cats/Same.png")
        try cli.drop(Art.png(opaque: true), as: "dogs/Same.png")
        try await cli.build()
        let before = try cli.out.stamps
        try await cli.build()
        #expect(OutTree.differences(try cli.out.stamps, before) == [])
    }

    @Test("touching a file renders nothing and changes nothing that is published")
    func touched() async throws {
        let cli = try await built()
        let before = try cli.out.stamps
        let bytes = [UInt8](try cli.read("drop/cats/Happy Cat.svg"))
        try cli.remove("drop/cats/Happy Cat.svg")
        try cli.drop(bytes, as: "cats/Happy Cat.svg")
        #expect(try await cli.build().total("rendered") == 0)
        #expect(OutTree.differences(try cli.out.stamps, before) == [])
    }

    @Test("a folder of results that was moved is used in its new place, and nothing is rendered again")
    func movedOut() async throws {
        let cli = try await builtOfGoodArt()
        let before = try cli.out.contents
        try FileManager.default.createDirectory(atPath: cli.file("elsewhere"), withIntermediateDirectories: true)
        try cli.move("out", to: "elsewhere/results")
        let build = try await cli.build("--out", "elsewhere/results")
        #expect(build.status == 0)
        #expect(build.total("rendered") == 0)
        #expect(OutTree.differences(try OutTree(cli.file("elsewhere/results")).contents, before) == [])
    }

    @Test("a project that was moved as a whole causes no rendering and no writing")
    func movedProject() async throws {
        let cli = try await builtOfGoodArt()
        let before = try cli.out.stamps
        let names = ["drop", "out", ".out.stickerd", "pipeline.json"]
        try FileManager.default.createDirectory(atPath: cli.file("moved"), withIntermediateDirectories: true)
        for name in names { try cli.move(name, to: "moved/" + name) }
        let build = try await cli.build("--config", "moved/pipeline.json")
        #expect(build.total("rendered") == 0)
        #expect(OutTree.differences(try OutTree(cli.file("moved/out")).stamps, before) == [])
    }

    @Test("without its state database a run renders nothing again and publishes the same bytes")
    func lostLedger() async throws {
        let cli = try await builtOfGoodArt()
        let before = try cli.out.contents
        try cli.remove(".out.stickerd")
        let build = try await cli.build()
        #expect(build.status == 0)
        #expect(build.total("rendered") == 0)
        #expect(OutTree.differences(try cli.out.contents, before) == [])
    }

    @Test("an invalid state database is set aside, and the run continues without it")
    func damagedLedger() async throws {
        let cli = try await built()
        let before = try cli.out.contents
        try cli.put("This is no database.", at: ".out.stickerd/ledger.sqlite")
        let build = try await cli.build()
        #expect(build.events.contains { $0.kind == "notice" })
        #expect(build.renderedPaths == ["cats/Torn.png"])
        #expect(OutTree.differences(try cli.out.contents, before) == [])
    }

    @Test("findings of a rule that was off are known when it is turned on, even without the state database")
    func lostLedgerKeepsFindings() async throws {
        let cli = try CLIFixture(Settings(rules: ["opaque-background": "\"off\""]))
        try cli.drop(Art.png(opaque: true), as: "cats/Opaque.png")
        try await cli.build()
        #expect(try cli.sticker("cats", "opaque")?.findings.contains { $0.rule == "opaque-background" } == false)
        try cli.remove(".out.stickerd")
        try await cli.build()
        try cli.configure(Settings(rules: ["opaque-background": "\"error\""]))
        #expect(try await cli.build().states == ["cats/Opaque.png": "rejected"])
    }

    @Test(
        "a published file that was removed or replaced by hand is repaired",
        arguments: [
            "report.html", "report.json", "sheets/cats.html", "sheets/cats.png", "packs/cats/happy-cat@3x.png",
            "previews/cats/happy-cat/white.png",
        ])
    func repaired(name: String) async throws {
        let cli = try await built()
        let before = try cli.out.contents
        try cli.remove("out/" + name)
        try await cli.build()
        #expect(try cli.out.contents.keys == before.keys)
        try cli.remove("out/" + name)
        try cli.put("somebody else's", at: "out/" + name)
        try await cli.build()
        // A build does not replace a sheet or a report that a person has edited.
        if !name.hasSuffix("cats.png"), !name.hasPrefix("report") {
            #expect(try cli.out.contents[name] == before[name])
        }
    }

    @Test("a lost asset is rendered again")
    func lostAsset() async throws {
        let cli = try await built()
        let before = try cli.out.contents
        let asset = try #require(try cli.sticker("dogs", "rex")?.renditions.first?.path)
        try cli.remove("out/" + asset)
        let build = try await cli.build()
        #expect(build.failure == nil)
        #expect(build.renderedPaths == ["dogs/Rex.svg"])
        #expect(OutTree.differences(try cli.out.contents, before) == [])
    }

    @Test("leftovers of killed runs are removed")
    func leftovers() async throws {
        let cli = try await built()
        let before = try cli.out.names
        for name in [
            "catalog.json.4242.part", "report.html.4242.part", "sheets/cats.html.4242.part", ".staging-4242/x.part",
        ] {
            try cli.put("half of", at: "out/" + name)
        }
        try await cli.build()
        #expect(try cli.out.names == before)
    }
}
