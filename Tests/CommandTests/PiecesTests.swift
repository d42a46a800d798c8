import Foundation
import PNG
import Pixels
import StickerManifest
import TestSupport
import Testing

/// Tests packs of game pieces from end to end.
@Suite struct PiecesTests {
    /// - Parameter radius: the radius of the disc. The canvas has a radius of 50.
    private func disc(_ radius: Int, canvas: String = "100", colour: String = "#284") -> String {
        "<svg xmlns='http://www.w3.org/2000/svg' width='\(canvas)' height='100'>"
            + "<circle cx='50' cy='50' r='\(radius)' fill='\(colour)'/></svg>"
    }

    private func fixture(_ settings: Settings = Settings()) throws -> CLIFixture {
        let cli = try CLIFixture(settings, discs: ["cats/One.svg": 1])
        try cli.drop(#"{ "kind": "pieces", "box": 40, "title": "Pieces" }"#, as: "board/pack.json")
        try cli.drop(disc(45), as: "board/King.svg")
        try cli.drop(disc(20), as: "board/Pawn.svg")
        try cli.drop(#"{ "label": "A pawn", "anchor": { "y": 0.8 } }"#, as: "board/Pawn.json")
        return cli
    }

    private func pieces(_ cli: CLIFixture) throws -> [Piece] {
        try (cli.catalog().pieces ?? []).flatMap(\.pieces)
    }

    @Test(
        "a build publishes them apart from stickers, in squares of the pack's box, and a second one has nothing to do")
    func build() async throws {
        let cli = try fixture()
        let build = try await cli.build()
        #expect(build.status == 0 && build.total("rendered") == 3)
        let catalog = try cli.catalog()
        #expect(catalog.packs.map(\.id) == ["cats"])
        let pack = try #require(catalog.pieces?.first)
        #expect(pack.id == "board" && pack.title == "Pieces" && pack.box == 40 && catalog.pieces?.count == 1)
        #expect(pack.pieces.map(\.id) == ["king", "pawn"] && pack.pieces.flatMap(\.findings) == [])
        #expect(pack.pieces.map(\.anchor) == [PieceAnchor(), PieceAnchor(y: 0.8)])
        #expect(pack.pieces[1].label == "A pawn")
        for piece in pack.pieces {
            #expect(piece.renditions.map(\.width) == [120, 80, 40] && piece.renditions.map(\.height) == [120, 80, 40])
        }
        #expect(cli.has("out/packs/board/king@3x.png") && cli.has("out/previews/board/pawn/white.png"))
        try cli.put(try await cli.run("manifest").output, at: "flat.json")
        #expect(try await SchemaCheck.problems(of: cli.file("flat.json"), by: "catalog") == "")
        let index = try JSONDecoder().decode(ManifestIndex.self, from: cli.read("out/catalog.json"))
        let parts = index.packs.flatMap {
            ($0.app ?? []).map { ($0, "app-part") } + ($0.review ?? []).map { ($0, "review-part") }
        }
        for (part, schema) in parts {
            #expect(try await SchemaCheck.problems(of: cli.file("out/\(part.path)"), by: schema) == "")
        }
        #expect(try cli.text("out/report.html").contains("1 sticker and 2 pieces"))
        #expect(try cli.out.faults() == [])
        let again = try await cli.build()
        #expect(again.total("rendered") == 0)
        #expect(try await cli.run("audit").status == 0)
        let verify = try await cli.run("verify", "out")
        #expect(!verify.output.contains("board") && !verify.output.contains("does not refer to"), "\(verify.output)")
    }

    @Test("have one scale, so that their sizes relative to each other stay")
    func scale() async throws {
        let cli = try fixture()
        try await cli.build()
        for (piece, radius) in zip(try pieces(cli), [45.0, 20.0]) {
            let bytes = Array(try cli.read("out/" + piece.renditions[0].path))
            let picture = try #require(PNGDecoder.pixels(of: bytes))
            let visible = (0..<picture.width).count { picture[$0, picture.height / 2].alpha > 127 }
            // 100 units of the drawing are 120 pixels.
            #expect(abs(Double(visible) - 2 * radius * 1.2) <= 1, "\(piece.id)")
        }
    }

    @Test("another anchor changes the manifest, and renders nothing")
    func anchor() async throws {
        let cli = try fixture()
        try await cli.build()
        try cli.drop(#"{ "anchor": { "x": 0, "y": 1 } }"#, as: "board/Pawn.json")
        #expect(try await cli.build().total("rendered") == 0)
        #expect(try pieces(cli)[1].anchor == PieceAnchor(x: 0, y: 1))
    }

    @Test("another box makes them again, and leaves the stickers alone")
    func box() async throws {
        let cli = try fixture()
        try await cli.build()
        try cli.drop(#"{ "kind": "pieces", "box": 50 }"#, as: "board/pack.json")
        let build = try await cli.build()
        #expect(build.renderedPaths == ["board/King.svg", "board/Pawn.svg"])
        #expect(try pieces(cli).map(\.renditions[0].width) == [150, 150])
    }

    @Test("a canvas of another shape than the others' is a warning, one that moves is rejected")
    func findings() async throws {
        let cli = try fixture()
        try cli.drop(disc(30, canvas: "150", colour: "#824"), as: "board/Rook.svg")
        try cli.drop(Art.png(16), as: "board/Dancer.frames/1.png")
        try cli.drop(Art.png(16, shade: 90), as: "board/Dancer.frames/2.png")
        #expect(try await cli.build().status == 1)
        let rook = try #require(try pieces(cli).first { $0.id == "rook" })
        #expect(rook.findings.map(\.rule) == ["piece-canvas"])
        #expect(try pieces(cli).count == 3)
        #expect(try cli.catalog().rejected.map { $0.findings.map(\.rule) } == [["piece-animated"]])
    }

    @Test("a check of one measures it as a piece")
    func check() async throws {
        let cli = try fixture()
        // A sticker that fills as little of its canvas and has as few pixels would have findings.
        try cli.drop(Art.png(120), as: "board/Tile.png")
        let check = try await cli.run("check", "drop/board/Tile.png")
        #expect(check.status == 0 && !check.output.contains("warning"), "\(check.output)")
        #expect(check.output.contains("120 × 120 px"), "\(check.output)")
    }

    @Test("a pack of stickers that becomes one of pieces leaves the stickers")
    func becomesPieces() async throws {
        let cli = try fixture()
        try cli.drop("{}", as: "board/pack.json")
        try await cli.build()
        #expect(try cli.catalog().packs.map(\.id) == ["board", "cats"] && cli.catalog().pieces == nil)
        try cli.drop(#"{ "kind": "pieces" }"#, as: "board/pack.json")
        try await cli.build()
        #expect(try cli.catalog().packs.map(\.id) == ["cats"] && cli.catalog().pieces?.first?.box == 64)
        #expect(try cli.out.faults() == [])
    }

    @Test("a lost state database is recreated from the manifest without rendering")
    func lostLedger() async throws {
        let cli = try fixture()
        try await cli.build()
        try cli.remove(".out.stickerd/ledger.sqlite")
        #expect(try await cli.build().total("rendered") == 0)
        #expect(try pieces(cli).count == 2)
    }

    @Test("where approval is required they wait for it")
    func approval() async throws {
        let cli = try fixture(Settings(requireApproval: true))
        try await cli.build()
        #expect(try cli.catalog().pieces == nil && cli.catalog().piecesAwaitingApproval?.first?.pieces.count == 2)
        let approve = try await cli.run("review", "approve", "--all", "--pack", "board", "--reviewer", "Ada")
        #expect(approve.status == 0, "\(approve.complaint)")
        #expect(try pieces(cli).map { $0.review?.reviewer } == ["Ada", "Ada"])
        #expect(try cli.catalog().piecesAwaitingApproval == nil)
        #expect(try cli.out.faults() == [])
    }

    @Test("rollback and rebuild preserve them")
    func states() async throws {
        let cli = try fixture()
        try await cli.build()
        let first = try cli.out.contents
        try cli.drop(disc(35), as: "board/King.svg")
        try await cli.build()
        try await cli.rollBackAndRebuild(first: first)
        #expect(try pieces(cli).count == 2)
    }

    @Test("a watch publishes a dropped one, and retires a removed one")
    func watch() async throws {
        let cli = try fixture()
        let watch = try await cli.engineWatch()
        #expect(try pieces(cli).count == 2)
        try cli.drop(disc(30, colour: "#824"), as: "board/Rook.svg")
        try await eventually("the new piece is not published") { try pieces(cli).map(\.id).contains("rook") }
        try cli.remove("drop/board/Rook.svg")
        try await eventually("the removed piece is still published") { try pieces(cli).map(\.id) == ["king", "pawn"] }
        try await watch.stop()
        #expect(try cli.out.faults() == [])
    }

    @Test("a library without them does not mention them in its manifest")
    func none() async throws {
        let cli = try await CLIFixture.built(["cats/One.svg": 1])
        #expect(try !cli.text("out/catalog.json").contains("piece"))
        #expect(try !cli.text("out/report.json").contains("piece"))
    }

    @Test("exports have them as image sets and as files for apps")
    func exports() async throws {
        let cli = try fixture()
        try await cli.build()
        let xcode = try await cli.run("export", "xcode", "--to", "exported")
        #expect(xcode.status == 0, "\(xcode.complaint)")
        #expect(cli.has("exported/board/Assets.xcassets/board/king.imageset/king@2x.png"))
        #expect(!cli.has("exported/board/Stickers.xcstickers"))
        let only = try await cli.run("export", "xcode", "--to", "only", "--pack", "board")
        #expect(only.status == 0 && !cli.has("only/cats"), "\(only.complaint)")
        let app = try await cli.run("export", "app", "--to", "app")
        #expect(app.status == 0, "\(app.complaint)")
        let delivered = try Catalog(json: cli.read("app/StickerAssets/catalog.json"))
        #expect(delivered.pieces?.first?.pieces.map(\.renditions.count) == [1, 1])
        let file = try #require(delivered.pieces?.first?.pieces[0].renditions[0].path)
        #expect(cli.has("app/StickerAssets/" + file))
        #expect(try await cli.run("verify", "app").status == 0)
        #expect(try await cli.run("verify", "exported").status == 0)
    }
}
