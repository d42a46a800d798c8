import StickerManifest
import Testing

/// Tests rebuilds and rollbacks of libraries that require approval.
@Suite struct DecidedRebuildTests {
    @Test("stickers that await approval are also rebuilt, still wait, and keep the result of more effort")
    func waits() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1, "cats/Two.svg": 2], Settings(requireApproval: true))
        let rebuild = try await cli.rebuild("--effort", "max")
        #expect(rebuild.status == 0, "\(rebuild.complaint)")
        #expect(try cli.catalog().packs == [])
        #expect(try waiting(cli).map(\.id) == ["one", "two"])
        let better = try cli.catalog()
        #expect(try await cli.build().total("rendered") == 0)
        #expect(try cli.catalog() == better)
        #expect(try await cli.rebuild("--verify").concerns == [:])
    }

    /// A drawing with edges of so many colours that a greater effort gives another palette.
    private static let edges = Art.svg(
        """
        <circle cx='22' cy='24' r='14' fill='#e5533d' stroke='#223' stroke-width='3'/>\
        <circle cx='42' cy='26' r='13' fill='#f4b942' stroke='#264' stroke-width='2'/>\
        <circle cx='30' cy='44' r='13' fill='#4a90d9' stroke='#522' stroke-width='2.5'/>\
        <path d='M12 54 Q32 30 54 54' fill='none' stroke='#7b4' stroke-width='3'/>
        """)

    @Test(
        "a night at the highest effort keeps the pixels of decided stickers, and only compresses their files")
    func decidedPixelsStay() async throws {
        for requireApproval in [true, false] {
            let cli = try CLIFixture(Settings(requireApproval: requireApproval))
            try cli.drop(Self.edges, as: "cats/One.svg")
            try await cli.build()
            let open = try requireApproval ? waiting(cli).first : cli.sticker("cats", "one")
            try await cli.decide(about: try #require(open))
            let approved = try #require(try cli.sticker("cats", "one"))
            let rebuild = try await cli.rebuild("--effort", "max")
            #expect(rebuild.status == 0, "\(rebuild.complaint)")
            let pressed = try #require(try cli.sticker("cats", "one"))
            #expect(pressed.pixels == approved.pixels)
            #expect(pressed.review?.outcome == .approved)
            #expect(pressed.renditions.reduce(0) { $0 + $1.bytes } < approved.renditions.reduce(0) { $0 + $1.bytes })
            #expect(try waiting(cli).map(\.id) == [])
            let rebuilt = try cli.catalog()
            #expect(try await cli.build().total("rendered") == 0)
            #expect(try await cli.rebuild("--effort", "max").total("changes") == 0)
            #expect(try cli.catalog() == rebuilt)
            #expect(try await cli.rebuild("--verify").concerns == [:])
        }
    }

    @Test("without a decision, the same night chooses other pixels")
    func undecidedPixelsMayChange() async throws {
        let cli = try CLIFixture()
        try cli.drop(Self.edges, as: "cats/One.svg")
        try await cli.build()
        let before = try #require(try cli.sticker("cats", "one"))
        try await cli.rebuild("--effort", "max")
        #expect(try cli.sticker("cats", "one")?.pixels != before.pixels)
    }

    @Test("a decision does not change a rolled-back state until that is released")
    func held() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        try cli.drop(Art.disc(2), as: "cats/Two.svg")
        try await cli.build()
        let first = try #require(try await cli.history().last?.text("id"))
        #expect(try await cli.run("rollback", first).status == 0)
        let before = try cli.out.contents
        try await cli.decide(about: try #require(try cli.sticker("cats", "one")))
        #expect(OutTree.differences(try cli.out.contents, before) == [])
        #expect(try await cli.run("rollback", "--release").status == 0)
        try await cli.build()
        #expect(try cli.sticker("cats", "one")?.review?.outcome == .approved)
    }

    @Test("the report starts with approved stickers that look different, also if a build published them during the day")
    func changedSinceApproval() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        try await cli.decide(about: try #require(try cli.sticker("cats", "one")))
        #expect(try await cli.rebuild().status == 0)
        try cli.drop(Art.disc(2), as: "cats/One.svg")
        try await cli.build()
        try await cli.rebuild("--verify")
        let rebuild = try await cli.rebuild()
        #expect(rebuild.status == 1)
        #expect(rebuild.total("changes") == 1)
        #expect(rebuild.concerns.keys.sorted() == ["cats/One.svg"])
        let page = try cli.text(".out.stickerd/morning/morning.html")
        #expect(page.contains("Approved, and looks different now") && page.contains("Approved by Ada, 2026-11-21"))
        // The page shows the earlier version, the new version and their difference. The earlier version is read from
        // the snapshot of the last report.
        #expect(page.matches(of: /src="data:image\/png;base64,/).count == 4)
        try await cli.decide(about: try #require(try cli.sticker("cats", "one")))
        let next = try await cli.rebuild()
        #expect(next.status == 0 && next.total("changes") == 0, "\(next.concerns)")
    }

    private func waiting(_ cli: CLIFixture) throws -> [Sticker] {
        try (cli.catalog().awaitingApproval ?? []).flatMap(\.stickers)
    }
}
