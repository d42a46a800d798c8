import BuildEngine
import FileAccess
import Foundation
import Glibc
import JobModel
import StateDatabase
import Testing

/// Tests that hashes detect damage, and that damaged files are repaired if their source is good.
@Suite struct IntegrityTests {
    private func built() async throws -> CLIFixture {
        let cli = try CLIFixture(discs: .numbered(1...2))
        try cli.drop(Art.png(), as: "cats/Square.png")
        try cli.drop(Art.disc(7), as: "cats/icon.svg")
        #expect(try await cli.build().status == 0)
        return cli
    }

    /// The path of a published file, found by its readable name.
    private func asset(_ name: String, in cli: CLIFixture) throws -> String {
        try #require(try cli.catalog().promises.first { $0.name == name }?.path)
    }

    @Test(
        "a flipped bit in a published file is found by --verify, and repaired by a rebuild",
        arguments: ["packs/cats/disc-1@2x.png", "previews/cats/disc-1/white.png", "packs/cats/icon/1024x768.png"])
    func output(_ name: String) async throws {
        let cli = try await built()
        try await cli.rebuild()
        let before = try cli.out.contents
        let asset = try asset(name, in: cli)
        try cli.flipBit(in: "out/" + asset)
        let found = try await cli.rebuild("--verify")
        #expect(found.status == 1)
        #expect(found.concerns.keys.sorted() == [asset])
        let rebuild = try await cli.rebuild()
        #expect(rebuild.status == 0, "\(rebuild.concerns)")
        #expect(rebuild.repaired.keys.sorted() == [asset])
        #expect(OutTree.differences(try cli.out.contents, before) == [])
    }

    @Test("a damaged sheet, a missing file and an unreferenced one are repaired")
    func others() async throws {
        let cli = try await built()
        try await cli.rebuild()
        let before = try cli.out.contents
        let missing = try asset("packs/cats/disc-2@3x.png", in: cli)
        try cli.flipBit(in: "out/sheets/cats.png")
        try cli.remove("out/" + missing)
        try cli.put("stray", at: "out/assets/stray.png")
        #expect(
            try await cli.rebuild("--verify").concerns.keys.sorted()
                == [missing, "assets/stray.png", "sheets/cats.png"].sorted())
        let rebuild = try await cli.rebuild()
        #expect(rebuild.repaired.count == 3, "\(rebuild.concerns)")
        #expect(OutTree.differences(try cli.out.contents, before) == [])
    }

    @Test(
        "a sheet that would be drawn differently is found by --verify though its digest is right, and redrawn by a rebuild"
    )
    func drift() async throws {
        let cli = try await built()
        try await cli.rebuild()
        let before = try cli.out.contents
        // Changes the published sheet, as if it had been drawn with another font.
        let (ledger, _) = try await Ledger.open(folder: cli.file(".out.stickerd"))
        var sheet = try #require(try await ledger.artifacts()["sheets/cats.png"])
        try cli.put(Art.png(), at: "out/sheets/cats.png")
        sheet.sha256 = Digest.sha256(Art.png())
        sheet.bytes = Art.png().count
        try await ledger.record(LedgerBatch(artifacts: [sheet]))
        try cli.put("edited", at: "out/sheets/cats.html")
        let found = try await cli.rebuild("--verify")
        #expect(found.status == 1)
        #expect(found.concerns.keys.sorted() == ["sheets/cats.html", "sheets/cats.png"])
        let rebuild = try await cli.rebuild()
        #expect(rebuild.repaired.keys.sorted() == ["sheets/cats.html", "sheets/cats.png"])
        #expect(OutTree.differences(try cli.out.contents, before) == [])
        #expect(try await cli.rebuild("--verify").status == 0)
    }

    @Test("an icon that would differ is found by --verify, which changes nothing")
    func iconDrift() async throws {
        let cli = try await built()
        try await cli.rebuild()
        let before = try cli.out.stamps
        try cli.drop(Art.disc(8), as: "cats/icon.svg")
        let found = try await cli.rebuild("--verify")
        #expect(found.concerns.keys.sorted() == ["icon/cats"])
        #expect(OutTree.differences(try cli.out.stamps, before) == [])
        #expect(!cli.has(".out.stickerd/verify"))
    }

    @Test("a flipped bit in a source is reported, and the sticker of the intact source stays published")
    func source() async throws {
        let cli = try await built()
        try await cli.rebuild()
        let before = try cli.out.contents
        try await decay("cats/Square.png", in: cli)
        for arguments in [["--verify"], []] {
            let rebuild = try await RebuildResult(cli.run(["rebuild", "--json"] + arguments))
            #expect(rebuild.status == 1)
            #expect(rebuild.concerns.keys.sorted() == ["cats/Square.png"])
            #expect(rebuild.concerns["cats/Square.png"]?.contains("Restore it from a backup") == true)
            #expect(OutTree.differences(try cli.out.contents, before) == [])
        }
        try cli.flipBit(in: "drop/cats/Square.png", at: 200)
        #expect(try await cli.rebuild("--verify").status == 0)
    }

    @Test("a source that a program edited without moving its time on is published again, and is not called damaged")
    func edited() async throws {
        let cli = try await built()
        let before = try #require(try cli.sticker("cats", "disc-1"))
        let path = cli.file("drop/cats/Disc 1.svg")
        var status = stat()
        #expect(stat(path, &status) == 0)
        let art = try cli.text("drop/cats/Disc 1.svg")
        let edited = art.replacing(/#([0-9a-fA-F])/, maxReplacements: 1) { $0.output.1 == "0" ? "#1" : "#0" }
        #expect(edited != art && edited.utf8.count == art.utf8.count)
        try cli.drop(edited, as: "cats/Disc 1.svg")
        let times = [status.st_atim, status.st_mtim]
        #expect(utimensat(AT_FDCWD, path, times, 0) == 0)
        let rebuild = try await cli.rebuild()
        #expect(rebuild.status == 0, "\(rebuild.concerns)")
        #expect(try cli.sticker("cats", "disc-1")?.source.sha256 != before.source.sha256)
    }

    /// Flips a bit of a source without a change of the file's timestamps, as a failing disk would.
    private func decay(_ path: String, in cli: CLIFixture) async throws {
        try cli.flipBit(in: "drop/" + path, at: 200)
        var status = stat()
        #expect(stat(cli.file("drop/" + path), &status) == 0)
        let (ledger, _) = try await Ledger.open(folder: cli.file(".out.stickerd"))
        var source = try #require(try await ledger.sources().first { $0.path == path })
        source.stamp = FileStat(status)
        try await ledger.record(LedgerBatch(sources: [source]))
    }

    @Test("a damaged file is also repaired in saved states")
    func keptStates() async throws {
        let cli = try await built()
        let first = try #require(try await cli.history().first?.text("id"))
        let before = try cli.out.contents
        try cli.flipBit(in: "out/" + asset("packs/cats/disc-1@3x.png", in: cli))
        try await cli.rebuild()
        try cli.drop(Art.disc(30), as: "cats/Disc 1.svg")
        try await cli.build()
        #expect(try await cli.run("rollback", first).status == 0)
        let now = try cli.out.contents
        #expect(OutTree.differences(now, before).filter { !$0.hasPrefix("report.") } == [])
    }
}
