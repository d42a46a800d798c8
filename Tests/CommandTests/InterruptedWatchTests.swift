import BuildEngine
import Foundation
import StateDatabase
import TestSupport
import Testing

/// Runs that are killed after they have published something: the next run only examines the packs that they have noted.
@Suite struct InterruptedWatchTests {
    /// Two packs with one picture in common, built and noted.
    private func library() async throws -> CLIFixture {
        let cli = try CLIFixture(
            Settings(watch: ["quietMilliseconds": "100", "retireAfterSeconds": "0", "massChangeShare": "1"]),
            startsPrograms: true)
        for number in 1...3 { try cli.drop(Art.disc(number), as: "cats/Cat \(number).svg") }
        for number in 3...5 { try cli.drop(Art.disc(number), as: "dogs/Dog \(number).svg") }
        #expect(try await cli.build().total("published") == 6)
        return cli
    }

    /// Has a watch publish changes to one pack, and kills it.
    private func publishAndKill(_ cli: CLIFixture) async throws {
        let watch = try await cli.watch()
        try cli.drop(Art.disc(10), as: "cats/Cat 1.svg")
        try cli.drop(Art.disc(11), as: "cats/New.svg")
        try await eventually("it is not published") {
            try watch.count("published", "cats/Cat 1.svg") == 1 && watch.count("published", "cats/New.svg") == 1
        }
        watch.command.send(SIGKILL)
        _ = try await watch.command.ending()
    }

    /// Compares the published files with a build of everything.
    private func expectSameAsColdBuild(_ cli: CLIFixture) async throws {
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
        try await cli.build()
        let (before, report) = (try cli.out.contents, try cli.reportTotals)
        try cli.remove(".out.stickerd/ledger.sqlite")
        try await cli.build()
        // A report describes the changes of one run.
        #expect(OutTree.differences(try cli.out.contents, before).filter { !$0.hasPrefix("report.") } == [])
        #expect(try cli.reportTotals == report)
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
        try await eventually("it is not published") { try watch.count("published", "cats/Cat 2.svg") == 1 }
        try await eventually("there is no report") { try cli.reportTotals["published"] == 7 }
        watch.command.send(SIGKILL)
        _ = try await watch.command.ending()
        #expect(try cli.text(record).hasPrefix("#"))
        // And again. If the kill came between the report and its note, everything is counted, also this record.
        try cli.repairRecord(record)
        try cli.drop(Art.disc(13), as: "mice/Mouse.svg")
        let last = try await cli.watch()
        try await eventually("it is not published") { try last.count("published", "mice/Mouse.svg") == 1 }
        try await last.stop()
        for watch in [watch, last] { #expect(try watch.count("notice") == 0) }
        try await expectSameAsColdBuild(cli)
    }

    @Test("a report that was written before the last publication of a killed watch is counted again")
    func report() async throws {
        let cli = try await library()
        let watch = try await cli.watch()
        try cli.drop(Art.disc(10), as: "cats/New.svg")
        try await eventually("there is no report") { try cli.reportTotals["published"] == 7 }
        let report = try cli.read("out/report.json")
        try cli.drop(Art.disc(11), as: "cats/Newer.svg")
        try await eventually("it is not published") { try watch.count("published", "cats/Newer.svg") == 1 }
        watch.command.send(SIGKILL)
        _ = try await watch.command.ending()
        // As if it had been killed before it wrote the report.
        try cli.remove("out/report.json")
        try report.write(to: URL(fileURLWithPath: cli.file("out/report.json")))
        let next = try await cli.watch()
        try await eventually("there is no report") { try cli.reportTotals["published"] == 8 }
        try await next.stop()
        try await expectSameAsColdBuild(cli)
    }

    @Test("a build after a killed watch processes the changed packs, and has the result of a full build")
    func build() async throws {
        let cli = try await library()
        try await publishAndKill(cli)
        let record = try cli.damageRecord(of: "dogs")
        try cli.drop(Art.disc(12), as: "cats/Cat 2.svg")
        #expect(try await cli.build().total("published") == 7)
        #expect(try cli.text(record).hasPrefix("#"))
        // It is noted again.
        #expect(try await cli.build().total("published") == 7)
        #expect(try cli.text(record).hasPrefix("#"))
        try cli.repairRecord(record)
        try await expectSameAsColdBuild(cli)
    }

    @Test("a build after a killed watch restores files that were changed and changed back")
    func reverted() async throws {
        let cli = try await library()
        try await publishAndKill(cli)
        try cli.drop(Art.disc(1), as: "cats/Cat 1.svg")
        try cli.remove("drop/cats/New.svg")
        // The leftovers of a publication that was interrupted.
        try cli.put("x", at: "out/packs/cats/other@3x.png")
        try cli.remove("out/packs/cats/cat-2@3x.png")
        #expect(try await cli.build().total("published") == 6)
        try await expectSameAsColdBuild(cli)
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
        try await eventually("it is not repaired") {
            try cli.has("out/packs/dogs/dog-5@3x.png") && cli.has("out/" + asset)
                && cli.read("out/" + asset) == content
        }
        try await watch.stop()
        try await cli.build()
        #expect(try cli.read("out/" + asset) == content)
        try await expectSameAsColdBuild(cli)
    }

    @Test("everything is read where a pack has changed that no run has noted")
    func lostNote() async throws {
        let cli = try await library()
        let before = try await cli.artifacts()
        try await publishAndKill(cli)
        let ledger = try await Ledger.open(folder: cli.file(".out.stickerd")).ledger
        try await ledger.record(LedgerBatch(artifacts: before.filter { $0.key.hasPrefix("drop/") }))
        let record = try cli.damageRecord(of: "dogs")
        let watch = try await cli.watch()
        #expect(try watch.count("notice") > 0)
        try await eventually("the record is not repaired") { try cli.text(record).hasPrefix("{") }
        try await watch.stop()
        try await expectSameAsColdBuild(cli)
    }

    @Test("unreferenced leftovers of a killed run are removed")
    func leftovers() async throws {
        let cli = try await library()
        try await publishAndKill(cli)
        let stray = "out/assets/\(String(repeating: "ab", count: 32)).png"
        try cli.put("stray", at: stray)
        let watch = try await cli.watch()
        try await eventually("it is still there") { !cli.has(stray) }
        try await watch.stop()
        try await expectSameAsColdBuild(cli)
    }
}

extension CLIFixture {
    /// The rows of the state database for sheets, icons and the last complete state.
    fileprivate func artifacts() async throws -> [LedgerArtifact] {
        Array(try await Ledger.open(folder: file(".out.stickerd")).ledger.artifacts().values)
    }

    /// The totals of the published report.
    fileprivate var reportTotals: [String: Int] {
        get throws {
            struct Report: Decodable {
                struct Counts: Decodable { var published: Int }
                struct Weight: Decodable { var total: Int; var shipped: Int }
                var counts: Counts
                var bytes: Weight
            }
            guard let report = try? JSONDecoder().decode(Report.self, from: try read("out/report.json")) else {
                return [:]
            }
            return [
                "published": report.counts.published, "total": report.bytes.total, "shipped": report.bytes.shipped,
            ]
        }
    }
}
