import StickerCatalog

/// A sticker on a contact sheet: words at the left, the sticker on each background, the frames of what moves below.
struct ContactRow {
    private let sticker: Sticker
    private let backgrounds: [String]
    private let grid: ContactGrid
    private let text: TextColumn
    private let frames: FrameRow?
    /// Points.
    let height: Double

    private static let padding = 6.0

    init(_ sticker: Sticker, in section: SheetBook.Section, book: SheetBook, grid: ContactGrid) {
        self.sticker = sticker
        self.grid = grid
        backgrounds = book.backgrounds
        text = ContactRow.text(for: sticker, standing: section.standing(of: sticker), book: book, grid: grid)
        frames = sticker.filmstrip.map { FrameRow($0, width: grid.cellsWidth, most: grid.cell) }
        let pictures = grid.cell + (frames.map { ContactGrid.gap + $0.height } ?? 0)
        height = (max(text.height, pictures) + 2 * ContactRow.padding).rounded(.up)
    }

    func draw(on page: inout PrintPage, y: Double, width: Double) {
        page.vector.rule(x: Paper.margin, y: y, width: width)
        let top = y + ContactRow.padding
        page.vector.group(x: grid.textX, y: top) { text.draw(on: &$0) }
        for (place, background) in backgrounds.enumerated() {
            guard let preview = sticker.previews.first(where: { $0.background == background }) else { continue }
            page.place(
                .preview(path: preview.path), x: grid.cellX(place), y: top, width: grid.cell, height: grid.cell,
                isFramed: true)
        }
        frames?.draw(on: &page, x: grid.cellsX, y: top + grid.cell + ContactGrid.gap)
    }

    private static func text(
        for sticker: Sticker, standing: SheetBook.Standing?, book: SheetBook, grid: ContactGrid
    ) -> TextColumn {
        var column = TextColumn(width: grid.textWidth)
        column.paragraph(sticker.shownName, style: .printName, limit: 2)
        column.ends(sticker.id, SheetBook.words(for: sticker.size), style: .printQuiet)
        if let motion = sticker.animation.map(MotionWords.init) {
            column.ends(motion.length, motion.pace, style: .printQuiet)
        }
        if let file = sticker.delivery {
            let share = Double(file.bytes) / Double(max(book.byteLimit, 1))
            column.space(3)
            column.bar(share, ink: share > 0.9 ? .warning : .text, thickness: 2)
            column.ends(
                Figures.size(file.bytes),
                "\(Figures.decimal(share * 100, places: 1)) % of \(Figures.grouped(book.byteLimit))",
                style: .printSmall)
        }
        let badges = [standing.map { Badge($0) }].compactMap { $0 } + sticker.findings.map { Badge($0) }
        if !badges.isEmpty {
            column.space(3)
            column.badges(badges, lines: 2)
        }
        return column
    }
}

extension Sticker {
    /// What people call it.
    var shownName: String { label.isEmpty ? id : label }
}
