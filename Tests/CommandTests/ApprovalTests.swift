import Foundation
import Glibc
import StickerManifest
import TestSupport
import Testing

/// Tests decisions about stickers on the command line: `publish.requireApproval`, `stickerd review`, and lost
/// decisions.
@Suite struct ApprovalTests {
    private static let state = ".out.stickerd"

    /// A fixture with two built stickers.
    private func built(requireApproval: Bool) async throws -> CLIFixture {
        let cli = try await CLIFixture.built(
            ["cats/One.svg": 1, "cats/Two.svg": 2], Settings(requireApproval: requireApproval))
        return cli
    }

    private func approve(_ cli: CLIFixture) async throws -> Command.Ending {
        try await cli.run("review", "approve", "--all", "--reviewer", "Ada")
    }

    private func published(_ cli: CLIFixture) throws -> [String] {
        try cli.catalog().packs.flatMap(\.stickers).map(\.id)
    }

    /// Removes the stored decisions, as if they were lost in a power failure or by an incomplete restore.
    private func lose(_ cli: CLIFixture) throws {
        for name in ["decisions.sqlite", "decisions.jsonl"] { try cli.remove("\(Self.state)/\(name)") }
    }

    @Test("if approval is required, a build reports the number of waiting stickers and the way to approve them")
    func awaiting() async throws {
        let cli = try await built(requireApproval: true)
        let build = try await cli.build("--retry-failed")
        #expect(build.total("published") == 0 && build.total("awaitingApproval") == 2)
        #expect(try await cli.run("build").output.contains("2 stickers await approval: open the review page"))
        let report = try cli.text("out/report.html")
        #expect(report.contains("2 stickers await approval") && !report.contains("Nothing is published yet"))
        #expect(try cli.text("out/report.json").contains("\"awaitingApproval\" : 2"))
        let audit = try await cli.run("audit")
        #expect(audit.status == 0 && audit.output.contains("2\tawaiting approval"))
        #expect(!audit.output.contains("\tpublished\n"))
    }

    @Test("single stickers are approved by their pack and id")
    func approveSome() async throws {
        let cli = try await built(requireApproval: true)
        let unknown = try await cli.run("review", "approve", "cats/oen", "--reviewer", "Ada")
        #expect(
            unknown.status == 2
                && unknown.complaint.contains("cats/oen: there is no such sticker. Did you mean cats/one?"))
        let ending = try await cli.run("review", "approve", "cats/one", "--reviewer", "Ada", "--json")
        #expect(ending.status == 0 && ending.output.contains("\"approved\":1"), "\(ending)")
        #expect(try published(cli) == ["one"])
    }

    @Test("`review approve --all` approves all undecided stickers, and publishes them")
    func approveAll() async throws {
        let cli = try await built(requireApproval: true)
        #expect(try await cli.run("review", "approve", "--all").status == 2)
        #expect(try await cli.run("review", "approve", "--reviewer", "Ada").status == 2)
        #expect(try published(cli) == [])
        let ending = try await approve(cli)
        #expect(ending.status == 0 && ending.output.contains("2 stickers were approved by Ada."))
        #expect(try published(cli) == ["one", "two"])
        #expect(try cli.sticker("cats", "one")?.review == Review(outcome: .approved, reviewer: "Ada"))
        #expect(try await approve(cli).output.contains("Nothing to approve."))
    }

    @Test("approving the stickers of a pack that has an icon publishes the icon too")
    func approveIcon() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1, "cats/icon.svg": 7], Settings(requireApproval: true))
        let ending = try await approve(cli)
        #expect(ending.status == 0, "\(ending.complaint)")
        #expect(try cli.catalog().packs.first?.icon.isEmpty == false)
        #expect(try cli.out.faults() == [])
    }

    @Test("switching the requirement on unpublishes nothing, and only new and changed art waits")
    func switchedOn() async throws {
        let cli = try await built(requireApproval: false)
        try cli.configure(Settings(requireApproval: true))
        try cli.drop(["cats/Three.svg": 3, "cats/Two.svg": 4])
        let before = try #require(try cli.sticker("cats", "two"))
        let build = try await cli.build()
        #expect(build.total("published") == 2 && build.total("awaitingApproval") == 2)
        #expect(build.total("publishedUnapproved") == 2)
        #expect(try published(cli) == ["one", "two"])
        #expect(try cli.sticker("cats", "two")?.pixels == before.pixels)
        #expect(try await approve(cli).output.contains("3 stickers were approved by Ada."))
        #expect(try cli.sticker("cats", "two")?.pixels != before.pixels)
        #expect(try published(cli).sorted() == ["one", "three", "two"])
    }

    @Test("lost decisions unpublish nothing: a build reports the loss and ends with status 3, and new art waits")
    func lost() async throws {
        let cli = try await built(requireApproval: true)
        #expect(try await approve(cli).status == 0)
        try lose(cli)
        try cli.drop(Art.disc(3), as: "cats/Three.svg")
        for _ in 0..<2 {
            let build = try await cli.build()
            #expect(build.status == 3)
            #expect(build.failure?.contains("2 decisions that catalog.json contains are missing") == true)
            #expect(try published(cli) == ["one", "two"])
            #expect(build.total("awaitingApproval") == 1)
        }
        #expect(
            try await cli.run("review", "restore").output.contains("2 decisions were restored from catalog.json."))
        #expect(try await cli.build().status == 0)
        #expect(try cli.sticker("cats", "one")?.review == Review(outcome: .approved, reviewer: "Ada"))
        #expect(try published(cli) == ["one", "two"])
    }

    @Test("an emptied database is restored from the journal, and the build reports it")
    func emptied() async throws {
        let cli = try await built(requireApproval: true)
        #expect(try await approve(cli).status == 0)
        try cli.put("", at: "\(Self.state)/decisions.sqlite")
        let ending = try await cli.run("build")
        #expect(ending.status == 0)
        #expect(ending.complaint.contains("2 decisions were restored from decisions.jsonl."))
        #expect(try published(cli) == ["one", "two"])
    }

    @Test(
        "a watch that loses its decisions keeps the published stickers, reports it, and recovers when the journal is restored"
    )
    func watched() async throws {
        let cli = try await built(requireApproval: true)
        #expect(try await approve(cli).status == 0)
        let journal = try cli.read("\(Self.state)/decisions.jsonl")
        try lose(cli)
        let watch = try await cli.engineWatch()
        #expect(try watch.count("decisionsLost") > 0)
        #expect(try published(cli) == ["one", "two"])
        try cli.put(Array(journal), at: "\(Self.state)/decisions.jsonl")
        if cli.has("\(Self.state)/decisions.sqlite") { try cli.remove("\(Self.state)/decisions.sqlite") }
        try cli.drop(Art.disc(3), as: "cats/Three.svg")
        try await eventually("the return of the decisions is not reported") { try watch.count("decisionsBack") > 0 }
        try await eventually("the sticker without approval is not reported") { try watch.count("awaitingApproval") > 0 }
        #expect(try published(cli) == ["one", "two"])
        try await watch.stop()
    }

    @Test("imported decisions about missing images are reported, and JSON without decisions ends with status 2")
    func imports() async throws {
        let cli = try await built(requireApproval: false)
        let pixels = String(repeating: "a", count: 64)
        try cli.put(CLIFixture.decisionFile(pixels: pixels), at: "decisions.json")
        let ending = try await cli.run("review", "import", "decisions.json")
        #expect(ending.status == 0)
        #expect(
            ending.output.hasPrefix("1 decision was imported.\n1 is about an image that no sticker has now"),
            "\(ending.output)")
        try cli.put("{}", at: "empty.json")
        let refused = try await cli.run("review", "import", "empty.json")
        #expect(refused.status == 2)
        #expect(
            refused.complaint.contains(
                "this is not a review decisions file"))
    }
}
