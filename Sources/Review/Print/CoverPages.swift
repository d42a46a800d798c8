import StickerCatalog

/// The cover: what it is, how much there is, and which packs are on which page.
struct CoverPages {
    private let book: SheetBook
    private let mode: SheetOptions.Mode
    private let paper: Paper
    /// How many pages each pack takes.
    private let pagesOfSections: [Int]
    private let table: CoverTable

    init(_ book: SheetBook, mode: SheetOptions.Mode, paper: Paper, pagesOfSections: [Int]) {
        self.book = book
        self.mode = mode
        self.paper = paper
        self.pagesOfSections = pagesOfSections
        table = CoverTable(paper)
    }

    private static let tableTop = 258.0

    var pages: [() -> PrintPage] {
        guard book.sections.count > 1 else {
            return [{ first { page in mosaic(on: &page) } }]
        }
        let height = CoverTable.rowHeight(packs: book.sections.count)
        let onFirst = max(1, Int((paper.contentBottom - CoverPages.tableTop - CoverTable.headHeight) / height))
        let onNext = max(1, Int((paper.contentBottom - Paper.margin - CoverTable.headHeight) / height))
        var slices: [Range<Int>] = []
        while (slices.last?.upperBound ?? 0) < book.sections.count {
            let start = slices.last?.upperBound ?? 0
            slices.append(start..<min(start + (slices.isEmpty ? onFirst : onNext), book.sections.count))
        }
        let starts = pagesOfSections.reduce(into: [slices.count + 1]) { $0.append(($0.last ?? 0) + $1) }
        return slices.enumerated().map { number, slice in
            let rows = slice.map { (section: book.sections[$0], page: starts[$0]) }
            guard number == 0 else {
                return {
                    var page = PrintPage(paper)
                    table.draw(rows, on: &page, y: Paper.margin, packs: book.sections.count)
                    return page
                }
            }
            return { first { table.draw(rows, on: &$0, y: CoverPages.tableTop, packs: book.sections.count) } }
        }
    }

    private func first(_ rest: (inout PrintPage) -> Void) -> PrintPage {
        var page = PrintPage(paper)
        page.bookmark = book.title
        let x = Paper.margin
        page.vector.text(
            mode == .contact ? "Contact sheet" : "Detail sheet", x: x, baseline: 56, style: .printHeading.inked(.quiet))
        for (place, line) in LineBreaker.lines(of: book.title, in: .coverTitle, width: paper.contentWidth, limit: 2)
            .enumerated()
        {
            page.vector.text(line, x: x, baseline: 98 + Double(place) * 38, style: .coverTitle)
        }
        let facts = ["Published \(book.published.day)", book.generator, "edition \(book.edition)"]
        page.vector.text(
            LineBreaker.clipped(facts.joined(separator: "  ·  "), in: .printQuiet, width: paper.contentWidth), x: x,
            baseline: 156, style: .printQuiet)
        figures(on: &page, y: 172)
        rest(&page)
        return page
    }

    private func figures(on page: inout PrintPage, y: Double) {
        page.vector.rule(x: Paper.margin, y: y, width: paper.contentWidth)
        let column = 80.0
        for (place, figure) in CoverFigure.all(of: book).enumerated() {
            let x = Paper.margin + Double(place) * column
            page.vector.text(
                Figures.grouped(figure.number), x: x, baseline: y + 26, style: .coverFigure.inked(figure.ink))
            page.vector.text(figure.name, x: x, baseline: y + 39, style: .printQuiet)
        }
        page.vector.rule(x: Paper.margin, y: y + 50, width: paper.contentWidth)
        let standings = book.standings
        if !standings.isEmpty {
            page.vector.text(
                LineBreaker.clipped(
                    "Review: " + standings.joined(separator: ", "), in: .printBody, width: paper.contentWidth),
                x: Paper.margin, baseline: y + 65, style: .printBody)
        }
    }

    /// The first stickers of the only pack, or the words for when there is nothing.
    private func mosaic(on page: inout PrintPage) {
        guard let stickers = book.sections.first?.pack.stickers, !stickers.isEmpty else {
            page.vector.text(
                book.sections.isEmpty
                    ? "Nothing is published. Put art into the drop folder and run stickerd build."
                    : "No sticker of this pack is published.",
                x: Paper.margin, baseline: CoverPages.tableTop + 24, style: .printBody)
            return
        }
        let (columns, gap) = (5, 12.0)
        let cell = ((paper.contentWidth - gap * Double(columns - 1)) / Double(columns)).rounded(.down)
        let top = CoverPages.tableTop + 8
        let rows = Int((paper.contentBottom - top + gap) / (cell + gap))
        for (place, sticker) in stickers.prefix(columns * rows).enumerated() {
            guard let best = sticker.delivery else { continue }
            let (row, column) = place.quotientAndRemainder(dividingBy: columns)
            page.place(
                .thumbnail(best, on: .paper), x: Paper.margin + Double(column) * (cell + gap),
                y: top + Double(row) * (cell + gap), width: cell, height: cell)
        }
    }
}
