import JobModel
import SheetModel
import StickerManifest

/// The pages of a pack's wall sheet. Each page shows eight by ten stickers, with a number and a name below each
/// sticker.
package struct WallPages {
    static let (columns, rows) = (8, 10)
    private static let headHeight = 38.0
    /// The height of the two lines below the art in points.
    private static let captionHeight = 19.0
    /// The minimum space between neighbouring stickers in points.
    private static let gap = 10.0

    private let section: SheetDocument.Section
    private let document: SheetDocument
    private let paper: Paper
    private let pitch: (x: Double, y: Double)
    private let side: Double

    package init(_ section: SheetDocument.Section, document: SheetDocument, paper: Paper) {
        self.section = section
        self.document = document
        self.paper = paper
        let height = paper.contentBottom - Paper.margin - WallPages.headHeight
        pitch = (paper.contentWidth / Double(WallPages.columns), (height / Double(WallPages.rows)).rounded(.down))
        side = min(pitch.x - WallPages.gap, pitch.y - WallPages.captionHeight - 2).rounded(.down)
    }

    package var pages: [() -> PrintPage] {
        let most = WallPages.columns * WallPages.rows
        let stickers = section.pack.stickers
        return stride(from: 0, to: stickers.count, by: most).map { first in
            { page(of: first..<min(first + most, stickers.count)) }
        }
    }

    private func page(of places: Range<Int>) -> PrintPage {
        var page = PrintPage(paper, language: document.texts.language)
        if places.lowerBound == 0 { page.bookmark = section.pack.title }
        let baseline = Paper.margin + 14
        let texts = document.texts
        let counts =
            ([texts("number.sticker", ["count": section.pack.stickers.count])] + document.approvals(in: [section]))
            .joined(separator: "  ·  ")
        let room = paper.contentWidth - TextRuler.width(of: counts, in: .printQuiet) - 12
        page.vector.text(
            LineBreaker.clipped(section.pack.title, in: .printHeading, width: min(room, paper.contentWidth * 0.55)),
            x: Paper.margin, baseline: baseline, style: .printHeading)
        page.vector.text(
            counts, x: paper.width - Paper.margin, baseline: baseline, style: .printQuiet, anchor: .end)
        for place in places { draw(place, at: place - places.lowerBound, on: &page) }
        return page
    }

    private func draw(_ place: Int, at slot: Int, on page: inout PrintPage) {
        let sticker = section.pack.stickers[place]
        let (row, column) = slot.quotientAndRemainder(dividingBy: WallPages.columns)
        let middle = Paper.margin + (Double(column) + 0.5) * pitch.x
        let top = Paper.margin + WallPages.headHeight + Double(row) * pitch.y
        if let best = sticker.delivery {
            page.place(
                .thumbnail(best, on: sticker.wallGround), x: (middle - side / 2).rounded(), y: top, width: side,
                height: side)
        }
        let ink = section.approval(of: sticker).map { Badge($0, document.texts).ink } ?? .quiet
        page.vector.text(
            section.number(of: sticker), x: middle, baseline: top + side + 8.5, style: .printBadge.inked(ink),
            anchor: .middle)
        page.vector.text(
            LineBreaker.clipped(sticker.shownName, in: .printSmall, width: pitch.x - 3), x: middle,
            baseline: top + side + 17, style: .printSmall, anchor: .middle)
    }
}

extension Sticker {
    /// The background on a wall sheet: white, or grey for art that is partly invisible on a background.
    var wallGround: PictureSource.Ground {
        findings.contains { $0.rule == "vanishes-on-background" } ? .track : .paper
    }
}
