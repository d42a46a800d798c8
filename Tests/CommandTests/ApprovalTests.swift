import Foundation
import Glibc
import StickerCatalog
import Testing

/// What is decided about stickers, from the command line: `publish.requireApproval`, `stickerd review`, and decisions that
/// are lost.
@Suite struct ApprovalTests {
    private static let state = ".out.stickerd"

    /// Two stickers, built.
    private func built(requireApproval: Bool) async throws -> Workshop {
        let workshop = try Workshop(Settings(requireApproval: requireApproval))
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        #expect(try await workshop.build().status == 0)
        return workshop
    }

    private func approve(_ workshop: Workshop) async throws -> Command.Ending {
        try await workshop.run("review", "approve", "--all", "--reviewer", "Ada")
    }

    private func published(_ workshop: Workshop) throws -> [String] {
        try workshop.catalog().packs.flatMap(\.stickers).map(\.id)
    }

    /// Takes the decisions away, as a power failure or a bad restore does.
    private func lose(_ workshop: Workshop) throws {
        for name in ["decisions.sqlite", "decisions.jsonl"] { try workshop.remove("\(Self.state)/\(name)") }
    }

    @Test("where approval is required, a build says how many stickers await it and how to approve them")
    func awaiting() async throws {
        let workshop = try await built(requireApproval: true)
        let build = try await workshop.build("--retry-failed")
        #expect(build.total("published") == 0 && build.total("awaitingApproval") == 2)
        #expect(try await workshop.run("build").complaint.contains("2 stickers await approval: open the review page"))
        let report = try workshop.text("out/report.html")
        #expect(report.contains("2 stickers await approval") && !report.contains("Nothing is published yet"))
        #expect(try workshop.text("out/report.json").contains("\"awaitingApproval\" : 2"))
        let audit = try await workshop.run("audit")
        #expect(audit.status == 0 && audit.output.contains("2\tawaiting approval"))
        #expect(!audit.output.contains("\tpublished\n"))
    }

    @Test("`review approve --all` approves what nobody has decided about, and publishes it")
    func approveAll() async throws {
        let workshop = try await built(requireApproval: true)
        #expect(try await workshop.run("review", "approve", "--all").status == 2)
        #expect(try await workshop.run("review", "approve", "--reviewer", "Ada").status == 2)
        #expect(try published(workshop) == [])
        let ending = try await approve(workshop)
        #expect(ending.status == 0 && ending.output.contains("2 stickers were approved by Ada."))
        #expect(try published(workshop) == ["one", "two"])
        #expect(try workshop.sticker("cats", "one")?.review == Review(verdict: .approved, reviewer: "Ada"))
        #expect(try await approve(workshop).output.contains("Nothing to approve."))
    }

    @Test("switching the requirement on unpublishes nothing, and only new and changed art waits")
    func switchedOn() async throws {
        let workshop = try await built(requireApproval: false)
        try workshop.configure(Settings(requireApproval: true))
        try workshop.drop(Art.disc(3), as: "cats/Three.svg")
        try workshop.drop(Art.disc(4), as: "cats/Two.svg")
        let before = try #require(try workshop.sticker("cats", "two"))
        let build = try await workshop.build()
        #expect(build.total("published") == 2 && build.total("awaitingApproval") == 2)
        #expect(build.total("publishedUnapproved") == 2)
        #expect(try published(workshop) == ["one", "two"])
        #expect(try workshop.sticker("cats", "two")?.pixels == before.pixels)
        #expect(try await approve(workshop).output.contains("3 stickers were approved by Ada."))
        #expect(try workshop.sticker("cats", "two")?.pixels != before.pixels)
        #expect(try published(workshop).sorted() == ["one", "three", "two"])
    }

    @Test("lost decisions unpublish nothing: a build says what is gone and ends with status 3, and new art waits")
    func lost() async throws {
        let workshop = try await built(requireApproval: true)
        #expect(try await approve(workshop).status == 0)
        try lose(workshop)
        try workshop.drop(Art.disc(3), as: "cats/Three.svg")
        for _ in 0..<2 {
            let build = try await workshop.build()
            #expect(build.status == 3)
            #expect(build.failure?.contains("2 decisions that catalog.json names are gone") == true)
            #expect(try published(workshop) == ["one", "two"])
            #expect(build.total("awaitingApproval") == 1)
        }
        #expect(
            try await workshop.run("review", "restore").output.contains("2 decisions were restored from catalog.json."))
        #expect(try await workshop.build().status == 0)
        #expect(try workshop.sticker("cats", "one")?.review == Review(verdict: .approved, reviewer: "Ada"))
        #expect(try published(workshop) == ["one", "two"])
    }

    @Test("an emptied database is filled from the journal, and the build says so")
    func emptied() async throws {
        let workshop = try await built(requireApproval: true)
        #expect(try await approve(workshop).status == 0)
        try workshop.put("", at: "\(Self.state)/decisions.sqlite")
        let ending = try await workshop.run("build")
        #expect(ending.status == 0)
        #expect(ending.complaint.contains("2 decisions were restored from decisions.jsonl."))
        #expect(try published(workshop) == ["one", "two"])
    }

    @Test(
        "a watch that loses its decisions keeps what is published, says so, and recovers when the journal is put back")
    func watched() async throws {
        let workshop = try await built(requireApproval: true)
        #expect(try await approve(workshop).status == 0)
        let journal = try workshop.read("\(Self.state)/decisions.jsonl")
        try lose(workshop)
        let command = try workshop.start(["watch", "--json"])
        func happened(_ kind: String) throws -> Bool {
            command.output.isEmpty ? false : try Event.read(command.output).contains { $0.kind == kind }
        }
        try await eventually("it does not get ready: \(command.complaint)") { try happened("ready") }
        #expect(try happened("decisionsLost"))
        #expect(try published(workshop) == ["one", "two"])
        try workshop.put(Array(journal), at: "\(Self.state)/decisions.jsonl")
        if workshop.has("\(Self.state)/decisions.sqlite") { try workshop.remove("\(Self.state)/decisions.sqlite") }
        try workshop.drop(Art.disc(3), as: "cats/Three.svg")
        try await eventually("the decisions are not taken up again") { try happened("decisionsBack") }
        try await eventually("nobody is told") { try happened("awaitingApproval") }
        #expect(try published(workshop) == ["one", "two"])
        command.send(SIGTERM)
        #expect(try await command.ending().status == 0)
    }

    @Test("imported decisions about images that are gone are called so, and no JSON of decisions ends with status 2")
    func imports() async throws {
        let workshop = try await built(requireApproval: false)
        let pixels = String(repeating: "a", count: 64)
        try workshop.put(
            """
            {"kind": "stickerd-decisions", "version": 1, "decisions": [{"pack": "cats", "sticker": "one",
            "pixels": "\(pixels)", "verdict": "approved", "reviewer": "Ada", "comment": "",
            "decided": "2026-11-21T18:10:00Z"}]}
            """, at: "decisions.json")
        let ending = try await workshop.run("review", "import", "decisions.json")
        #expect(ending.status == 0)
        #expect(
            ending.output.hasPrefix("1 of 1 decisions were new.\n1 waits until its image is back"), "\(ending.output)")
        try workshop.put("{}", at: "empty.json")
        let refused = try await workshop.run("review", "import", "empty.json")
        #expect(refused.status == 2)
        #expect(refused.complaint.contains("this is not a review decisions file"))
    }
}
