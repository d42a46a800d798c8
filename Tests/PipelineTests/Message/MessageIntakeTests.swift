import Intake
import JobModel
import StickerManifest
import Testing

@Suite("Messages in the drop folder")
struct MessageIntakeTests {
    private func listing(_ fill: (DropFixture) throws -> Void) throws -> DropListing {
        let drop = try DropFixture()
        try fill(drop)
        return try DropScanner.list(drop.path)
    }

    @Test("the folder messages of a pack is a separate pack, with separate ids and texts")
    func folder() throws {
        let listing = try listing {
            try $0.add("Cats/Your Move.svg")
            try $0.add("Cats/messages/Your Move.svg")
            try $0.add(
                "Cats/messages/Your Move.json",
                text: #"{ "caption": "Your move", "translations": { "DE": { "caption": "Du bist dran" } } }"#)
        }
        #expect(listing.packs.map(\.id) == ["cats", "cats/messages"])
        #expect(listing.packs.map(\.itemKind) == [.sticker, .message])
        #expect(listing.art.map(\.path) == ["Cats/Your Move.svg", "Cats/messages/Your Move.svg"])
        #expect(listing.art.map(\.id) == ["your-move", "your-move"])
        #expect(listing.art[0].messageTexts == nil)
        #expect(
            listing.art[1].messageTexts
                == MessageTexts(
                    text: MessageText(caption: "Your move"), translations: ["de": MessageText(caption: "Du bist dran")])
        )
        #expect(listing.ignored.map(\.reason) == [.settings])
    }

    @Test("a pack may have messages alone, and a message needs no texts")
    func alone() throws {
        let listing = try listing { try $0.add("cats/messages/A.png") }
        #expect(listing.packs.map(\.id) == ["cats", "cats/messages"])
        #expect(listing.art.map(\.messageTexts) == [MessageTexts()])
    }

    @Test("a folder messages at the root is a pack like any other")
    func root() throws {
        let listing = try listing { try $0.add("messages/A.png") }
        #expect(listing.packs.map(\.id) == ["messages"])
        #expect(listing.art.map(\.messageTexts) == [nil])
    }

    @Test("files that cannot be messages are listed with the reason")
    func others() throws {
        let listing = try listing {
            try $0.add("cats/messages/A.png")
            try $0.add("cats/messages/Wave.frames/1.png")
            try $0.add("cats/messages/more/B.png")
            try $0.add("cats/messages/notes.txt", text: "hello")
            try $0.add("cats/messages/B.json", text: "{}")
        }
        let reasons = Dictionary(uniqueKeysWithValues: listing.ignored.map { ($0.path, $0.reason) })
        #expect(
            reasons == [
                "cats/messages/Wave.frames": .animatedMessage, "cats/messages/more": .nestedFolder,
                "cats/messages/notes.txt": .notArt, "cats/messages/B.json": .orphanSidecar,
            ])
        #expect(IgnoreReason.animatedMessage.isForPeople)
    }

    @Test("a sidecar with a wrong key rejects the message, and names the right one")
    func badSidecar() throws {
        let listing = try listing {
            try $0.add("cats/messages/A.png")
            try $0.add("cats/messages/A.json", text: #"{ "captoin": "Your move" }"#)
        }
        let finding = try #require(listing.art.first?.findings.first)
        #expect(finding.rule == Rule.badSidecar.id && finding.message.contains("did you mean \"caption\""))
    }

    @Test("a message keeps its published id")
    func published() throws {
        let drop = try DropFixture()
        try drop.add("cats/messages/A b.png")
        try drop.add("cats/messages/a-b.png")
        let message = Message(
            pack: "cats", id: "a-b-2", text: MessageText(),
            source: SourceArt(
                path: "cats/messages/A b.png", sha256: "aa", bytes: 1, format: "png", width: 1, height: 1),
            renditions: [], previews: [], fit: Fit(summary: "", gaveUp: "nothing", attempts: []), findings: [],
            fingerprint: "f", pixels: "p")
        let catalog = Catalog(generator: "stickerd 0.1.0", packs: [], rejected: [], messages: [message])
        let listing = try DropScanner.list(drop.path, published: PublishedSources(catalog))
        #expect(listing.art.map(\.id) == ["a-b-2", "a-b"])
    }
}
