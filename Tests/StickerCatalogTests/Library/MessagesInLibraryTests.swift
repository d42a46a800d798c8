import Foundation
import PublishedSamples
import StickerCatalog
import StickerManifest
import Testing

@Suite("Interactive messages of a library")
struct MessagesInLibraryTests {
    private let app: AppFixture
    private let cat = AppFixture.Art("cat")
    private let move = AppFixture.Art("your-move", pack: "stones")
    private let start = AppFixture.Art("start", pack: "stones")

    init() throws {
        app = try AppFixture()
    }

    /// Checks that a set contains exactly these messages, and that each has a complete file.
    private func expect(
        _ set: StickerSet, is messages: [AppFixture.Art], sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        #expect(
            set.messages.map(\.name) == messages.map { MessageName(pack: $0.pack, message: $0.id) },
            sourceLocation: sourceLocation)
        for (item, art) in zip(set.messages, messages) {
            let bytes = try Data(contentsOf: item.fileURL)
            #expect(Array(bytes) == art.bytes && item.sha256 == art.sha256, sourceLocation: sourceLocation)
        }
    }

    @Test("are part of the app")
    func bundle() throws {
        try app.ship([cat], messages: [move])
        let library = try app.start()
        try expect(library.stickers, is: [move])
        let item = library.stickers[MessageName(pack: "stones", message: "your-move")]
        #expect(item?.text.caption == "Caption of your-move" && item?.scale == 3)
        #expect(library.stickers[MessageName(pack: "cats", message: "your-move")] == nil)
    }

    @Test("are downloaded and removed with the stickers, and are shown at the next start")
    func update() async throws {
        try app.ship([cat], messages: [start])
        try app.tree.publish([cat], messages: [move])
        try await Serving.tree(app.tree) { [app, move] port in
            let library = try app.start(port)
            #expect(try await library.update())
            try expect(library.stickers, is: [move])
            #expect(app.cached == ["\(move.sha256).png"])
            #expect(try await !library.update())
            try expect(app.start(port).stickers, is: [move])
        }
    }

    @Test("that are in a set stay on the device as long as its library exists")
    func stays() async throws {
        try app.tree.publish([cat], messages: [move])
        try await Serving.tree(app.tree) { [app, cat, start] port in
            let library = try app.start(port)
            try await library.update()
            let before = library.stickers
            try app.tree.publish([cat], messages: [start])
            #expect(try await library.update())
            try expect(before, is: [move])
            try expect(library.stickers, is: [start])
        }
    }

    @Test("have each text in the person's language, or else in the app's")
    func languages() throws {
        try app.ship([], messages: [move])
        let library = try app.start { $0.languages = ["de-AT"] }
        let text = try #require(library.stickers.messages.first?.text)
        #expect(text.caption == "Text zu your-move" && text.label == "Label of your-move")
        #expect(text.imageTitle == nil)
    }

    @Test("have the participants' names in the texts that Messages shows")
    func names() throws {
        try app.ship([], messages: [move]) {
            $0.messages?[0].text = MessageText(
                caption: "{sender} and {recipient}", summary: "{sender}", label: "A board")
            $0.messages?[0].translations = [:]
        }
        let item = try #require(try app.start().stickers.messages.first)
        let (ada, ben) = (UUID(), UUID())
        let both = item.naming(sender: ada, recipients: [ben, ada]).text
        #expect(both.caption == "$\(ada.uuidString) and $\(ben.uuidString), $\(ada.uuidString)")
        #expect(both.summary == "$\(ada.uuidString)" && both.label == "A board")
        #expect(item.naming(sender: ada, recipients: []).text.caption?.hasSuffix(" and …") == true)
    }

    @Test("have a film and an end, if the manifest does")
    func film() throws {
        try app.ship([], messages: [move, start]) {
            let still = $0.messages?[0].renditions[0]
            $0.messages?[0].film = still
            $0.messages?[0].expires = true
        }
        let items = try app.start().stickers.messages
        #expect(items.first?.filmURL == items.first?.fileURL && items.first?.expires == true)
        #expect(items.last?.filmURL == nil && items.last?.expires == false)
    }

    @Test("have a text that only another language has in that language alone")
    func translatedOnly() throws {
        try app.ship([], messages: [move]) {
            $0.messages?[0].translations["ja"] = MessageText(imageTitle: "手番")
        }
        #expect(try app.start { $0.languages = ["ja"] }.stickers.messages.first?.text.imageTitle == "手番")
        #expect(try app.start().stickers.messages.first?.text.imageTitle == nil)
    }

    @Test("are removed when the period of their pack ends")
    func ended() async throws {
        let over = AppFixture.Art("over", pack: "past")
        try app.tree.publish([AppFixture.Art("p", pack: "past"), cat], messages: [over, move]) {
            $0.packs[1].availability = Availability(until: Date(timeIntervalSinceNow: -3600))
        }
        try await Serving.tree(app.tree) { [app] port in
            let library = try app.start(port)
            try await library.update()
            try expect(library.stickers, is: [move])
            #expect(library.stickers.missing == 0 && app.cached.count == 2)
        }
    }

    @Test("are counted if the cache has no space for them")
    func missing() async throws {
        try app.tree.publish([cat], messages: [move, start])
        try await Serving.tree(app.tree) { [app] port in
            let library = try app.start(port) { $0.cacheLimit = 4500 }
            try await library.update()
            try expect(library.stickers, is: [move, start])
            #expect(library.stickers.missing == 1)
        }
    }

    @Test(
        "with a file that stickerd does not name so, or of an absurd size, are not taken",
        arguments: ["../../etc/passwd", "assets/short.png", ""])
    func strangePaths(path: String) async throws {
        try app.tree.publish([cat], messages: [move]) {
            if path.isEmpty {
                $0.messages?[0].renditions[0].bytes = 5_000_000
            } else {
                $0.messages?[0].renditions[0].path = path
            }
        }
        try await Serving.tree(app.tree) { [app] port in
            let library = try app.start(port)
            let error = await #expect(throws: CatalogError.self) { try await library.update() }
            guard case .notACatalog = error else { throw error ?? .wrongSignature }
        }
    }
}
