import JobModel
import SheetModel
import StickerManifest
import Texts

/// The pages of a pack's contact sheet. Each page has as many rows as fit.
package struct ContactPages {
    private let section: SheetDocument.Section
    private let document: SheetDocument
    private let paper: Paper
    private let grid: ContactGrid

    private static let headHeight = 58.0

    package init(_ section: SheetDocument.Section, document: SheetDocument, paper: Paper) {
        self.section = section
        self.document = document
        self.paper = paper
        grid = ContactGrid(paper, backgrounds: document.backgrounds.count)
    }

    package var pages: [() -> PrintPage] {
        var pages: [[ContactRow]] = []
        var room = 0.0
        for sticker in section.pack.stickers {
            let row = ContactRow(sticker, in: section, document: document, grid: grid)
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
        var page = PrintPage(paper, language: document.texts.language)
        if isFirst { page.bookmark = section.pack.title }
        let top = Paper.margin
        page.vector.text(
            LineBreaker.clipped(section.pack.title, in: .printHeading, width: paper.contentWidth), x: Paper.margin,
            baseline: top + 14, style: .printHeading)
        page.vector.text(
            LineBreaker.clipped(
                section.facts(document.texts).joined(separator: "  ·  "), in: .printQuiet, width: paper.contentWidth),
            x: Paper.margin, baseline: top + 28, style: .printQuiet)
        for (place, background) in document.backgrounds.enumerated() {
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

/// A row of a contact sheet, with text on the left, the sticker on each background, and the frames of an animation
/// below.
package struct ContactRow {
    private let sticker: Sticker
    private let backgrounds: [String]
    private let grid: ContactGrid
    private let text: TextColumn
    private let frames: FrameRow?
    private let texts: Texts
    /// The height in points.
    package let height: Double

    private static let padding = 6.0

    package init(_ sticker: Sticker, in section: SheetDocument.Section, document: SheetDocument, grid: ContactGrid) {
        self.sticker = sticker
        self.grid = grid
        backgrounds = document.backgrounds
        texts = document.texts
        text = ContactRow.text(for: sticker, in: section, document: document, grid: grid)
        frames = sticker.filmstrip.map { FrameRow($0, width: grid.cellsWidth, most: grid.cell) }
        let pictures = grid.cell + (frames.map { ContactGrid.gap + $0.height } ?? 0)
        height = (max(text.height, pictures) + 2 * ContactRow.padding).rounded(.up)
    }

    package func draw(on page: inout PrintPage, y: Double, width: Double) {
        page.vector.rule(x: Paper.margin, y: y, width: width)
        let top = y + ContactRow.padding
        page.vector.group(x: grid.textX, y: top) { text.draw(on: &$0) }
        for (place, background) in backgrounds.enumerated() {
            guard let preview = sticker.previews.first(where: { $0.background == background }) else { continue }
            page.place(
                .preview(path: preview.path), x: grid.cellX(place), y: top, width: grid.cell, height: grid.cell,
                isFramed: true)
        }
        frames?.draw(on: &page, x: grid.cellsX, y: top + grid.cell + ContactGrid.gap, texts)
    }

    private static func text(
        for sticker: Sticker, in section: SheetDocument.Section, document: SheetDocument, grid: ContactGrid
    ) -> TextColumn {
        let texts = document.texts
        var column = TextColumn(width: grid.textWidth)
        column.paragraph(sticker.shownName, style: .printName, limit: 2)
        column.ends(
            "\(section.number(of: sticker))  ·  \(sticker.id)", document.sizeText(of: sticker), style: .printQuiet)
        if let motion = sticker.animation.map({ AnimationText($0, texts) }) {
            column.wrappingEnds(motion.length, motion.pace, style: .printQuiet)
        }
        if let file = sticker.delivery {
            let share = Double(file.bytes) / Double(max(document.byteLimit, 1))
            column.space(3)
            column.bar(share, ink: share > 0.9 ? .warning : .text, thickness: 2)
            column.ends(
                texts.size(file.bytes),
                texts(
                    "sheet.share.of",
                    ["share": texts.decimal(share * 100, places: 1), "limit": document.byteLimit]),
                style: .printSmall)
        }
        let badges =
            [section.approval(of: sticker).map { Badge($0, texts) }].compactMap { $0 }
            + sticker.findings.map { Badge(FindingView($0, texts)) }
        if !badges.isEmpty {
            column.space(3)
            column.badges(badges, lines: 2)
        }
        if let decision = SheetDecision(about: sticker, in: section.pack, of: document) {
            column.space(2)
            column.paragraph(decision.line, style: .printSmall, limit: 1)
            column.paragraph(decision.comment, style: .printBody, limit: 3)
        }
        return column
    }
}

extension Sticker {
    /// The label, or the id if the label is empty.
    var shownName: String { label.isEmpty ? id : label }
}

/// The positions on a contact sheet, in whole points. The text is on the left, and the columns of the backgrounds end
/// at the right margin.
package struct ContactGrid {
    static let gap = 4.0
    private static let gutter = 16.0
    /// The minimum and maximum width of the text in points.
    private static let textWidths = 150.0...228.0
    /// The maximum side of a cell in points.
    private static let largestCell = 54.0

    /// The side of a sticker's square on a background.
    package let cell: Double
    /// The total width of the columns of the backgrounds. At least the width of three columns.
    package let cellsWidth: Double
    package let cellsX: Double
    package let textX = Paper.margin
    package let textWidth: Double

    package init(_ paper: Paper, backgrounds: Int) {
        let count = Double(max(backgrounds, 1))
        let room = paper.contentWidth - ContactGrid.textWidths.lowerBound - ContactGrid.gutter
        cell = max(8, min(ContactGrid.largestCell, ((room + ContactGrid.gap) / count - ContactGrid.gap).rounded(.down)))
        // A row of frames needs the width of three cells, even if there are fewer backgrounds.
        let columns = max(count, 3)
        cellsWidth = columns * (cell + ContactGrid.gap) - ContactGrid.gap
        cellsX = paper.width - Paper.margin - cellsWidth
        textWidth = min(
            max(cellsX - ContactGrid.gutter - Paper.margin, 40), ContactGrid.textWidths.upperBound)
    }

    package func cellX(_ background: Int) -> Double {
        cellsX + Double(background) * (cell + ContactGrid.gap)
    }
}
