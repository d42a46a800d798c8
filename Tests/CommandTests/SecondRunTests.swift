import Foundation
import Testing

/// What a run does when there is nothing to do.
@Suite struct SecondRunTests {
    private func built(_ settings: Settings = Settings()) async throws -> Workshop {
        let workshop = try Workshop(settings)
        try Showroom.furnish(workshop)
        #expect(try await workshop.build().total("published") == 4)
        return workshop
    }

    private func builtOfGoodArt() async throws -> Workshop {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop(Art.png(opaque: true), as: "cats/Two.png")
        try workshop.drop(Art.disc(2), as: "cats/icon.svg")
        try await workshop.build()
        return workshop
    }

    @Test("a second run writes nothing: no file's inode, time or size changes, nor the ledger's")
    func idempotent() async throws {
        let workshop = try await built()
        let ledger = OutTree(workshop.file(".out.stickerd"))
        let before = try (out: workshop.out.stamps, ledger: ledger.stamp("ledger.sqlite"))
        let second = try await workshop.build()
        #expect(second.total("rendered") == 0)
        #expect(second.events.last?["changed"] == .flag(false))
        #expect(second.status == 1, "what is rejected still is")
        #expect(OutTree.differences(try workshop.out.stamps, before.out) == [])
        #expect(try ledger.stamp("ledger.sqlite") == before.ledger)
    }

    @Test("a run with nothing to do says the same of every source as the one before")
    func sameWords() async throws {
        let workshop = try await built()
        let (second, third) = (try await workshop.build(), try await workshop.build())
        #expect(third.events == second.events)
        #expect(third.states.count == 7)
        #expect(third.reasons["cats/Torn.png"]?.isEmpty == false)
    }

    @Test(
        "whatever decides how a sticker is published is noticed",
        arguments: [
            ("drop/cats/One.json", #"{"label": "Another"}"#), ("drop/cats/pack.json", #"{"title": "Another"}"#),
            ("drop/cats/One.json", #"{"size": "regular"}"#), ("pipeline.json", #"{"size": "large"}"#),
            ("drop/dogs/Three.svg", Art.disc(3)), ("drop/cats/One.svg", Art.disc(4)),
            ("pipeline.json", #"{"rules": {"opaque-background": "off"}}"#),
        ])
    func noticed(change: (name: String, text: String)) async throws {
        let workshop = try await builtOfGoodArt()
        let before = try workshop.out.bytes("catalog.json")
        try workshop.put(change.text, at: change.name)
        #expect(try await workshop.build().events.last?["changed"] == .flag(true))
        #expect(try workshop.out.bytes("catalog.json") != before)
    }

    @Test("the same file in two packs, with findings, leaves the second run nothing to write")
    func sharedArt() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.png(opaque: true), as: "cats/Same.png")
        try workshop.drop(Art.png(opaque: true), as: "dogs/Same.png")
        try await workshop.build()
        let before = try workshop.out.stamps
        try await workshop.build()
        #expect(OutTree.differences(try workshop.out.stamps, before) == [])
    }

    @Test("touching a file renders nothing and changes nothing that is published")
    func touched() async throws {
        let workshop = try await built()
        let before = try workshop.out.stamps
        let bytes = [UInt8](try workshop.read("drop/cats/Happy Cat.svg"))
        try workshop.remove("drop/cats/Happy Cat.svg")
        try workshop.drop(bytes, as: "cats/Happy Cat.svg")
        #expect(try await workshop.build().total("rendered") == 0)
        #expect(OutTree.differences(try workshop.out.stamps, before) == [])
    }

    @Test("a folder of results that was moved is taken up where it is, and nothing is rendered again")
    func movedOut() async throws {
        let workshop = try await builtOfGoodArt()
        let before = try workshop.out.contents
        try FileManager.default.createDirectory(atPath: workshop.file("elsewhere"), withIntermediateDirectories: true)
        try workshop.move("out", to: "elsewhere/results")
        let build = try await workshop.build("--out", "elsewhere/results")
        #expect(build.status == 0)
        #expect(build.total("rendered") == 0)
        #expect(OutTree.differences(try OutTree(workshop.file("elsewhere/results")).contents, before) == [])
    }

    @Test("a project that was moved as a whole has nothing to render and nothing to write")
    func movedProject() async throws {
        let workshop = try await builtOfGoodArt()
        let before = try workshop.out.stamps
        let names = ["drop", "out", ".out.stickerd", "pipeline.json"]
        try FileManager.default.createDirectory(atPath: workshop.file("moved"), withIntermediateDirectories: true)
        for name in names { try workshop.move(name, to: "moved/" + name) }
        let build = try await workshop.build("--config", "moved/pipeline.json")
        #expect(build.total("rendered") == 0)
        #expect(OutTree.differences(try OutTree(workshop.file("moved/out")).stamps, before) == [])
    }

    @Test("without its ledger a run renders nothing again and publishes the same bytes")
    func lostLedger() async throws {
        let workshop = try await builtOfGoodArt()
        let before = try workshop.out.contents
        try workshop.remove(".out.stickerd")
        let build = try await workshop.build()
        #expect(build.status == 0)
        #expect(build.total("rendered") == 0)
        #expect(OutTree.differences(try workshop.out.contents, before) == [])
    }

    @Test("a ledger that is no ledger is set aside, and the run goes on without it")
    func damagedLedger() async throws {
        let workshop = try await built()
        let before = try workshop.out.contents
        try workshop.put("This is no database.", at: ".out.stickerd/ledger.sqlite")
        let build = try await workshop.build()
        #expect(build.events.contains { $0.kind == "notice" })
        #expect(build.renderedPaths == ["cats/Torn.png"])
        #expect(OutTree.differences(try workshop.out.contents, before) == [])
    }

    @Test("what a rule that was off had found is known when it is turned on, even without the ledger")
    func lostLedgerKeepsFindings() async throws {
        let workshop = try Workshop(Settings(rules: ["opaque-background": "\"off\""]))
        try workshop.drop(Art.png(opaque: true), as: "cats/Opaque.png")
        try await workshop.build()
        #expect(try workshop.sticker("cats", "opaque")?.findings.contains { $0.rule == "opaque-background" } == false)
        try workshop.remove(".out.stickerd")
        try await workshop.build()
        try workshop.configure(Settings(rules: ["opaque-background": "\"error\""]))
        #expect(try await workshop.build().states == ["cats/Opaque.png": "rejected"])
    }

    @Test(
        "a published file that was removed or replaced by hand is put right",
        arguments: [
            "report.html", "report.json", "sheets/cats.html", "sheets/cats.png", "packs/cats/happy-cat@3x.png",
            "previews/cats/happy-cat/white.png",
        ])
    func mended(name: String) async throws {
        let workshop = try await built()
        let before = try workshop.out.contents
        try workshop.remove("out/" + name)
        try await workshop.build()
        #expect(try workshop.out.contents.keys == before.keys)
        try workshop.remove("out/" + name)
        try workshop.put("somebody else's", at: "out/" + name)
        try await workshop.build()
        // A sheet is nobody's source: whoever replaces one on purpose may keep it.
        if !name.hasSuffix("cats.png"), !name.hasPrefix("report") {
            #expect(try workshop.out.contents[name] == before[name])
        }
    }

    @Test("an asset that is lost is rendered again")
    func lostAsset() async throws {
        let workshop = try await built()
        let before = try workshop.out.contents
        let asset = try #require(try workshop.sticker("dogs", "rex")?.renditions.first?.path)
        try workshop.remove("out/" + asset)
        #expect(try await workshop.build().renderedPaths == ["dogs/Rex.svg"])
        #expect(OutTree.differences(try workshop.out.contents, before) == [])
    }

    @Test("what killed runs left behind is cleared away")
    func leftovers() async throws {
        let workshop = try await built()
        let before = try workshop.out.names
        for name in [
            "catalog.json.4242.part", "report.html.4242.part", "sheets/cats.html.4242.part", ".staging-4242/x.part",
        ] {
            try workshop.put("half of", at: "out/" + name)
        }
        try await workshop.build()
        #expect(try workshop.out.names == before)
    }
}
