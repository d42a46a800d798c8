import StickerCatalog

/// A pack's contact sheet: rows below each other, as many as a page holds.
struct ContactPages {
    private let section: SheetBook.Section
    private let book: SheetBook
    private let paper: Paper
    private let grid: ContactGrid

    private static let headHeight = 58.0

    init(_ section: SheetBook.Section, book: SheetBook, paper: Paper) {
        self.section = section
        self.book = book
        self.paper = paper
        grid = ContactGrid(paper, backgrounds: book.backgrounds.count)
    }

    var pages: [() -> PrintPage] {
        var pages: [[ContactRow]] = []
        var room = 0.0
        for sticker in section.pack.stickers {
            let row = ContactRow(sticker, in: section, book: book, grid: grid)
            if row.height > room {
                pages.append([])
                room = paper.contentBottom - Paper.margin - ContactPages.headHeight
            }
            pages[pages.count - 1].append(row)
            room -= row.height
        }
        return pages.enumerated().map { number, rows in
            { page(of: rows, isFirst: number == 0) }
        }
    }

    private func page(of rows: [ContactRow], isFirst: Bool) -> PrintPage {
        var page = PrintPage(paper)
        if isFirst { page.bookmark = section.pack.title }
        let top = Paper.margin
        page.vector.text(
            LineBreaker.clipped(section.pack.title, in: .printHeading, width: paper.contentWidth), x: Paper.margin,
            baseline: top + 14, style: .printHeading)
        page.vector.text(
            LineBreaker.clipped(section.facts.joined(separator: "  ·  "), in: .printQuiet, width: paper.contentWidth),
            x: Paper.margin, baseline: top + 28, style: .printQuiet)
        for (place, background) in book.backgrounds.enumerated() {
            page.vector.text(
                LineBreaker.clipped(background, in: .printSmall, width: grid.cell), x: grid.cellX(place),
                baseline: top + ContactPages.headHeight - 5, style: .printSmall)
        }
        var y = top + ContactPages.headHeight
        for row in rows {
            row.draw(on: &page, y: y, width: paper.contentWidth)
            y += row.height
        }
        return page
    }
}
