import Foundation
import PublishedSamples
import StickerManifest
import Synchronization
import Testing

@Suite("The contents of a library")
struct WhatIsShownTests {
    private let app: AppFixture
    private let cat = AppFixture.Art("cat")

    init() throws {
        app = try AppFixture()
    }

    /// The label that a user with these languages sees.
    private func label(_ languages: [String], _ labels: [String: String]) async throws -> String? {
        try app.tree.publish([cat]) { catalog in
            catalog.packs[0].stickers[0].label = "Cat"
            catalog.packs[0].stickers[0].labels = labels
        }
        let heard = Mutex<String?>(nil)
        try await Serving.tree(app.tree) { [app] port in
            let library = try app.start(port) { $0.languages = languages }
            try await library.update()
            let item = library.stickers[StickerName(pack: "cats", sticker: "cat")]
            heard.withLock { $0 = item?.localizedDescription }
        }
        return heard.withLock { $0 }
    }

    @Test(
        "labels are in the person's language, or in the app's",
        arguments: [
            (["de-AT", "en"], "Katze"), (["de"], "Katze"), (["fr", "de"], "Katze"), (["en-GB", "de"], "Cat"),
            (["fr"], "Cat"),
            ([], "Cat"), (["pt-BR"], "Gato BR"), (["pt-PT", "de"], "Katze"), (["zh-Hant-TW"], "貓"),
            (["DE_ch"], "Katze"),
        ])
    func languages(languages: [String], expected: String) async throws {
        let labels = ["de": "Katze", "pt-BR": "Gato BR", "zh-Hant": "貓"]
        #expect(try await label(languages, labels) == expected)
    }

    @Test("a label is cut where Messages would refuse it, between characters")
    func longLabel() async throws {
        let label = try #require(try await label(["de"], ["de": String(repeating: "👩‍👩‍👧", count: 40)]))
        #expect(label.utf16.count <= 150 && label == String(repeating: "👩‍👩‍👧", count: label.count))
        #expect(!label.isEmpty)
    }

    @Test("a pack is shown in its period only; a future one is downloaded in advance, an ended one is not")
    func availability() async throws {
        let art = [
            AppFixture.Art("a", pack: "always"), AppFixture.Art("f", pack: "future"), AppFixture.Art("p", pack: "past"),
        ]
        try app.tree.publish(art) { catalog in
            catalog.packs[1].availability = Availability(
                from: Date(timeIntervalSinceNow: 3600), until: Date(timeIntervalSinceNow: 7200))
            catalog.packs[2].availability = Availability(until: Date(timeIntervalSinceNow: -3600))
        }
        try await Serving.tree(app.tree) { [app] port in
            let library = try app.start(port)
            try await library.update()
            let stickers = library.stickers
            try expect(stickers, is: Array(art[..<2]))
            #expect(stickers.available().map(\.id) == ["always"])
            #expect(stickers.available(at: Date(timeIntervalSinceNow: 4000)).map(\.id) == ["always", "future"])
            #expect(stickers.available(at: Date(timeIntervalSinceNow: 8000)).map(\.id) == ["always"])
        }
    }

    @Test("a pack for sale has its product id, and is downloaded like all others")
    func product() async throws {
        let art = [AppFixture.Art("a", pack: "free"), AppFixture.Art("b", pack: "sold")]
        try app.tree.publish(art) { $0.packs[1].productID = "com.example.sold" }
        try await Serving.tree(app.tree) { [app] port in
            let library = try app.start(port)
            try await library.update()
            try expect(library.stickers, is: art)
            #expect(library.stickers.available().map(\.productID) == [nil, "com.example.sold"])
            #expect(library.stickers.productIDs == ["com.example.sold"])
        }
    }

    @Test("in a full cache, packs that can be shown now come before future ones")
    func priority() async throws {
        let art = [AppFixture.Art("f", pack: "a-future"), AppFixture.Art("n", pack: "now")]
        try app.tree.publish(art) {
            $0.packs[0].availability = Availability(from: Date(timeIntervalSinceNow: 3600))
        }
        try await Serving.tree(app.tree) { [app] port in
            let library = try app.start(port) { $0.cacheLimit = 2500 }
            try await library.update()
            try expect(library.stickers, is: [art[1]], missing: 1)
        }
    }
}
