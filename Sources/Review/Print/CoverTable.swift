import StickerCatalog

/// The cover's list of packs: figures in columns, the page, and beneath a few of the stickers where there is room.
struct CoverTable {
    private let paper: Paper
    static let headHeight = 20.0
    private static let gap = 8.0
    /// With more packs the list has no pictures.
    private static let mostWithPictures = 6

    /// The most lines of pictures that a pack has.
    private let mostLines: Int
    /// The side of a picture in points.
    private let thumbnail: Double

    init(_ paper: Paper, packs: Int) {
        self.paper = paper
        mostLines = packs > CoverTable.mostWithPictures ? 0 : packs > 3 ? 1 : 3
        thumbnail = packs > 3 ? 38 : 58
    }

    /// Which packs are on which page: as many as fit, and one at least.
    func slices(of sections: [SheetBook.Section], firstTop: Double) -> [Range<Int>] {
        var slices: [Range<Int>] = []
        var room = 0.0
        for (place, section) in sections.enumerated() {
            let height = rowHeight(section)
            if slices.isEmpty || height > room {
                let top = slices.isEmpty ? firstTop : Paper.margin
                room = paper.contentBottom - top - CoverTable.headHeight
                slices.append(place..<place)
            }
            slices[slices.count - 1] = slices[slices.count - 1].lowerBound..<place + 1
            room -= height
        }
        return slices
    }

    private var picturesInLine: Int {
        Int((paper.contentWidth + CoverTable.gap) / (thumbnail + CoverTable.gap))
    }

    private func lines(_ section: SheetBook.Section) -> Int {
        min(mostLines, (section.pack.stickers.count + picturesInLine - 1) / picturesInLine)
    }

    private func rowHeight(_ section: SheetBook.Section) -> Double {
        let lines = Double(lines(section))
        return lines == 0 ? 19 : 32 + lines * (thumbnail + CoverTable.gap)
    }

    /// The columns of figures: their names, and their right edges from the right margin in points.
    private static let columns: [(name: String, right: Double)] = [
        ("stickers", 245), ("animated", 195), ("not published", 132), ("warnings", 86), ("bytes at @3x", 28),
        ("page", 0),
    ]

    func draw(_ rows: [(section: SheetBook.Section, page: Int)], on page: inout PrintPage, y: Double) {
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
            pictures(of: row.section, on: &page, y: top + 22)
            top += rowHeight(row.section)
        }
    }

    private func pictures(of section: SheetBook.Section, on page: inout PrintPage, y: Double) {
        let step = thumbnail + CoverTable.gap
        for (place, sticker) in section.pack.stickers.prefix(lines(section) * picturesInLine).enumerated() {
            guard let best = sticker.delivery else { continue }
            let (line, column) = place.quotientAndRemainder(dividingBy: picturesInLine)
            page.place(
                .thumbnail(best, on: .paper), x: Paper.margin + Double(column) * step, y: y + Double(line) * step,
                width: thumbnail, height: thumbnail)
        }
    }
}
