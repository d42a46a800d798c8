import Foundation
import JobModel
import Publishing
import StickerManifest
import Testing

@Suite("Messages in the manifest")
struct MessageCatalogTests {
    private static let digest = String(repeating: "0a", count: 32)

    private func message(_ pack: String, _ id: String, pixels: String = digest) -> Message {
        let rendition = { (scale: Int) in
            Rendition(
                scale: scale, path: "assets/\(id)\(scale).jpg", name: "packs/\(pack)/messages/\(id)@\(scale)x.jpg",
                width: 300 * scale, height: 300 * scale, bytes: 9, sha256: Self.digest, format: "jpeg", colours: nil,
                fidelity: 0.99)
        }
        return Message(
            pack: pack, id: id, text: MessageText(caption: "A", label: "B"),
            translations: ["de": MessageText(summary: "C")],
            source: SourceArt(
                path: "\(pack)/messages/\(id).png", sha256: Self.digest, bytes: 9, format: "png", width: 900,
                height: 900),
            renditions: [rendition(3), rendition(2), rendition(1)],
            previews: [
                Preview(
                    background: "light", path: "assets/l.png", name: "previews/\(pack)/messages/\(id)/light.png",
                    sha256: Self.digest, bytes: 1)
            ],
            fit: Fit(
                summary: "JPEG.", gaveUp: "quality",
                attempts: [.init(method: "jpeg", colours: nil, bytes: 9, fidelity: 0.99)]),
            findings: [
                Finding(
                    rule: "message-caption-length", level: .warning, message: "Long.", fix: "Shorten it.", measured: 4,
                    limit: 3, unit: "lines")
            ], fingerprint: Self.digest, pixels: pixels)
    }

    private func catalog(_ messages: [Message]) -> Catalog {
        Catalog(generator: "stickerd 0.1.0", packs: [], rejected: [], messages: messages)
    }

    @Test("converting packs of messages and back gives the same manifest")
    func roundTrip() {
        var catalog = catalog([message("cats", "a"), message("cats", "b"), message("dogs", "a")])
        catalog.messagesAwaitingApproval = [message("cats", "c")]
        let joined = catalog.joiningMessages
        #expect(joined.packs.map(\.id) == ["cats/messages", "dogs/messages"])
        #expect(joined.awaitingApproval?.map(\.id) == ["cats/messages"])
        #expect(joined.separatingMessages == catalog)
    }

    @Test("a manifest without messages does not have the key")
    func none() throws {
        let json = String(decoding: try Catalog(generator: "g", packs: [], rejected: []).json(), as: UTF8.self)
        #expect(!json.contains("messages"))
        #expect(try Catalog(json: Data(json.utf8)).messages == nil)
    }

    @Test("it is read as it was written, and the texts of a sticker's picture are not in it")
    func coding() throws {
        let catalog = catalog([message("cats", "a")])
        #expect(try Catalog(json: catalog.json()) == catalog)
        #expect(!String(decoding: try catalog.joiningMessages.json(), as: UTF8.self).contains("translations"))
    }

    @Test("apps get the picture at @3x and the texts, without previews and findings")
    func delivered() throws {
        let delivered = try #require(catalog([message("cats", "a")]).delivered.messages?.first)
        #expect(delivered.renditions.map(\.scale) == [3])
        #expect(delivered.previews.isEmpty && delivered.findings.isEmpty && delivered.fit.attempts.isEmpty)
        #expect(delivered.text.caption == "A" && delivered.translations["de"]?.summary == "C")
    }

    @Test("it follows the schema, as it is published and as apps get it", .enabled(if: SchemaValidator.isInstalled))
    func schema() throws {
        let schema = SchemaValidator(name: "catalog")
        var catalog = catalog([message("cats", "a")])
        catalog.messages?[0].film = Rendition(
            scale: 3, path: "assets/\(Self.digest).mp4", name: "packs/cats/messages/a@3x.mp4", width: 900, height: 900,
            bytes: 9, sha256: Self.digest, format: "mp4", colours: nil, fidelity: 0.99)
        catalog.messages?[0].expires = true
        catalog.messages?[0].animation = Animation(frames: 2, duration: 200, loopCount: 0)
        catalog.messagesAwaitingApproval = [message("cats", "b")]
        catalog.rejected = [
            RejectedSource(
                pack: "cats/messages", id: "c", path: "cats/messages/c.png", sha256: Self.digest, bytes: 1,
                findings: [
                    Finding(rule: "message-too-small", level: .error, message: "It is small.", fix: "Export it larger.")
                ],
                keepsEarlierVersion: false)
        ]
        #expect(try schema.problems(in: catalog.json()) == [])
        #expect(try schema.problems(in: catalog.delivered.json()) == [])
    }

    @Test("approval is required for messages like for stickers, and the published version stays until then")
    func approval() {
        let before = catalog([message("cats", "a", pixels: "old")])
        let now = catalog([message("cats", "a", pixels: "new"), message("cats", "b")])
        let assets = Set(before.messages?.flatMap { $0.renditions.map(\.path) + $0.previews.map(\.path) } ?? [])
        func filtered(_ reviews: Reviews) -> Catalog {
            ApprovalFilter(reviews: reviews, requiresApproval: true, previous: before, assets: AssetNames(assets))
                .judged(now)
        }
        let waiting = filtered(Reviews())
        #expect(waiting.messages?.map(\.pixels) == ["old"])
        #expect(waiting.messagesAwaitingApproval?.map(\.id) == ["a", "b"])
        #expect(waiting.awaitingCount == 2 && waiting.unapprovedCount == 1)
        let key = Reviews.Key(pack: "cats/messages", sticker: "a", pixels: "new")
        let approved = filtered(Reviews([key: Review(outcome: .approved)]))
        #expect(approved.messages?.map(\.pixels) == ["new"])
        #expect(approved.messages?.first?.review?.outcome == .approved)
        #expect(approved.messagesAwaitingApproval?.map(\.id) == ["b"])
    }

    @Test("each readable name leads to its file, and stickers that await approval have none")
    func names() {
        var catalog = catalog([message("cats", "a")])
        catalog.messagesAwaitingApproval = [message("cats", "b")]
        #expect(catalog.names["packs/cats/messages/a@3x.jpg"] == "assets/a3.jpg")
        #expect(catalog.names["previews/cats/messages/a/light.png"] == "assets/l.png")
        #expect(
            catalog.names["assets/b3.jpg"] == "assets/b3.jpg" && catalog.names["packs/cats/messages/b@3x.jpg"] == nil)
    }
}
