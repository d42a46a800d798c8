import BuildEngine
import Foundation
import StateDatabase
import TestSupport
import Testing

/// Tests runs that are killed after a publication. The next run examines only the packs that the killed run marked as
/// changed.
@Suite struct InterruptedWatchTests {
    /// A built library of two packs that share one picture. The complete state is recorded.
    private func library() async throws -> CLIFixture {
        try await .twoPacks(Settings.withoutGrace, startsPrograms: true)
    }

    /// Starts a watch, waits until it has published changes of one pack, and kills it.
    private func publishAndKill(_ cli: CLIFixture) async throws {
        let watch = try await cli.watch()
        try cli.drop(["cats/Cat 1.svg": 10, "cats/New.svg": 11])
        try await eventually("cats/Cat 1.svg is not published") {
            try watch.count("published", "cats/Cat 1.svg") == 1 && watch.count("published", "cats/New.svg") == 1
        }
        try await watch.command.end(by: SIGKILL)
    }

    @Test(
        "a watch after a killed one reads the packs that it changed, and publishes later drops"
    )
    func watch() async throws {
        let cli = try await library()
        try await publishAndKill(cli)
        let record = try cli.damageRecord(of: "dogs")
        try cli.drop(Art.disc(12), as: "cats/Cat 2.svg")
        let watch = try await cli.watch()
        try await eventually("cats/Cat 2.svg is not published") { try watch.count("published", "cats/Cat 2.svg") == 1 }
        try await eventually("the report is not written") { try cli.reportTotals["published"] == 7 }
        try await watch.command.end(by: SIGKILL)
        #expect(try cli.text(record).hasPrefix("#"))
        // The watch is killed a second time. If it was killed between writing and recording the report, all packs are
        // read, including the damaged record, so the record is repaired first.
        try cli.repairRecord(record)
        try cli.drop(Art.disc(13), as: "mice/Mouse.svg")
        let last = try await cli.watch()
        try await eventually("mice/Mouse.svg is not published") { try last.count("published", "mice/Mouse.svg") == 1 }
        try await last.stop()
        for watch in [watch, last] { #expect(try watch.count("notice") == 0) }
        try await cli.expectSameAsColdBuild()
    }

    @Test("a report that was written before the last publication of a killed watch is counted again")
    func report() async throws {
        let cli = try await library()
        let watch = try await cli.watch()
        try cli.drop(Art.disc(10), as: "cats/New.svg")
        try await eventually("the report is not written") { try cli.reportTotals["published"] == 7 }
        let report = try cli.read("out/report.json")
        try cli.drop(Art.disc(11), as: "cats/Newer.svg")
        try await eventually("cats/Newer.svg is not published") { try watch.count("published", "cats/Newer.svg") == 1 }
        try await watch.command.end(by: SIGKILL)
        // Restores the old report, as if the watch had been killed before it wrote the new one.
        try cli.remove("out/report.json")
        try report.write(to: URL(fileURLWithPath: cli.file("out/report.json")))
        let next = try await cli.watch()
        try await eventually("the report is not written") { try cli.reportTotals["published"] == 8 }
        try await next.stop()
        try await cli.expectSameAsColdBuild()
    }

    @Test("a build after a killed watch processes the changed packs, and has the result of a full build")
    func build() async throws {
        let cli = try await library()
        try await publishAndKill(cli)
        let record = try cli.damageRecord(of: "dogs")
        try cli.drop(Art.disc(12), as: "cats/Cat 2.svg")
        #expect(try await cli.build().total("published") == 7)
        #expect(try cli.text(record).hasPrefix("#"))
        // The complete state is recorded again.
        #expect(try await cli.build().total("published") == 7)
        #expect(try cli.text(record).hasPrefix("#"))
        try cli.repairRecord(record)
        try await cli.expectSameAsColdBuild()
    }

    @Test("a build after a killed watch restores files that were changed and changed back")
    func reverted() async throws {
        let cli = try await library()
        try await publishAndKill(cli)
        try cli.drop(Art.disc(1), as: "cats/Cat 1.svg")
        try cli.remove("drop/cats/New.svg")
        // Creates the leftovers of an interrupted publication.
        try cli.put("x", at: "out/packs/cats/other@3x.png")
        try cli.remove("out/packs/cats/cat-2@3x.png")
        #expect(try await cli.build().total("published") == 6)
        try await cli.expectSameAsColdBuild()
    }

    @Test(
        "damage to a pack at rest is found after a kill", arguments: ["a name", "a pack", "an asset"])
    func damage(to what: String) async throws {
        let cli = try await library()
        try await publishAndKill(cli)
        let asset = try #require(try cli.sticker("dogs", "dog-5")?.files.first)
        let content = try cli.read("out/" + asset)
        switch what {
        case "a name": try cli.remove("out/packs/dogs/dog-5@3x.png")
        case "a pack": try cli.remove("out/packs/dogs")
        default: try cli.remove("out/" + asset)
        }
        let watch = try await cli.watch()
        try await eventually("the output is not repaired") {
            try cli.has("out/packs/dogs/dog-5@3x.png") && cli.has("out/" + asset)
                && cli.read("out/" + asset) == content
        }
        try await watch.stop()
        try await cli.build()
        #expect(try cli.read("out/" + asset) == content)
        try await cli.expectSameAsColdBuild()
    }

    @Test("a pack that differs from its row is read, and no other, where the state database lost that it was touched")
    func lostCommit() async throws {
        let cli = try await library()
        let ledger = try await Ledger.open(folder: cli.file(".out.stickerd")).ledger
        let before = try #require(try await ledger.completion())
        try await publishAndKill(cli)
        var batch = LedgerBatch()
        batch.completion = before
        try await ledger.record(batch)
        let record = try cli.damageRecord(of: "dogs")
        let watch = try await cli.watch()
        try await watch.stop()
        #expect(try watch.count("notice") == 0)
        #expect(try cli.text(record).hasPrefix("#"))
        try cli.repairRecord(record)
        try await cli.expectSameAsColdBuild()
    }

    @Test("unreferenced leftovers of a killed run are removed")
    func leftovers() async throws {
        let cli = try await library()
        try await publishAndKill(cli)
        let stray = "out/assets/\(String(repeating: "ab", count: 32)).png"
        try cli.put("stray", at: stray)
        let watch = try await cli.watch()
        try await eventually("the unreferenced file is not removed") { !cli.has(stray) }
        try await watch.stop()
        try await cli.expectSameAsColdBuild()
    }
}
