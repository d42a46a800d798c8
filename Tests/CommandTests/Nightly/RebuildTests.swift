import Foundation
import Glibc
import TestSupport
import Testing

/// Tests `stickerd rebuild` from end to end.
@Suite struct RebuildTests {
    /// A fixture with three discs and an icon, built with little effort.
    private func built() async throws -> CLIFixture {
        let cli = try CLIFixture(discs: .numbered(1...3))
        try cli.drop(Art.disc(7), as: "cats/icon.svg")
        #expect(try await cli.build().status == 0)
        return cli
    }

    @Test("--verify renders everything, finds nothing and changes nothing")
    func verifies() async throws {
        let cli = try await built()
        let before = try cli.out.stamps
        let rebuild = try await cli.rebuild("--verify")
        #expect(rebuild.status == 0, "\(rebuild.complaint)")
        #expect(rebuild.total("rendered") == 3)
        #expect(rebuild.concerns == [:])
        #expect(OutTree.differences(try cli.out.stamps, before) == [])
    }

    @Test("--verify names art that was edited, and art that was not published yet")
    func verifyFindsEdits() async throws {
        let cli = try await built()
        try cli.drop(["cats/Disc 2.svg": 20, "cats/New.svg": 21])
        let rebuild = try await cli.rebuild("--verify")
        #expect(rebuild.status == 1)
        #expect(rebuild.concerns.keys.sorted() == ["cats/Disc 2.svg", "cats/New.svg"])
    }

    @Test("with the same effort and sources a rebuild leaves every byte as it is")
    func changesNothing() async throws {
        let cli = try await built()
        try await cli.rebuild()
        let before = try cli.out.contents
        let rebuild = try await cli.rebuild()
        #expect(rebuild.status == 0)
        #expect(rebuild.total("rendered") == 3)
        #expect(rebuild.total("changes") == 0)
        #expect(OutTree.differences(try cli.out.contents, before) == [])
    }

    @Test("results of more effort stay through builds with less, and nothing ever grows")
    func moreEffortStays() async throws {
        let cli = try await built()
        let sizes = try cli.catalog().promises.reduce(into: [:]) { $0[$1.name] = $1.bytes }
        let rebuild = try await cli.rebuild("--effort", "max")
        #expect(rebuild.status == 0, "\(rebuild.complaint)")
        let better = try cli.catalog()
        let renditions = better.packs.flatMap(\.stickers).flatMap(\.renditions)
        #expect(renditions.filter { $0.bytes > sizes[$0.name] ?? 0 }.map(\.name) == [])
        #expect(try await cli.build().total("rendered") == 0)
        #expect(try cli.catalog() == better)
        #expect(try await cli.rebuild("--verify").status == 0)
        #expect(try await cli.rebuild().total("changes") == 0)
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("edited, new and removed art is published in one step, and the report shows it")
    func changes() async throws {
        let cli = try await built()
        try cli.drop(["cats/Disc 2.svg": 20, "cats/New.svg": 21])
        try cli.remove("drop/cats/Disc 3.svg")
        try cli.drop(Array(Art.png().prefix(80)), as: "cats/Torn.png")
        let rebuild = try await cli.rebuild("--report", "paper")
        #expect(rebuild.status == 1)
        #expect(rebuild.total("changes") == 3)
        #expect(rebuild.concerns.keys.sorted() == ["cats/Disc 3.svg"])
        #expect(try cli.catalog().packs.first?.stickers.map(\.id) == ["disc-1", "disc-2", "new"])
        let page = try cli.text("paper/morning.html")
        #expect(page.matches(of: /src="data:image\/png;base64,/).count == 6)
        #expect(page.contains("Torn.png"))
        #expect(!page.contains("src=\"assets") && !page.contains("href=\""), "the page refers to other files")
        #expect(try await cli.run("audit").status == 0)
        #expect(try await cli.rebuild("--verify").concerns == [:])
    }

    @Test("--dry-run reports the changes, and changes nothing; the next rebuild uses its renderings")
    func dryRun() async throws {
        let cli = try await built()
        try cli.configure(Settings(size: "regular"))
        let before = try cli.out.stamps
        let dry = try await cli.rebuild("--dry-run")
        #expect(dry.total("changes") == 3)
        #expect(OutTree.differences(try cli.out.stamps, before) == [])
        let rebuild = try await cli.rebuild()
        #expect(rebuild.total("rendered") == 0)
        #expect(rebuild.total("takenOver") == 3)
        #expect(rebuild.total("changes") == 3)
        #expect(try cli.catalog().packs.first?.stickers.first?.renditions.first?.width == 408)
    }

    @Test("a killed rebuild continues, and published files do not change until it has ended")
    func killed() async throws {
        let cli = try await CLIFixture.built(.numbered(0..<30))
        try cli.configure(Settings(size: "large"))
        let before = try cli.out.contents
        let command = try cli.start(["rebuild", "--json"])
        try await eventually("the rebuild stores no result") {
            let journal = try? cli.read(".out.stickerd/rebuild/journal")
            return journal.map { !$0.isEmpty } ?? false
        }
        try await command.end(by: SIGKILL)
        #expect(OutTree.differences(try cli.out.contents, before) == [])
        let rebuild = try await cli.rebuild()
        let (rendered, takenOver) = (rebuild.total("rendered") ?? 0, rebuild.total("takenOver") ?? 0)
        #expect(takenOver > 0)
        #expect(rendered + takenOver == 30)
        #expect(try cli.out.faults() == [])
        #expect(!cli.has(".out.stickerd/rebuild/journal"))
    }

    @Test("files lost by a power failure are rendered again, and the rest of an interrupted rebuild is used")
    func powerCut() async throws {
        let cli = try await built()
        try cli.configure(Settings(size: "regular"))
        #expect(try await cli.rebuild("--dry-run").total("rendered") == 3)
        let (folder, journal) = (".out.stickerd/rebuild/files/", ".out.stickerd/rebuild/journal")
        // Simulates a power failure: the last line, and a file of the first line, keep their sizes but contain only
        // zeros.
        let lines = try cli.text(journal).split(separator: "\n")
        #expect(lines.count == 3)
        let last = String(repeating: "\0", count: (lines.last?.utf8.count ?? 0) + 1)
        try cli.put(lines.dropLast().joined(separator: "\n") + "\n" + last, at: journal)
        let names = try FileManager.default.contentsOfDirectory(atPath: cli.file(folder))
        let name = try #require(names.first { name in lines[0].contains(name.prefix { $0 != "." }) })
        try cli.put([UInt8](repeating: 0, count: try cli.read(folder + name).count), at: folder + name)
        let rebuild = try await cli.rebuild()
        #expect(rebuild.total("rendered") == 2)
        #expect(rebuild.total("takenOver") == 1)
        let report = try JSONSerialization.jsonObject(with: Data(cli.read(".out.stickerd/morning/morning.json")))
        let times = try #require((report as? [String: Any])?["times"] as? [Any])
        #expect(times.count == 2, "the durations of the earlier run are reported again")
        #expect(try cli.out.faults() == [])
        #expect(try cli.catalog().packs.first?.stickers.count == 3)
    }

    @Test("at its time limit it stops and publishes nothing, and the next night continues")
    func timeLimit() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        try cli.drop(.numbered(0..<4))
        // These sources take longer than the time limit on any machine. A single worker starts two of them.
        try cli.configure(Settings(size: "large", seconds: 2))
        for number in 0..<6 { try cli.drop(Art.endless + "<!--\(number)-->", as: "cats/Endless \(number).svg") }
        let before = try cli.out.contents
        let first = try await cli.rebuild("--time-limit", "1s", "--jobs", "1")
        #expect((first.total("remaining") ?? 0) > 0)
        #expect(first.held?.contains("the next rebuild continues") == true)
        #expect(OutTree.differences(try cli.out.contents, before) == [])
        let second = try await cli.rebuild()
        #expect((second.total("takenOver") ?? 0) > 0)
        #expect(second.total("remaining") == 0)
        #expect(try cli.catalog().packs.first?.stickers.count == 4)
    }

    @Test("--verify judges bytes: rejected art is listed, and is not a difference")
    func verifiesBytes() async throws {
        let cli = try await built()
        try cli.drop(Array(Art.png().prefix(80)), as: "cats/Torn.png")
        #expect(try await cli.build().status == 1)
        let rebuild = try await cli.rebuild("--verify")
        #expect(rebuild.status == 0, "\(rebuild.complaint)")
        #expect(rebuild.total("rejected") == 1)
        let text = try await cli.run("rebuild", "--verify", "--report", "paper")
        #expect(text.output.contains("A rebuild gives the same bytes"), "\(text.output)")
        #expect(text.output.contains("Torn.png: rejected."))
        #expect(try cli.text("paper/morning.xml").contains("failures=\"0\""))
    }

    @Test("--verify and --dry-run leave the report of the last rebuild alone")
    func keepsReport() async throws {
        let cli = try await built()
        try await cli.rebuild()
        let report = try cli.read(".out.stickerd/morning/morning.html")
        try cli.drop(Art.disc(20), as: "cats/New.svg")
        try await cli.rebuild("--verify")
        try await cli.rebuild("--dry-run")
        #expect(try cli.read(".out.stickerd/morning/morning.html") == report)
        try await cli.rebuild("--dry-run", "--report", "paper")
        #expect(try cli.text("paper/morning.html").contains("cats, new"))
    }

    @Test("an effort below the configured one is ignored, and --verify accepts none")
    func effort() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1], Settings(effort: "balanced"))
        #expect(try await cli.rebuild("--effort", "fast").total("changes") == 0)
        #expect(try await cli.rebuild("--verify").status == 0)
        #expect(try await cli.run("rebuild", "--verify", "--effort", "max").status == 2)
        #expect(try await cli.run("rebuild", "--verify", "--dry-run").status == 2)
    }

    @Test("if half of the sources are missing nothing is removed until a person confirms")
    func massRemoval() async throws {
        let cli = try await CLIFixture.built(.numbered(0..<24))
        #expect(try await cli.rebuild().status == 0)
        for number in 0..<20 { try cli.remove("drop/cats/Disc \(number).svg") }
        let rebuild = try await cli.rebuild()
        #expect(rebuild.status == 1)
        #expect(rebuild.held?.isEmpty == false)
        #expect(try cli.catalog().packs.first?.stickers.count == 24)
        #expect(try await cli.run("accept-removals").status == 0)
        try await cli.rebuild()
        #expect(try cli.catalog().packs.first?.stickers.count == 4)
    }
}
