import Daemon
import Foundation
import JobModel
import Testing

/// Damage is found by digests, and repaired where the source is good.
@Suite struct IntegrityTests {
    private func built() async throws -> Workshop {
        let workshop = try Workshop()
        for number in 1...2 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        try workshop.drop(Art.png(), as: "cats/Square.png")
        try workshop.drop(Art.disc(7), as: "cats/icon.svg")
        #expect(try await workshop.build().status == 0)
        return workshop
    }

    /// A file of the published catalog, by its name for people.
    private func asset(_ name: String, in workshop: Workshop) throws -> String {
        try #require(try workshop.catalog().promises.first { $0.name == name }?.path)
    }

    @Test(
        "a flipped bit in a published file is found by --verify, and repaired by a rebuild",
        arguments: ["packs/cats/disc-1@2x.png", "previews/cats/disc-1/white.png", "packs/cats/icon/1024x768.png"])
    func output(_ name: String) async throws {
        let workshop = try await built()
        try await workshop.rebuild()
        let before = try workshop.out.contents
        let asset = try asset(name, in: workshop)
        try workshop.flipBit(in: "out/" + asset)
        let found = try await workshop.rebuild("--verify")
        #expect(found.status == 1)
        #expect(found.concerns.keys.sorted() == [asset])
        let rebuild = try await workshop.rebuild()
        #expect(rebuild.status == 0, "\(rebuild.concerns)")
        #expect(rebuild.repaired.keys.sorted() == [asset])
        #expect(OutTree.differences(try workshop.out.contents, before) == [])
    }

    @Test("a damaged sheet, a missing file and one that nobody named are put right")
    func others() async throws {
        let workshop = try await built()
        try await workshop.rebuild()
        let before = try workshop.out.contents
        let missing = try asset("packs/cats/disc-2@3x.png", in: workshop)
        try workshop.flipBit(in: "out/sheets/cats.png")
        try workshop.remove("out/" + missing)
        try workshop.put("stray", at: "out/assets/stray.png")
        #expect(
            try await workshop.rebuild("--verify").concerns.keys.sorted()
                == [missing, "assets/stray.png", "sheets/cats.png"].sorted())
        let rebuild = try await workshop.rebuild()
        #expect(rebuild.repaired.count == 3, "\(rebuild.concerns)")
        #expect(OutTree.differences(try workshop.out.contents, before) == [])
    }

    @Test(
        "a sheet that would be drawn otherwise is found by --verify though its digest is right, and drawn anew by a rebuild"
    )
    func drift() async throws {
        let workshop = try await built()
        try await workshop.rebuild()
        let before = try workshop.out.contents
        // As if it had been drawn with another font.
        let (ledger, _) = try await Ledger.open(folder: workshop.file(".out.stickerd"))
        var sheet = try #require(try await ledger.artifacts()["sheets/cats.png"])
        try workshop.put(Art.png(), at: "out/sheets/cats.png")
        sheet.sha256 = Digest.sha256(Art.png())
        sheet.bytes = Art.png().count
        try await ledger.record(LedgerBatch(artifacts: [sheet]))
        try workshop.put("edited", at: "out/sheets/cats.html")
        let found = try await workshop.rebuild("--verify")
        #expect(found.status == 1)
        #expect(found.concerns.keys.sorted() == ["sheets/cats.html", "sheets/cats.png"])
        let rebuild = try await workshop.rebuild()
        #expect(rebuild.repaired.keys.sorted() == ["sheets/cats.html", "sheets/cats.png"])
        #expect(OutTree.differences(try workshop.out.contents, before) == [])
        #expect(try await workshop.rebuild("--verify").status == 0)
    }

    @Test("an icon that would come out otherwise is found by --verify, which leaves everything as it is")
    func iconDrift() async throws {
        let workshop = try await built()
        try await workshop.rebuild()
        let before = try workshop.out.stamps
        try workshop.drop(Art.disc(8), as: "cats/icon.svg")
        let found = try await workshop.rebuild("--verify")
        #expect(found.concerns.keys.sorted() == ["icon/cats"])
        #expect(OutTree.differences(try workshop.out.stamps, before) == [])
        #expect(!workshop.has(".out.stickerd/verify"))
    }

    @Test("a flipped bit in a source is named, and what was made of the sound one stays published")
    func source() async throws {
        let workshop = try await built()
        try await workshop.rebuild()
        let before = try workshop.out.contents
        try workshop.flipBit(in: "drop/cats/Square.png", at: 200)
        for arguments in [["--verify"], []] {
            let rebuild = try await Rebuild(workshop.run(arguments))
            #expect(rebuild.status == 1)
            #expect(rebuild.concerns.keys.sorted() == ["cats/Square.png"])
            #expect(rebuild.concerns["cats/Square.png"]?.contains("Restore it from a backup") == true)
            #expect(OutTree.differences(try workshop.out.contents, before) == [])
        }
        try workshop.flipBit(in: "drop/cats/Square.png", at: 200)
        #expect(try await workshop.rebuild("--verify").status == 0)
    }

    @Test("a damaged file is repaired in the kept states too")
    func keptStates() async throws {
        let workshop = try await built()
        let first = try #require(try await workshop.history().first?.text("id"))
        let before = try workshop.out.contents
        try workshop.flipBit(in: "out/" + asset("packs/cats/disc-1@3x.png", in: workshop))
        try await workshop.rebuild()
        try workshop.drop(Art.disc(30), as: "cats/Disc 1.svg")
        try await workshop.build()
        #expect(try await workshop.run("rollback", first).status == 0)
        let now = try workshop.out.contents
        #expect(OutTree.differences(now, before).filter { !$0.hasPrefix("report.") } == [])
    }
}

extension Workshop {
    fileprivate func run(_ arguments: [String]) async throws -> Command.Ending {
        try await Turnstile.runs.passing {
            try await self.start(["rebuild", "--json"] + arguments).ending()
        }
    }
}
