import StickerCatalog
import Testing

/// Rebuilds and rollbacks where people decide what is published.
@Suite struct DecidedRebuildTests {
    private func approve(_ sticker: Sticker, in workshop: Workshop) async throws {
        try workshop.put(
            """
            {"kind":"stickerd-decisions","version":1,"decisions":[{"pack":"cats","sticker":"\(sticker.id)",
            "verdict":"approved","pixels":"\(sticker.pixels)","reviewer":"Ada","comment":"",
            "decided":"2026-11-21T18:00:00Z"}]}
            """, at: "decisions.json")
        #expect(try await workshop.run("review", "import", "decisions.json").status == 0)
    }

    @Test("what waits for approval is rebuilt as well, still waits, and keeps what more effort made of it")
    func waits() async throws {
        let workshop = try Workshop(Settings(requireApproval: true))
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        try await workshop.build()
        let rebuild = try await workshop.rebuild("--effort", "max")
        #expect(rebuild.status == 0, "\(rebuild.complaint)")
        #expect(try workshop.catalog().packs == [])
        #expect(try waiting(workshop).map(\.id) == ["one", "two"])
        let better = try workshop.catalog()
        #expect(try await workshop.build().total("rendered") == 0)
        #expect(try workshop.catalog() == better)
        #expect(try await workshop.rebuild("--verify").concerns == [:])
    }

    @Test("a better version of what was approved waits beside it, and the next build leaves both as they are")
    func reopened() async throws {
        let workshop = try Workshop(Settings(requireApproval: true))
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try await workshop.build()
        try await approve(try #require(try waiting(workshop).first), in: workshop)
        let approved = try #require(try workshop.sticker("cats", "one"))
        try await workshop.rebuild("--effort", "max")
        #expect(try workshop.sticker("cats", "one")?.review?.verdict == .approved)
        #expect(try waiting(workshop).allSatisfy { $0.pixels != approved.pixels })
        let rebuilt = try workshop.catalog()
        #expect(try await workshop.build().total("rendered") == 0)
        #expect(try workshop.catalog() == rebuilt)
    }

    @Test("a decision does not change a state that was gone back to, until that is released")
    func held() async throws {
        let workshop = try Workshop()
        try workshop.drop(Art.disc(1), as: "cats/One.svg")
        try await workshop.build()
        try workshop.drop(Art.disc(2), as: "cats/Two.svg")
        try await workshop.build()
        let first = try #require(try await workshop.history().last?.text("id"))
        #expect(try await workshop.run("rollback", first).status == 0)
        let before = try workshop.out.contents
        try await approve(try #require(try workshop.sticker("cats", "one")), in: workshop)
        #expect(OutTree.differences(try workshop.out.contents, before) == [])
        #expect(try await workshop.run("rollback", "--release").status == 0)
        try await workshop.build()
        #expect(try workshop.sticker("cats", "one")?.review?.verdict == .approved)
    }

    private func waiting(_ workshop: Workshop) throws -> [Sticker] {
        try (workshop.catalog().awaitingApproval ?? []).flatMap(\.stickers)
    }
}
