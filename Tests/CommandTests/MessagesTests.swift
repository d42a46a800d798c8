import Deflate
import Foundation
import ImageHeaders
import PNG
import Pixels
import StickerManifest
import TestSupport
import Testing

/// Tests the pictures of interactive messages in `drop/<pack>/messages/` from end to end.
@Suite struct MessagesTests {
    static let texts = #"{ "caption": "Your move", "summary": "It is your move", "label": "A board" }"#

    static func art(_ colour: String) -> String {
        "<svg xmlns='http://www.w3.org/2000/svg' width='300' height='300'><rect width='300' height='300' fill='#246'/>"
            + "<circle cx='150' cy='130' r='80' fill='\(colour)'/></svg>"
    }

    /// A fixture with a pack that contains a sticker and a message.
    private func fixture(_ settings: Settings = Settings()) throws -> CLIFixture {
        let cli = try CLIFixture(settings, discs: ["cats/One.svg": 1])
        try cli.drop(Self.art("#fc4"), as: "cats/messages/Your Move.svg")
        try cli.drop(Self.texts, as: "cats/messages/Your Move.json")
        return cli
    }

    /// An animation of four frames, each with a single colour and a side of 300 pixels.
    private static func moving() throws -> [UInt8] {
        let whole = FrameRectangle(width: 300, height: 300)
        return try APNGWriter(width: 300, height: 300, loopCount: 0, level: .fast).write(
            (0..<4).map { place in
                AnimationFrame(
                    control: FrameControl(rectangle: whole, delay: FrameDelay(milliseconds: 200)),
                    image: RGBAImage(
                        width: 300, height: 300,
                        filledWith: RGBAColour(red: UInt8(60 * place), green: 80, blue: 160)))
            })
    }

    private func messages(_ cli: CLIFixture) throws -> [String] {
        try (cli.catalog().messages ?? []).map { "\($0.pack)/\($0.id)" }
    }

    @Test("a build publishes them next to the packs, under unique names, and a second build has no work")
    func build() async throws {
        let cli = try fixture()
        let build = try await cli.build()
        #expect(build.status == 0 && build.total("published") == 2 && build.total("rendered") == 2)
        let message = try #require(try cli.catalog().messages?.first)
        #expect(message.pack == "cats" && message.id == "your-move" && message.text.caption == "Your move")
        #expect(message.renditions.map(\.width) == [900, 600, 300])
        #expect(message.previews.map(\.background) == ["light", "dark"] && message.findings == [])
        #expect(try cli.catalog().packs.map(\.id) == ["cats"])
        #expect(try cli.catalog().packs[0].stickers.map(\.id) == ["one"])
        for name in ["packs/cats/messages/your-move@3x.png", "previews/cats/messages/your-move/dark.png"] {
            #expect(cli.has("out/\(name)"), "\(name)")
        }
        #expect(cli.has("out/sheets/cats.messages.html") && cli.has("out/sheets/cats.messages.png"))
        #expect(try cli.text("out/report.html").contains("1 sticker and 1 message"))
        #expect(try cli.out.faults() == [])
        let again = try await cli.build()
        #expect(again.total("rendered") == 0 && again.total("changed") != 1)
        let audit = try await cli.run("audit")
        #expect(audit.status == 0, "\(audit.output)")
        let verify = try await cli.run("verify", "out")
        #expect(!verify.output.contains("does not refer to"), "\(verify.output)")
    }

    @Test("art that moves is published as a still with a film")
    func film() async throws {
        let cli = try fixture()
        try cli.drop(Self.moving(), as: "cats/messages/Wave.png")
        try cli.drop(Self.texts, as: "cats/messages/Wave.json")
        let build = try await cli.build()
        #expect(build.status == 0, "\(build)")
        let message = try #require(try cli.catalog().messages?.first { $0.id == "wave" })
        #expect(message.renditions.map(\.width) == [900, 600, 300] && message.animation?.frames == 4)
        #expect(message.film?.width == 900)
        let files = try FileManager.default.contentsOfDirectory(atPath: cli.file("out/packs/cats/messages"))
        #expect(files.contains("wave@3x.mp4") || files.contains("wave@3x.gif"), "\(files)")
        #expect(try cli.out.faults() == [])
    }

    @Test("other texts make it again, and leave the sticker alone")
    func otherTexts() async throws {
        let cli = try fixture()
        try await cli.build()
        let before = try #require(try cli.catalog().messages?.first)
        try cli.drop(Self.texts.replacing("Your move", with: "Go on"), as: "cats/messages/Your Move.json")
        let build = try await cli.build()
        #expect(build.renderedPaths == ["cats/messages/Your Move.svg"])
        let after = try #require(try cli.catalog().messages?.first)
        #expect(after.text.caption == "Go on" && after.pixels == before.pixels)
        #expect(after.previews.map(\.sha256) != before.previews.map(\.sha256))
    }

    @Test("two messages may have one picture, if their texts differ")
    func samePicture() async throws {
        let cli = try fixture()
        try cli.drop(Self.art("#fc4"), as: "cats/messages/You Won.svg")
        try cli.drop(Self.texts.replacing("Your move", with: "You won"), as: "cats/messages/You Won.json")
        let build = try await cli.build()
        #expect(build.status == 0)
        #expect(try messages(cli) == ["cats/you-won", "cats/your-move"])
        #expect(try cli.catalog().messages?.flatMap(\.findings).map(\.rule) == [])
    }

    @Test("a lost state database is recreated from the manifest without rendering")
    func lostLedger() async throws {
        let cli = try fixture()
        try await cli.build()
        try cli.remove(".out.stickerd/ledger.sqlite")
        let build = try await cli.build()
        #expect(build.status == 0 && build.total("rendered") == 0)
        #expect(try messages(cli) == ["cats/your-move"])
    }

    @Test("broken art is rejected, and the good version stays")
    func rejected() async throws {
        let cli = try fixture()
        try await cli.build()
        try cli.drop(Art.png(64), as: "cats/messages/Your Move.svg")
        let build = try await cli.build()
        #expect(build.status == 1)
        let rejection = try #require(try cli.catalog().rejected.first)
        #expect(rejection.pack == "cats/messages" && rejection.keepsEarlierVersion)
        #expect(rejection.findings.contains { $0.rule == "message-too-small" })
        #expect(try messages(cli) == ["cats/your-move"])
        #expect(try cli.out.faults() == [])
    }

    @Test("where approval is required they wait for it, by the pack with /messages")
    func approval() async throws {
        let cli = try fixture(Settings(requireApproval: true))
        try await cli.build()
        #expect(try cli.catalog().messages == nil)
        #expect(try cli.catalog().messagesAwaitingApproval?.map(\.id) == ["your-move"])
        let approve = try await cli.run(
            "review", "approve", "--all", "--pack", "cats/messages", "--reviewer", "Ada")
        #expect(approve.status == 0, "\(approve.complaint)")
        #expect(try messages(cli) == ["cats/your-move"])
        #expect(try cli.catalog().messages?.first?.review?.reviewer == "Ada")
        #expect(try cli.catalog().packs.isEmpty && cli.catalog().awaitingApproval?.count == 1)
        #expect(try cli.out.faults() == [])
        #expect(try await cli.build().status == 0)
    }

    @Test("rollback and rebuild preserve them")
    func states() async throws {
        let cli = try fixture()
        try await cli.build()
        let first = try cli.out.contents
        try cli.drop(Self.art("#4cf"), as: "cats/messages/Your Move.svg")
        try await cli.build()
        try await cli.rollBackAndRebuild(first: first)
        #expect(try cli.out.faults() == [])
    }

    @Test("damaged files of messages are found and made again")
    func damage() async throws {
        let cli = try fixture()
        try await cli.build()
        let file = try #require(try cli.catalog().messages?.first?.renditions.first?.path)
        try cli.remove("out/" + file)
        #expect(try await cli.run("audit").status == 1)
        #expect(try await cli.build().renderedPaths == ["cats/messages/Your Move.svg"])
        #expect(try cli.out.faults() == [])
    }

    @Test("a watch publishes a drop among the messages, writes a note next to rejected art, and retires removed art")
    func watch() async throws {
        let cli = try fixture()
        let watch = try await cli.engineWatch()
        #expect(try messages(cli) == ["cats/your-move"])
        try cli.drop(Self.art("#c4f"), as: "cats/messages/You Won.svg")
        try await eventually("the message is not published") { try messages(cli).contains("cats/you-won") }
        try await eventually("the publication of the message is not reported") {
            try watch.events.contains {
                $0.kind == "published" && $0.text("pack") == "cats/messages" && $0.text("id") == "you-won"
            }
        }
        try cli.drop(Art.png(64), as: "cats/messages/Tiny.png")
        let note = "drop/cats/messages/Tiny.png.rejected.txt"
        try await eventually("the note is not written") { cli.has(note) }
        #expect(try cli.text(note).contains("was not made into a message"))
        try cli.remove("drop/cats/messages/Tiny.png")
        try cli.remove("drop/cats/messages/You Won.svg")
        try await eventually("the message or the note is not removed") {
            try messages(cli) == ["cats/your-move"] && !cli.has(note)
        }
        try await watch.stop()
        #expect(try cli.out.faults() == [])
        #expect(try await cli.run("audit").status == 0)
    }

    @Test("a library without messages does not mention them in its manifest")
    func none() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        #expect(try !cli.text("out/catalog.json").contains("messages"))
        #expect(try !cli.text("out/report.json").contains("messages"))
    }

    @Test("`check` measures them as messages, with their texts")
    func check() async throws {
        let cli = try fixture()
        try cli.drop("{ \"caption\": 7 }", as: "cats/messages/Bad.json")
        try cli.drop(Self.art("#4cf"), as: "cats/messages/Bad.svg")
        let good = try await cli.run("check", "drop/cats/messages/Your Move.svg")
        #expect(good.status == 0 && good.output.contains("900 × 900 px"), "\(good.output)")
        #expect(!good.output.contains("message-label-missing"))
        let bad = try await cli.run("check", "drop/cats")
        #expect(bad.status == 1 && bad.output.contains("bad-sidecar"), "\(bad.output)")
        try cli.drop(Art.disc(3), as: "messages/Three.svg")
        #expect(try await cli.run("check", "drop/messages/Three.svg").output.contains("300 × 300 px"))
    }

    @Test("an export for Xcode has no message in its sticker packs")
    func export() async throws {
        let cli = try fixture()
        try await cli.build()
        let export = try await cli.run("export", "xcode", "--to", "exported")
        #expect(export.status == 0, "\(export.complaint)")
        let names = try OutTree(cli.file("exported")).names
        #expect(names.contains { $0.contains("one.sticker") } && !names.contains { $0.contains("your-move") })
    }
}
