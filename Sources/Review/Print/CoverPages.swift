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
        table = CoverTable(paper, packs: book.sections.count)
    }

    private var titleLines: [String] {
        LineBreaker.lines(of: book.title, in: .coverTitle, width: paper.contentWidth, limit: 2)
    }
    /// The baseline of the line below the title.
    private var factsBaseline: Double { 84 + 38 * Double(max(titleLines.count, 1)) }
    /// Where the list of packs begins, or their pictures.
    private var restTop: Double { factsBaseline + 16 + 50 + (book.standings.isEmpty ? 20 : 38) }

    var pages: [() -> PrintPage] {
        guard book.sections.count > 1 else {
            return [{ first { page in mosaic(on: &page) } }]
        }
        let slices = table.slices(of: book.sections, firstTop: restTop)
        let starts = pagesOfSections.reduce(into: [slices.count + 1]) { $0.append(($0.last ?? 0) + $1) }
        return slices.enumerated().map { number, slice in
            let rows = slice.map { (section: book.sections[$0], page: starts[$0]) }
            guard number == 0 else {
                return {
                    var page = PrintPage(paper)
                    table.draw(rows, on: &page, y: Paper.margin)
                    return page
                }
            }
            return { first { table.draw(rows, on: &$0, y: restTop) } }
        }
    }

    private func first(_ rest: (inout PrintPage) -> Void) -> PrintPage {
        var page = PrintPage(paper)
        page.bookmark = book.title
        let x = Paper.margin
        page.vector.text(
            mode == .contact ? "Contact sheet" : "Detail sheet", x: x, baseline: 56, style: .printHeading.inked(.quiet))
        for (place, line) in titleLines.enumerated() {
            page.vector.text(line, x: x, baseline: 98 + Double(place) * 38, style: .coverTitle)
        }
        let facts = ["Published \(book.published.day)", book.generator, "edition \(book.edition)"]
        page.vector.text(
            LineBreaker.clipped(facts.joined(separator: "  ·  "), in: .printQuiet, width: paper.contentWidth), x: x,
            baseline: factsBaseline, style: .printQuiet)
        figures(on: &page, y: factsBaseline + 16)
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
                x: Paper.margin, baseline: restTop + 24, style: .printBody)
            return
        }
        let (columns, gap) = (5, 12.0)
        let cell = ((paper.contentWidth - gap * Double(columns - 1)) / Double(columns)).rounded(.down)
        let top = restTop + 8
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
