import JobModel
import SheetModel
import StickerManifest
import Texts

/// The cover pages, with the kind of document, its figures, and a table of contents.
package struct CoverPages {
    private let document: SheetDocument
    private let texts: Texts
    private let mode: SheetOptions.Mode
    private let paper: Paper
    /// The number of pages of each pack.
    private let pagesOfSections: [Int]
    private let table: CoverTable

    package init(_ document: SheetDocument, mode: SheetOptions.Mode, paper: Paper, pagesOfSections: [Int]) {
        self.document = document
        texts = document.texts
        self.mode = mode
        self.paper = paper
        self.pagesOfSections = pagesOfSections
        table = CoverTable(paper, packs: document.sections.count, texts: document.texts)
    }

    private var titleLines: [String] {
        LineBreaker.lines(of: document.title, in: .coverTitle, width: paper.contentWidth, limit: 2)
    }
    /// The baseline of the line below the title.
    private var factsBaseline: Double { 84 + 38 * Double(max(titleLines.count, 1)) }
    /// The upper edge of the list of packs, or of the pictures.
    private var restTop: Double { factsBaseline + 16 + 50 + (document.approvals.isEmpty ? 20 : 38) }

    package var pages: [() -> PrintPage] {
        guard document.sections.count > 1 else {
            return [{ first { page in mosaic(on: &page) } }]
        }
        let slices = table.slices(of: document.sections, firstTop: restTop)
        let starts = pagesOfSections.reduce(into: [slices.count + 1]) { $0.append(($0.last ?? 0) + $1) }
        return slices.enumerated().map { number, slice in
            let rows = slice.map { (section: document.sections[$0], page: starts[$0]) }
            guard number == 0 else {
                return {
                    var page = PrintPage(paper, language: texts.language)
                    table.draw(rows, on: &page, y: Paper.margin)
                    return page
                }
            }
            return { first { table.draw(rows, on: &$0, y: restTop) } }
        }
    }

    private func first(_ rest: (inout PrintPage) -> Void) -> PrintPage {
        var page = PrintPage(paper, language: texts.language)
        page.bookmark = document.title
        let x = Paper.margin
        page.vector.text(
            mode.title(texts), x: x, baseline: 56, style: .printHeading.inked(.quiet))
        for (place, line) in titleLines.enumerated() {
            page.vector.text(line, x: x, baseline: 98 + Double(place) * 38, style: .coverTitle)
        }
        page.vector.text(
            LineBreaker.clipped(
                document.facts.joined(separator: "  ·  "), in: .printQuiet, width: paper.contentWidth), x: x,
            baseline: factsBaseline, style: .printQuiet)
        figures(on: &page, y: factsBaseline + 16)
        rest(&page)
        return page
    }

    private func figures(on page: inout PrintPage, y: Double) {
        page.vector.rule(x: Paper.margin, y: y, width: paper.contentWidth)
        let column = 80.0
        for (place, figure) in CoverFigure.all(of: document).enumerated() {
            let x = Paper.margin + Double(place) * column
            page.vector.text(
                texts.number(figure.number), x: x, baseline: y + 26, style: .coverFigure.inked(figure.ink))
            page.vector.text(
                LineBreaker.clipped(figure.name, in: .printQuiet, width: column), x: x, baseline: y + 39,
                style: .printQuiet)
        }
        page.vector.rule(x: Paper.margin, y: y + 50, width: paper.contentWidth)
        let approvals = document.approvals
        if !approvals.isEmpty {
            page.vector.text(
                LineBreaker.clipped(
                    texts("sheet.approvals", ["approvals": approvals.joined(separator: texts("list.comma"))]),
                    in: .printBody, width: paper.contentWidth),
                x: Paper.margin, baseline: y + 65, style: .printBody)
        }
    }

    /// Draws the first stickers of a document with one pack. Draws a text if nothing is published.
    private func mosaic(on page: inout PrintPage) {
        guard let stickers = document.sections.first?.pack.stickers, !stickers.isEmpty else {
            page.vector.text(
                document.sections.isEmpty
                    ? texts("sheet.nothing", ["command": "stickerd build"]) : texts("sheet.nothing.pack"),
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

/// The list of packs on the cover, with figures and page numbers. If there is room, some stickers of each pack are
/// shown below.
package struct CoverTable {
    private let paper: Paper
    private let texts: Texts
    package static let headHeight = 20.0
    private static let gap = 8.0
    /// The maximum number of packs for which pictures are shown.
    private static let mostWithPictures = 6

    /// The maximum number of rows of pictures per pack.
    private let mostLines: Int
    /// The side of a picture in points.
    private let thumbnail: Double

    package init(_ paper: Paper, packs: Int, texts: Texts) {
        self.paper = paper
        self.texts = texts
        mostLines = packs > CoverTable.mostWithPictures ? 0 : packs > 3 ? 1 : 3
        thumbnail = packs > 3 ? 38 : 58
    }

    /// Divides the packs into pages. Each page has as many packs as fit, but at least one.
    package func slices(of sections: [SheetDocument.Section], firstTop: Double) -> [Range<Int>] {
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

    private func lines(_ section: SheetDocument.Section) -> Int {
        min(mostLines, (section.pack.stickers.count + picturesInLine - 1) / picturesInLine)
    }

    private func rowHeight(_ section: SheetDocument.Section) -> Double {
        let lines = Double(lines(section))
        return lines == 0 ? 19 : 32 + lines * (thumbnail + CoverTable.gap)
    }

    /// The columns of the list: the text key of the name, the distance of the right edge from the right margin, and
    /// the width. Both are in points.
    private static let columns: [(name: String, right: Double, width: Double)] = [
        ("sheet.column.stickers", 245, 45), ("sheet.figure.animated", 195, 50), ("sheet.figure.rejected", 132, 63),
        ("sheet.column.warnings", 86, 46), ("sheet.figure.bytes", 28, 58), ("sheet.column.page", 0, 28),
    ]

    func draw(_ rows: [(section: SheetDocument.Section, page: Int)], on page: inout PrintPage, y: Double) {
        let edge = paper.width - Paper.margin
        for column in CoverTable.columns {
            let lines = LineBreaker.lines(of: texts(column.name), in: .printSmall, width: column.width - 2, limit: 2)
            for (place, line) in lines.reversed().enumerated() {
                page.vector.text(
                    line, x: edge - column.right, baseline: y + 12 - Double(place) * 8, style: .printSmall, anchor: .end
                )
            }
        }
        page.vector.text(texts("sheet.column.pack"), x: Paper.margin, baseline: y + 12, style: .printSmall)
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
                    texts.number(figure), right: edge - column.right, baseline: top + 13.5,
                    style: .printBody.inked(figure == 0 ? .quiet : .text))
            }
            pictures(of: row.section, on: &page, y: top + 22)
            top += rowHeight(row.section)
        }
    }

    private func pictures(of section: SheetDocument.Section, on page: inout PrintPage, y: Double) {
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

/// A number of the cover, and its label.
package struct CoverFigure {
    package let number: Int
    package let name: String
    package let ink: ThemeColour

    /// The figures in display order. Figures that need attention are coloured.
    package static func all(of document: SheetDocument) -> [CoverFigure] {
        let (counts, packs, texts) = (document.counts, document.sections.count, document.texts)
        return [
            CoverFigure(number: packs, name: texts("sheet.figure.packs", ["count": packs]), ink: .text),
            CoverFigure(
                number: counts.stickers, name: texts("sheet.figure.stickers", ["count": counts.stickers]), ink: .text),
            CoverFigure(number: counts.animated, name: texts("sheet.figure.animated"), ink: .text),
            CoverFigure(
                number: counts.rejected, name: texts("sheet.figure.rejected"),
                ink: counts.rejected > 0 ? .error : .text),
            CoverFigure(
                number: counts.warnings, name: texts("sheet.figure.warnings"),
                ink: counts.warnings > 0 ? .warning : .text),
            CoverFigure(number: counts.bytes, name: texts("sheet.figure.bytes"), ink: .text),
        ]
    }
}
