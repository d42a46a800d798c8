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

    /// So many colours where edges meet that more effort finds another palette.
    private static let edges = Art.svg(
        """
        <circle cx='22' cy='24' r='14' fill='#e5533d' stroke='#223' stroke-width='3'/>\
        <circle cx='42' cy='26' r='13' fill='#f4b942' stroke='#264' stroke-width='2'/>\
        <circle cx='30' cy='44' r='13' fill='#4a90d9' stroke='#522' stroke-width='2.5'/>\
        <path d='M12 54 Q32 30 54 54' fill='none' stroke='#7b4' stroke-width='3'/>
        """)

    @Test(
        "a night at the highest effort keeps the pixels of what was approved or sent back, and only presses its files")
    func decidedPixelsStay() async throws {
        for requireApproval in [true, false] {
            let workshop = try Workshop(Settings(requireApproval: requireApproval))
            try workshop.drop(Self.edges, as: "cats/One.svg")
            try await workshop.build()
            let open = try requireApproval ? waiting(workshop).first : workshop.sticker("cats", "one")
            try await approve(try #require(open), in: workshop)
            let approved = try #require(try workshop.sticker("cats", "one"))
            let rebuild = try await workshop.rebuild("--effort", "max")
            #expect(rebuild.status == 0, "\(rebuild.complaint)")
            let pressed = try #require(try workshop.sticker("cats", "one"))
            #expect(pressed.pixels == approved.pixels)
            #expect(pressed.review?.verdict == .approved)
            #expect(pressed.renditions.reduce(0) { $0 + $1.bytes } < approved.renditions.reduce(0) { $0 + $1.bytes })
            #expect(try waiting(workshop).map(\.id) == [])
            let rebuilt = try workshop.catalog()
            #expect(try await workshop.build().total("rendered") == 0)
            #expect(try await workshop.rebuild("--effort", "max").total("changes") == 0)
            #expect(try workshop.catalog() == rebuilt)
            #expect(try await workshop.rebuild("--verify").concerns == [:])
        }
    }

    @Test("nobody has decided about it: the same night chooses other pixels")
    func undecidedPixelsMayChange() async throws {
        let workshop = try Workshop()
        try workshop.drop(Self.edges, as: "cats/One.svg")
        try await workshop.build()
        let before = try #require(try workshop.sticker("cats", "one"))
        try await workshop.rebuild("--effort", "max")
        #expect(try workshop.sticker("cats", "one")?.pixels != before.pixels)
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
