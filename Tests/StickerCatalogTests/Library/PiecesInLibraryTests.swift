import Foundation
import PublishedSamples
import StickerCatalog
import StickerManifest
import Testing

@Suite("Game pieces of a library")
struct PiecesInLibraryTests {
    private let app: AppFixture
    private let frog = AppFixture.Art("frog", pack: "pond")
    private let duck = AppFixture.Art("duck", pack: "pond")

    init() throws {
        app = try AppFixture()
    }

    @Test("are part of the app, with their labels in the user's language")
    func bundle() throws {
        try app.ship([], pieces: [frog, duck])
        let stickers = try app.start { $0.languages = ["de"] }.stickers
        #expect(stickers.packs.isEmpty && stickers.pieces.map(\.title) == ["Pond"])
        #expect(stickers.pieces[0].pieces.map(\.name.piece) == ["frog", "duck"])
        let item = try #require(stickers[PieceName(pack: "pond", piece: "frog")])
        #expect(item.label == "Schild von frog" && item.box == 64 && item.scale == 3)
        #expect(Array(try Data(contentsOf: item.fileURL)) == frog.bytes)
        #expect(stickers[PieceName(pack: "pond", piece: "toad")] == nil)
    }

    @Test("are downloaded, and replaced when they change")
    func update() async throws {
        try app.tree.publish([], pieces: [frog])
        try await Serving.tree(app.tree) { [app, frog, duck] port in
            let library = try app.start(port)
            #expect(try await library.update())
            #expect(app.cached == ["\(frog.sha256).png"])
            try app.tree.publish([], pieces: [frog, duck])
            #expect(try await library.update())
            #expect(library.stickers.pieces[0].pieces.map(\.sha256) == [frog.sha256, duck.sha256])
        }
    }

    @Test("are drawn with their anchor on the place of the board")
    func anchor() throws {
        try app.ship([], pieces: [frog])
        let item = try #require(try app.start().stickers[PieceName(pack: "pond", piece: "frog")])
        let rectangle = item.rectangle(x: 150, y: 100, side: 40)
        #expect(rectangle == item.rectangle(x: 150, y: 100, side: 40))
        #expect(rectangle.x == 130 && rectangle.y == 70 && rectangle.width == 40 && rectangle.height == 40)
    }
}
