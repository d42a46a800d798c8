import Foundation
import Glibc
import TestSupport
import Testing

/// `stickerd rebuild`, end to end.
@Suite struct RebuildTests {
    /// Three discs and an icon, built with little effort.
    private func built() async throws -> Workshop {
        let workshop = try Workshop()
        for number in 1...3 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        try workshop.drop(Art.disc(7), as: "cats/icon.svg")
        #expect(try await workshop.build().status == 0)
        return workshop
    }

    @Test("--verify renders everything, finds nothing and changes nothing")
    func verifies() async throws {
        let workshop = try await built()
        let before = try workshop.out.stamps
        let rebuild = try await workshop.rebuild("--verify")
        #expect(rebuild.status == 0, "\(rebuild.complaint)")
        #expect(rebuild.total("rendered") == 3)
        #expect(rebuild.concerns == [:])
        #expect(OutTree.differences(try workshop.out.stamps, before) == [])
    }

    @Test("--verify names art that was edited, and art that was not published yet")
    func verifyFindsEdits() async throws {
        let workshop = try await built()
        try workshop.drop(Art.disc(20), as: "cats/Disc 2.svg")
        try workshop.drop(Art.disc(21), as: "cats/New.svg")
        let rebuild = try await workshop.rebuild("--verify")
        #expect(rebuild.status == 1)
        #expect(rebuild.concerns.keys.sorted() == ["cats/Disc 2.svg", "cats/New.svg"])
    }

    @Test("with the same effort and sources a rebuild leaves every byte as it is")
    func changesNothing() async throws {
        let workshop = try await built()
        try await workshop.rebuild()
        let before = try workshop.out.contents
        let rebuild = try await workshop.rebuild()
        #expect(rebuild.status == 0)
        #expect(rebuild.total("rendered") == 3)
        #expect(rebuild.total("changes") == 0)
        #expect(OutTree.differences(try workshop.out.contents, before) == [])
    }

    @Test("what more effort made smaller stays through builds with less, and nothing ever grows")
    func moreEffortStays() async throws {
        let workshop = try await built()
        let sizes = try workshop.catalog().promises.reduce(into: [:]) { $0[$1.name] = $1.bytes }
        let rebuild = try await workshop.rebuild("--effort", "max")
        #expect(rebuild.status == 0, "\(rebuild.complaint)")
        let better = try workshop.catalog()
        let renditions = better.packs.flatMap(\.stickers).flatMap(\.renditions)
        #expect(renditions.filter { $0.bytes > sizes[$0.name] ?? 0 }.map(\.name) == [])
        #expect(try await workshop.build().total("rendered") == 0)
        #expect(try workshop.catalog() == better)
        #expect(try await workshop.rebuild("--verify").status == 0)
        #expect(try await workshop.rebuild().total("changes") == 0)
        #expect(try await workshop.run("audit").status == 0)
    }

    @Test("edited, new and removed art is published in one step, and the report shows it")
    func changes() async throws {
        let workshop = try await built()
        try workshop.drop(Art.disc(20), as: "cats/Disc 2.svg")
        try workshop.drop(Art.disc(21), as: "cats/New.svg")
        try workshop.remove("drop/cats/Disc 3.svg")
        try workshop.drop(Array(Art.png().prefix(80)), as: "cats/Torn.png")
        let rebuild = try await workshop.rebuild("--report", "paper")
        #expect(rebuild.status == 1)
        #expect(rebuild.total("changes") == 3)
        #expect(rebuild.concerns.keys.sorted() == ["cats/Disc 3.svg"])
        #expect(try workshop.catalog().packs.first?.stickers.map(\.id) == ["disc-1", "disc-2", "new"])
        let page = try workshop.text("paper/morning.html")
        #expect(page.matches(of: /src="data:image\/png;base64,/).count == 6)
        #expect(page.contains("Torn.png"))
        #expect(!page.contains("src=\"assets") && !page.contains("href=\""), "it is one file")
        #expect(try await workshop.run("audit").status == 0)
        #expect(try await workshop.rebuild("--verify").concerns == [:])
    }

    @Test("--dry-run says what would change, and changes nothing; the rebuild after it takes over what was rendered")
    func dryRun() async throws {
        let workshop = try await built()
        try workshop.configure(Settings(size: "regular"))
        let before = try workshop.out.stamps
        let dry = try await workshop.rebuild("--dry-run")
        #expect(dry.total("changes") == 3)
        #expect(OutTree.differences(try workshop.out.stamps, before) == [])
        let rebuild = try await workshop.rebuild()
        #expect(rebuild.total("rendered") == 0)
        #expect(rebuild.total("takenOver") == 3)
        #expect(rebuild.total("changes") == 3)
        #expect(try workshop.catalog().packs.first?.stickers.first?.renditions.first?.width == 408)
    }

    @Test("a rebuild that was killed goes on where it was, and until it has ended everything published is as it was")
    func killed() async throws {
        let workshop = try Workshop()
        for number in 0..<30 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        try await workshop.build()
        try workshop.configure(Settings(size: "large"))
        let before = try workshop.out.contents
        let command = try workshop.start(["rebuild", "--json"])
        try await eventually("nothing is made safe") {
            let journal = try? workshop.read(".out.stickerd/rebuild/journal")
            return journal.map { !$0.isEmpty } ?? false
        }
        command.send(SIGKILL)
        _ = try await command.ending()
        #expect(OutTree.differences(try workshop.out.contents, before) == [])
        let rebuild = try await workshop.rebuild()
        let (rendered, takenOver) = (rebuild.total("rendered") ?? 0, rebuild.total("takenOver") ?? 0)
        #expect(takenOver > 0)
        #expect(rendered + takenOver == 30)
        #expect(try workshop.out.faults() == [])
        #expect(!workshop.has(".out.stickerd/rebuild/journal"))
    }

    @Test("when the time is up it stops, publishes nothing, and the next night goes on")
    func timeLimit() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try await workshop.build()
        for number in 0..<4 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        // Slower than the limit on any machine; with one worker two are begun.
        try workshop.configure(Settings(size: "large", seconds: 2))
        for number in 0..<6 { try workshop.drop(Art.endless + "<!--\(number)-->", as: "cats/Endless \(number).svg") }
        let before = try workshop.out.contents
        let first = try await workshop.rebuild("--time-limit", "1s", "--jobs", "1")
        #expect((first.total("remaining") ?? 0) > 0)
        #expect(first.held?.contains("the next rebuild goes on") == true)
        #expect(OutTree.differences(try workshop.out.contents, before) == [])
        let second = try await workshop.rebuild()
        #expect((second.total("takenOver") ?? 0) > 0)
        #expect(second.total("remaining") == 0)
        #expect(try workshop.catalog().packs.first?.stickers.count == 4)
    }

    @Test("an effort below the configured one does not count, and --verify takes none")
    func effort() async throws {
        let workshop = try Workshop(Settings(effort: "balanced"))
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try await workshop.build()
        #expect(try await workshop.rebuild("--effort", "fast").total("changes") == 0)
        #expect(try await workshop.rebuild("--verify").status == 0)
        #expect(try await workshop.run("rebuild", "--verify", "--effort", "max").status == 2)
        #expect(try await workshop.run("rebuild", "--verify", "--dry-run").status == 2)
    }

    @Test("when half of the sources are gone nothing is removed until a person says so")
    func massRemoval() async throws {
        let workshop = try Workshop()
        for number in 0..<24 { try workshop.drop(Art.disc(number), as: "cats/Disc \(number).svg") }
        try await workshop.build()
        #expect(try await workshop.rebuild().status == 0)
        for number in 0..<20 { try workshop.remove("drop/cats/Disc \(number).svg") }
        let rebuild = try await workshop.rebuild()
        #expect(rebuild.status == 1)
        #expect(rebuild.held?.isEmpty == false)
        #expect(try workshop.catalog().packs.first?.stickers.count == 24)
        #expect(try await workshop.run("accept-removals").status == 0)
        try await workshop.rebuild()
        #expect(try workshop.catalog().packs.first?.stickers.count == 4)
    }
}
