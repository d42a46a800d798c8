import JobModel
import Reports
import SheetModel
import StickerManifest
import Testing
import Texts

@Suite("Pages on paper")
struct PrintPagesTests {
    private let fixture: SheetFixture

    init() throws { fixture = try SheetFixture() }

    private func stickers(_ count: Int) -> [Sticker] { (0..<count).map { Sample.sticker("s\($0)") } }

    private func moving(_ id: String, frames: Int = 3) -> Sticker {
        var sticker = Sample.sticker(id)
        sticker.animation = Animation(frames: 24, duration: 1600, loopCount: 0)
        sticker.filmstrip = Filmstrip(
            path: "assets/s.png", name: "s", sha256: "0", bytes: 9, width: 200 * frames, height: 200,
            times: (0..<frames).map { $0 * 100 })
        return sticker
    }

    private func words(_ page: PrintPage) -> [String] { page.vector.words.map(\.text) }

    // MARK: Contact sheet

    @Test(
        "a contact sheet has every sticker once on each background, in order, and only its first page is in the outline"
    )
    func contact() throws {
        let document = try fixture.document([Sample.pack(stickers(40))])
        let section = try #require(document.sections.first)
        let pages = ContactPages(section, document: document, paper: .a4).pages.map { $0() }
        #expect(pages.count > 1 && pages.map(\.bookmark) == ["Cats"] + Array(repeating: nil, count: pages.count - 1))
        #expect(
            pages.flatMap(\.pictures).map(\.source.path)
                == section.pack.stickers.flatMap { $0.previews.map(\.path) })
        #expect(pages.flatMap(\.pictures).allSatisfy { $0.y + $0.height <= Paper.a4.contentBottom })
    }

    @Test("a row of a contact sheet is as high as its text or its pictures need")
    func row() throws {
        var long = Sample.sticker("long", findings: Array(repeating: Sample.warning, count: 12))
        long.review = Review(
            outcome: .sentBack, reviewer: "Ada", comment: Array(repeating: "Rounder ears.", count: 40).joined())
        let document = try fixture.document([Sample.pack([Sample.sticker("a"), moving("m"), long])])
        let section = try #require(document.sections.first)
        let grid = ContactGrid(.a4, backgrounds: 2)
        let heights = section.pack.stickers.map {
            ContactRow($0, in: section, document: document, grid: grid).height
        }
        #expect(heights[0] >= grid.cell && heights[1] > heights[0] && heights[2] > heights[0])
    }

    @Test(
        "the frames of a strip are side by side within its width, at most six, and each has its time",
        arguments: [3, 6, 9])
    func frames(count: Int) throws {
        let strip = try #require(moving("m", frames: count).filmstrip)
        let row = FrameRow(strip, width: 200, most: 72)
        var page = PrintPage(.a4, language: .english)
        row.draw(on: &page, x: 10, y: 20, .english)
        #expect(page.pictures.count == min(count, 6))
        #expect(words(page) == (0..<min(count, 6)).map { "0.\($0)0 s" })
        for (one, next) in zip(page.pictures, page.pictures.dropFirst()) { #expect(one.x + one.width <= next.x) }
        #expect(page.pictures.allSatisfy { $0.x >= 10 && $0.x + $0.width <= 210 && $0.height < row.height })
    }

    // MARK: Cover

    @Test("each pack is in one page of the list of packs, in order", arguments: [2, 5, 60, 300])
    func slices(count: Int) throws {
        let packs = (0..<count).map { Sample.pack(stickers(30), id: "p\(1000 + $0)", title: "Pack \($0)") }
        let document = try fixture.document(packs)
        let table = CoverTable(.a4, packs: count, texts: .english)
        let slices = table.slices(of: document.sections, firstTop: 250)
        #expect(slices.flatMap { Array($0) } == Array(0..<count))
        #expect(slices.allSatisfy { !$0.isEmpty } && (slices.count == 1) == (count < 20))
        // The cover has less room than the pages after it.
        if slices.count > 2 { #expect(slices[0].count < slices[1].count) }
    }

    @Test("the list of packs has the first page of each pack, counted from the cover")
    func pageNumbers() throws {
        let packs = ["cats", "dogs", "owls"].map { Sample.pack(stickers(1), id: $0, title: $0) }
        let cover = CoverPages(
            try fixture.document(packs), mode: .contact, paper: .a4, pagesOfSections: [2, 3, 1])
        let pages = cover.pages.map { $0() }
        #expect(pages.count == 1 && pages[0].bookmark != nil)
        // The column of page numbers is 28 points wide.
        let numbers = pages[0].vector.words.filter { $0.x > Paper.a4.width - Paper.margin - 28 }.map(\.text)
        #expect(numbers.filter { Int($0) != nil } == ["2", "4", "7"])
    }

    @Test("the cover of one pack shows its stickers, and the cover of nothing says what to do")
    func onePack() throws {
        func cover(_ packs: [Pack], rejected: [RejectedSource] = []) throws -> PrintPage {
            let document = try fixture.document(packs, rejected: rejected)
            let pages = CoverPages(document, mode: .contact, paper: .a4, pagesOfSections: packs.map { _ in 1 }).pages
            return try #require(pages.first.map { $0() })
        }
        let full = try cover([Sample.pack(stickers(100))])
        #expect((1..<100).contains(full.pictures.count))
        #expect(full.pictures.allSatisfy { $0.y + $0.height <= Paper.a4.contentBottom })
        #expect(
            words(try cover([])).contains("Nothing is published. Put art into the drop folder and run stickerd build."))
        let torn = try cover([], rejected: [Sample.rejected("cats/Torn.png")])
        #expect(words(torn).contains("No sticker of this pack is published."))
    }

    // MARK: Detail sheet

    private func detail(_ sticker: Sticker) throws -> PrintPage {
        let document = try fixture.document([Sample.pack([sticker])])
        let section = try #require(document.sections.first)
        return DetailPage(section.pack.stickers[0], in: section, document: document, paper: .a4).page
    }

    @Test("a detail page has each file at the size of its pixels on a phone, and magnified edges on two grounds")
    func scales() throws {
        let page = try detail(Sample.sticker("a", size: .small))
        #expect(page.bookmark == "Cats: Happy Cat")
        let files = page.pictures.filter { if case .rendition = $0.source { true } else { false } }
        #expect(files.map { ($0.width * 3).rounded() } == [300, 200, 100])
        // They stand on one line.
        #expect(Set(files.map { ($0.y + $0.height).rounded() }).count == 1)
        #expect(page.pictures.count { if case .edge = $0.source { true } else { false } } == 2)
        #expect(words(page).contains("No automatic findings."))
    }

    @Test("a detail page shows as many findings as fit, and counts the others")
    func findings() throws {
        let texts = words(try detail(Sample.sticker("a", findings: Array(repeating: Sample.warning, count: 9))))
        let shown = texts.count { $0 == "touches-edge" }
        #expect((0...3).contains(shown))
        #expect(texts.contains("and \(9 - shown) more findings, on the review page"))
        #expect(!texts.contains("No automatic findings."))
    }

    @Test("only the detail page of an animation has frames")
    func detailFrames() throws {
        func frames(_ page: PrintPage) -> Int {
            page.pictures.count { if case .frame = $0.source { true } else { false } }
        }
        #expect(frames(try detail(moving("m"))) == 3)
        #expect(frames(try detail(Sample.sticker("a"))) == 0)
    }

    // MARK: Wall sheet

    @Test("a wall sheet has eighty stickers per page, each with its number and its name")
    func wall() throws {
        let document = try fixture.document([Sample.pack(stickers(81))])
        let section = try #require(document.sections.first)
        let pages = WallPages(section, document: document, paper: .a4).pages.map { $0() }
        #expect(pages.map(\.pictures.count) == [80, 1] && pages.map(\.bookmark) == ["Cats", nil])
        #expect(words(pages[0]).contains("C-01") && words(pages[1]).contains("C-81"))
        #expect(words(pages[1]).contains("81 stickers"))
    }

    @Test("art that is partly invisible on a background is on grey on a wall sheet")
    func ground() throws {
        let pale = Finding(rule: "vanishes-on-background", level: .warning, message: "", fix: "")
        let document = try fixture.document(
            [Sample.pack([Sample.sticker("a"), Sample.sticker("b", findings: [pale])])])
        let section = try #require(document.sections.first)
        let page = try #require(WallPages(section, document: document, paper: .a4).pages.first.map { $0() })
        let isGrey = page.pictures.map { if case .thumbnail(_, on: .track) = $0.source { true } else { false } }
        #expect(isGrey == [false, true])
    }

    // MARK: Rejected files

    @Test("rejected files are under the titles of their packs, but without a title if only one pack has any")
    func rejected() throws {
        var other = Sample.rejected("dogs/Torn.png")
        other.pack = "dogs"
        let packs = ["cats", "dogs"].map { Sample.pack(stickers(1), id: $0, title: $0.capitalized) }
        let cats = ["cats/a.png", "cats/b.png"].map { Sample.rejected($0) }
        func texts(_ rejected: [RejectedSource]) throws -> [String] {
            let document = try fixture.document(packs, rejected: rejected)
            let pages = RejectedPages(document.sections, paper: .a4, texts: .english).pages.map { $0() }
            #expect(pages.map(\.bookmark) == ["Not published"])
            return pages.flatMap(words)
        }
        let both = try texts(cats + [other])
        #expect(
            both.filter { ["Cats", "Dogs", "a.png", "b.png", "Torn.png"].contains($0) }
                == ["Cats", "a.png", "b.png", "Dogs", "Torn.png"])
        #expect(both.contains("3 files"))
        #expect(try !texts(cats).contains("Cats"))
    }

    @Test("a sheet without rejected files has no page for them, and one with many has several")
    func rejectedPages() throws {
        let packs = [Sample.pack(stickers(1))]
        let none = try fixture.document(packs)
        #expect(RejectedPages(none.sections, paper: .a4, texts: .english).pages.isEmpty)
        let many = try fixture.document(packs, rejected: (0..<60).map { Sample.rejected("cats/\($0).png") })
        let pages = RejectedPages(many.sections, paper: .letter, texts: .english).pages.map { $0() }
        #expect(pages.count > 1 && pages.dropFirst().allSatisfy { $0.bookmark == nil })
        #expect(pages.flatMap(words).filter { $0.hasSuffix(".png") } == (0..<60).map { "\($0).png" })
    }
}
