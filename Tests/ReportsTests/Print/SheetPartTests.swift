import JobModel
import Publishing
import Reports
import SheetModel
import StickerManifest
import Testing
import Texts

@Suite("The sections of a sheet")
struct SheetSectionTests {
    @Test("a waiting version takes the place of the published one, new ones follow, and only they are waiting")
    func waiting() throws {
        let fixture = try SheetFixture()
        let document = try fixture.document(
            [Sample.pack([fixture.whole("a"), fixture.whole("b")])],
            waiting: [Sample.pack([fixture.whole("new"), fixture.whole("a", label: "New A")])])
        let section: SheetDocument.Section = try #require(document.sections.first)
        #expect(section.pack.stickers.map(\.label) == ["New A", "b", "new"])
        #expect(section.waiting == ["a", "new"])
        #expect(section.pack.stickers.map(section.approval) == [.waiting, nil, .waiting] as [SheetDocument.Approval?])
        #expect(["a", "b", "new"].map { section.numbers[$0] } == ["C-01", "C-02", "C-03"])
    }

    @Test("a pack with nothing but rejected files has a section, and so has one that only waits")
    func unpublished() throws {
        let fixture = try SheetFixture()
        let document = try fixture.document(
            [], rejected: [Sample.rejected("cats/Torn.png")], waiting: [Sample.pack([fixture.whole("a")], id: "dogs")])
        #expect(document.sections.map(\.pack.id) == ["cats", "dogs"])
        #expect(document.sections.map(\.rejected.count) == [1, 0])
    }

    @Test("sizes that are too large together are counted as the largest number")
    func outOfRange() throws {
        let packs = ["cats", "dogs"].map { id in Sample.pack([Sample.sticker("a", bytes: .max)], id: id) }
        #expect(try SheetFixture().document(packs).counts.bytes == .max)
    }

    @Test("a figure of the cover is coloured only if it counts problems")
    func figures() throws {
        let fixture = try SheetFixture()
        let calm = CoverFigure.all(of: try fixture.document([Sample.pack([fixture.whole("a")])]))
        #expect(calm.allSatisfy { $0.ink == .text })
        #expect(calm.map(\.number).prefix(5) == [1, 1, 0, 0, 0])
        let busy = CoverFigure.all(
            of: try fixture.document(
                [Sample.pack([fixture.whole("a", findings: [Sample.warning])])],
                rejected: [Sample.rejected("cats/Torn.png")]))
        #expect(busy.filter { $0.ink == .error }.map(\.number) == [1])
        #expect(busy.filter { $0.ink == .warning }.map(\.number) == [1])
    }

    @Test(
        "a decision has as much of its reviewer and its day as is known",
        arguments: [
            (Review(outcome: .sentBack, reviewer: "Ada", comment: "Rounder."), true, "Sent back by Ada, 2026-11-25"),
            (Review(outcome: .approved, reviewer: "Ada"), false, "Approved by Ada"),
            (Review(outcome: .sentBack), false, "Sent back"), (nil, false, nil),
        ] as [(Review?, Bool, String?)])
    func decision(review: Review?, isDated: Bool, line: String?) throws {
        let fixture = try SheetFixture()
        let sticker = try fixture.whole("a", review: review)
        let key = Reviews.Key(pack: "cats", sticker: "a", pixels: sticker.pixels)
        let pack = Sample.pack([sticker])
        let document = try fixture.document([pack], decided: isDated ? [key: "2026-11-25T23:03:00Z"] : [:])
        let decision = SheetDecision(about: sticker, in: pack, of: document)
        #expect(decision?.line == line)
        #expect((decision?.comment ?? "") == (review?.comment ?? ""))
    }
}

@Suite("The layout of a sheet")
struct SheetLayoutTests {
    @Test("detail has a page per sticker after the cover, the wall has no cover unless it is empty")
    func pages() throws {
        let fixture = try SheetFixture()
        let full = try fixture.document(
            [Sample.pack([fixture.whole("a"), fixture.whole("b")])], rejected: [Sample.rejected("cats/Torn.png")])
        let empty = try fixture.document([])
        let count = { (document: SheetDocument, mode: SheetOptions.Mode) in
            SheetLayout(document, mode: mode, paper: .a4).pages.count
        }
        // The sheet has a cover, and a page of rejected files.
        #expect(count(full, .detail) == 1 + 2 + 1)
        #expect(count(full, .contact) == 1 + 1 + 1)
        #expect(count(full, .wall) == 1)
        #expect(SheetOptions.Mode.allCases.map { count(empty, $0) } == [1, 1, 1])
    }

    @Test("text and cells are side by side within the margins, for any paper and number of backgrounds")
    func grid() {
        for paper in [Paper.a4, .letter] {
            for count in 0...20 {
                let grid = ContactGrid(paper, backgrounds: count)
                #expect(grid.textX >= Paper.margin && grid.textWidth >= 100)
                #expect(grid.textX + grid.textWidth <= grid.cellsX, "\(paper), \(count)")
                #expect(grid.cellX(max(count, 1) - 1) + grid.cell <= paper.width - Paper.margin, "\(paper), \(count)")
                #expect(grid.cell >= 8)
            }
        }
    }
}

@Suite("The templates of pages")
struct PageTemplateTests {
    private struct Page {
        let head: PageHead
        let hasRejected = true
    }

    @Test("each template exists in each language, and its texts are filled in", arguments: PageTemplates.Name.allCases)
    func complete(name: PageTemplates.Name) throws {
        let content = Page(head: PageHead(title: "Title", styles: []))
        for language in Language.allCases {
            let page = try PageTemplates.shared(Texts(language)).render(content, with: name)
            #expect(!page.isEmpty, "\(language)")
            #expect(!page.contains("[[") && !page.contains("{{"), "\(language)")
        }
    }

    @Test("a value is escaped, also a quotation mark with a combining accent")
    func escaped() throws {
        let title = "<b>\"\u{301}"
        let page = try PageTemplates.shared().render(Page(head: PageHead(title: title, styles: [])), with: .report)
        #expect(page.contains("&lt;b&gt;&quot;\u{301}"))
    }
}
