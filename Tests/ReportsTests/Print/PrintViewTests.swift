import JobModel
import Publishing
import Reports
import SheetModel
import StickerManifest
import Testing
import Texts

@Suite("The parts of a sheet as HTML")
struct PrintViewTests {
    private let fixture: SheetFixture

    init() throws { fixture = try SheetFixture() }

    private func section(_ document: SheetDocument) throws -> SheetDocument.Section {
        try #require(document.sections.first)
    }

    @Test("a cover lists its packs only if there are several, with the numbers of their stickers")
    func contents() throws {
        let packs = ["cats", "dögs"].map { Sample.pack([Sample.sticker("a"), Sample.sticker("b")], id: $0, title: $0) }
        let cover = PrintCoverView(try fixture.document(packs), options: SheetOptions())
        let contents: [PrintCoverView.Link] = cover.contents
        #expect(cover.hasContents && contents.map(\.title) == ["cats", "dögs"] && contents.map(\.count) == ["2", "2"])
        #expect(contents.map(\.href) == ["#p-cats", "#p-d%C3%B6gs"])
        #expect(!PrintCoverView(try fixture.document([packs[0]]), options: SheetOptions()).hasContents)
    }

    @Test("the figures of a cover are coloured if they count errors or warnings")
    func figures() throws {
        let document = try fixture.document(
            [Sample.pack([Sample.sticker("a", bytes: 1234, findings: [Sample.warning])])],
            rejected: [Sample.rejected("cats/Torn.png")])
        let figures: [PrintCoverView.Figure] = PrintCoverView(document, options: SheetOptions()).figures
        #expect(figures.map(\.number) == ["1", "1", "0", "1", "1", "1,234"])
        #expect(figures.map(\.kind) == ["", "", "", "error-ink", "warning-ink", ""])
        #expect(figures.map(\.name).first == "pack")
    }

    @Test("a cover of an empty folder has a sentence around the command", arguments: Language.allCases)
    func empty(language: Language) throws {
        let texts = Texts(language)
        let cover = PrintCoverView(try fixture.document([], texts), options: SheetOptions())
        #expect(cover.isEmpty && !cover.beforeCommand.isEmpty && !cover.afterCommand.isEmpty)
        #expect(
            cover.beforeCommand + "run" + cover.afterCommand == texts("sheet.nothing", ["command": "run"]))
    }

    @Test("a cover names the kind of its sheet", arguments: SheetOptions.Mode.allCases)
    func kind(mode: SheetOptions.Mode) throws {
        let document = try fixture.document([Sample.pack([Sample.sticker("a")])])
        let cover = PrintCoverView(document, options: SheetOptions(mode: mode))
        #expect(cover.title == "Cats" && cover.mode == Texts.english("sheet.mode.\(mode.rawValue)"))
    }

    @Test("the names of the backgrounds are above the stickers of a pack, but not on the wall or above nothing")
    func names() throws {
        let document = try fixture.document(
            [Sample.pack([Sample.sticker("a")])], waiting: nil)
        let head = PrintPackView(try section(document), document: document, mode: .contact)
        #expect(head.anchor == "p-cats" && head.names == ["white", "red"] && head.hasStickers && !head.isWall)
        let wall = PrintPackView(try section(document), document: document, mode: .wall)
        #expect(wall.isWall && !wall.hasStickers)
        let rejected = try fixture.document([], rejected: [Sample.rejected("cats/Torn.png")])
        #expect(!PrintPackView(try section(rejected), document: rejected, mode: .contact).hasStickers)
    }

    @Test("the rejected files of a pack follow its stickers, if there are any")
    func rejected() throws {
        let pack = Sample.pack([Sample.sticker("a")])
        let torn = PrintRejectedView(
            try section(try fixture.document([pack], rejected: [Sample.rejected("cats/Torn.png")])), .english)
        #expect(torn.hasRejected && torn.rejectedSources.map(\.fileName) == ["Torn.png"])
        #expect(!PrintRejectedView(try section(try fixture.document([pack])), .english).hasRejected)
    }
}

@Suite("A sticker on a sheet as HTML")
struct PrintStickerViewTests {
    private let fixture: SheetFixture

    init() throws { fixture = try SheetFixture() }

    private func view(
        _ sticker: Sticker, waiting: [Pack]? = nil, decided: [Reviews.Key: String] = [:]
    ) throws -> PrintStickerView {
        let document = try fixture.document([Sample.pack([sticker])], waiting: waiting, decided: decided)
        let section = try #require(document.sections.first)
        return PrintStickerView(try #require(section.pack.stickers.first), in: section, document: document)
    }

    @Test("its badges are its state, and then a rule for each finding")
    func badges() throws {
        var sticker = Sample.sticker("a", findings: [Sample.warning])
        sticker.review = Review(outcome: .approved, reviewer: "Ada")
        let badges: [PrintStickerView.Word] = try view(sticker).badges
        #expect(badges.map(\.kind) == ["approval", "warning"] && badges.map(\.text) == ["Approved", "touches-edge"])
        #expect(try !view(Sample.sticker("a")).hasBadges)
    }

    @Test("a waiting version has the badge of its state and no decision")
    func waiting() throws {
        let view = try view(Sample.sticker("a"), waiting: [Sample.pack([Sample.sticker("a", label: "New")])])
        #expect(view.label == "New" && view.badges.map(\.kind) == ["waiting"] && !view.hasReview && !view.hasComment)
    }

    @Test("a sticker without a label is named by its id, and has its number, its source and its @3x size")
    func names() throws {
        let view = try view(Sample.sticker("a", label: "", bytes: 1234))
        #expect(view.label == "a" && view.number == "C-01" && view.source == "cats/a.png")
        #expect(view.bytes == "1,234 bytes")
    }

    @Test("the strip of an animation has the height of its frames, and a still sticker has none")
    func strip() throws {
        var moving = Sample.sticker("a")
        moving.animation = Animation(frames: 24, duration: 1600, loopCount: 0)
        moving.filmstrip = Filmstrip(
            path: "assets/s.png", name: "s", sha256: "0", bytes: 9, width: 600, height: 200, times: [0, 500, 1500])
        var shown = try view(moving)
        shown.add(strip: "data:,x")
        #expect(shown.hasStrip && shown.stripWidth == 3 * shown.stripHeight && shown.stripHref == "data:,x")
        #expect(shown.moments == ["0.00 s", "0.50 s", "1.50 s"])
        var still = try view(Sample.sticker("a"))
        still.add(strip: "data:,x")
        #expect(!still.hasStrip && still.stripHref.isEmpty)
    }

    @Test("the magnified edge has the background of each picture, its position and its scale")
    func edge() throws {
        let sticker = Sample.sticker("a")
        var view = try view(sticker)
        #expect(!view.hasEdge)
        view.add(edges: ["data:,l", "data:,d", "data:,p"], of: try #require(sticker.renditions.first), .english)
        let edges: [PrintStickerView.Edge] = view.edges
        #expect(edges.map(\.image) == ["data:,l", "data:,d"] && edges.map(\.name) == ["on light", "on dark"])
        #expect(view.hasEdge && view.edgePlace == "data:,p" && view.edgeNote == "28 × 28 px of @3x")
    }

    @Test("the cells have room for a strip of three frames, also with fewer backgrounds")
    func width() throws {
        #expect(try view(Sample.sticker("a")).cellsWidth == 3 * (HTMLSheet.contactSide + 6))
    }

    @Test("a background without a preview has a cell without a picture")
    func cells() {
        let cells = ["", "data:,x"].map { PrintStickerView.Cell(image: $0, background: "white", side: 88) }
        #expect(cells.map(\.isThere) == [false, true])
    }

    @Test(
        "the bar of a file is its share of the limit, and near the limit above nine tenths",
        arguments: [(0, 1, "0.0", false), (450_000, 90, "90.0", false), (455_000, 91, "91.0", true)])
    func scale(bytes: Int, bar: Int, share: String, isNearLimit: Bool) throws {
        let rendition = try #require(Sample.sticker("a", bytes: bytes).renditions.first)
        let scale = PrintStickerView.Scale(
            rendition, byteLimit: 500_000, image: "data:,x", still: "", isMoving: false, .english)
        #expect(scale.bar == bar && scale.share == share && scale.isNearLimit == isNearLimit && !scale.hasStill)
        #expect(scale.name == "@3x" && scale.pixels == "300 × 300 px")
    }
}

@Suite("A sheet as HTML while it is written")
struct HTMLSheetTests {
    private let fixture: SheetFixture

    init() throws { fixture = try SheetFixture() }

    private func sheet(_ stickers: [Sticker], mode: SheetOptions.Mode, _ draw: @escaping ([PrintPicture]) -> [[UInt8]])
        throws -> HTMLSheet
    {
        HTMLSheet(
            try fixture.document([Sample.pack(stickers)]), out: fixture.out,
            options: SheetOptions(mode: mode, format: .html), draw: draw)
    }

    @Test("each request for pictures is for one sticker, and progress is reported after each sticker")
    func oneSticker() throws {
        var requests: [Set<String>] = []
        let sheet = try sheet([Sample.sticker("a"), Sample.sticker("b")], mode: .contact) { pictures in
            requests.append(Set(pictures.map(\.source.path)))
            return pictures.map { _ in [1] }
        }
        var progress: [Int] = []
        _ = try sheet.written(to: fixture.folder.appending(component: "sheet.html").path) { done, total in
            progress.append(done)
            #expect(total == 2)
        }
        #expect(progress == [1, 2])
        #expect(requests == ["a", "b"].map { id in ["assets/\(id) white.png", "assets/\(id) red.png"] })
    }

    @Test("a missing preview is not drawn, and leaves its cell empty")
    func missingPreview() throws {
        var sticker = Sample.sticker("a")
        sticker.previews.removeFirst()
        var count = 0
        let sheet = try sheet([sticker, Sample.sticker("b")], mode: .contact) { pictures in
            count += pictures.count
            return pictures.map { _ in [1] }
        }
        _ = try sheet.written(to: fixture.folder.appending(component: "sheet.html").path) { _, _ in }
        #expect(count == 3)
    }

    @Test("a detail sheet asks for the edge of the largest file on a light and a dark ground")
    func edges() throws {
        var scales: [Int] = []
        let sheet = try sheet([fixture.whole("a")], mode: .detail) { pictures in
            for picture in pictures {
                if case .edge(let rendition, _) = picture.source { scales.append(rendition.scale) }
            }
            return pictures.map { _ in [1] }
        }
        _ = try sheet.written(to: fixture.folder.appending(component: "sheet.html").path) { _, _ in }
        #expect(scales == [3, 3])
    }
}
