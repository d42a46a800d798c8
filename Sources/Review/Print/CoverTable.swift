import StickerCatalog

/// The cover's list of packs: figures in columns, the page, and beneath a few of the stickers where there is room.
struct CoverTable {
    private let paper: Paper
    static let headHeight = 20.0
    private static let thumbnail = 38.0
    private static let gap = 8.0
    /// With more packs the list has no pictures.
    private static let mostWithPictures = 6

    init(_ paper: Paper) {
        self.paper = paper
    }

    static func rowHeight(packs: Int) -> Double {
        packs <= mostWithPictures ? 36 + thumbnail : 19
    }

    /// The columns of figures: their names, and their right edges from the right margin in points.
    private static let columns: [(name: String, right: Double)] = [
        ("stickers", 245), ("animated", 195), ("not published", 132), ("warnings", 86), ("bytes at @3x", 28),
        ("page", 0),
    ]

    func draw(_ rows: [(section: SheetBook.Section, page: Int)], on page: inout PrintPage, y: Double, packs: Int) {
        let edge = paper.width - Paper.margin
        for column in CoverTable.columns {
            page.vector.text(
                column.name, x: edge - column.right, baseline: y + 12, style: .printSmall, anchor: .end)
        }
        page.vector.text("pack", x: Paper.margin, baseline: y + 12, style: .printSmall)
        var top = y + CoverTable.headHeight
        for row in rows {
            page.vector.rule(x: Paper.margin, y: top, width: paper.contentWidth)
            let counts = row.section.counts
            let figures = [
                counts.stickers, counts.animated, counts.rejected, counts.warnings, counts.bytes, row.page,
            ]
            page.vector.text(
                LineBreaker.clipped(row.section.pack.title, in: .printName, width: paper.contentWidth - 290),
                x: Paper.margin, baseline: top + 13.5, style: .printName)
            for (column, figure) in zip(CoverTable.columns, figures) {
                page.vector.figures(
                    Figures.grouped(figure), right: edge - column.right, baseline: top + 13.5,
                    style: .printBody.inked(figure == 0 ? .quiet : .text))
            }
            if packs <= CoverTable.mostWithPictures { pictures(of: row.section, on: &page, y: top + 22) }
            top += CoverTable.rowHeight(packs: packs)
        }
    }

    private func pictures(of section: SheetBook.Section, on page: inout PrintPage, y: Double) {
        let step = CoverTable.thumbnail + CoverTable.gap
        let count = Int((paper.contentWidth + CoverTable.gap) / step)
        for (place, sticker) in section.pack.stickers.prefix(count).enumerated() {
            guard let best = sticker.delivery else { continue }
            page.place(
                .thumbnail(best, on: .paper), x: Paper.margin + Double(place) * step, y: y,
                width: CoverTable.thumbnail, height: CoverTable.thumbnail)
        }
    }
}
