import SheetModel
import StickerManifest

/// The pages of a sheet in order. Each page is drawn when it is needed, so that only one is in memory.
package struct SheetLayout {
    let document: SheetDocument
    let paper: Paper
    package private(set) var pages: [() -> PrintPage] = []

    package init(_ document: SheetDocument, mode: SheetOptions.Mode, paper: Paper) {
        self.document = document
        self.paper = paper
        let sections = document.sections.map { section in
            switch mode {
            case .contact: ContactPages(section, document: document, paper: paper).pages
            case .wall: WallPages(section, document: document, paper: paper).pages
            case .detail:
                section.pack.stickers.map { sticker in
                    { DetailPage(sticker, in: section, document: document, paper: paper).page }
                }
            }
        }
        let cover = CoverPages(document, mode: mode, paper: paper, pagesOfSections: sections.map(\.count))
        pages = Array(sections.joined())
        // The wall sheet has neither a cover nor rejected files.
        if mode != .wall || pages.isEmpty {
            pages = cover.pages + pages + RejectedPages(document.sections, paper: paper, texts: document.texts).pages
        }
    }

    /// Draws a page and its footer.
    ///
    /// - Parameter number: the page number, from 0.
    func page(_ number: Int) -> PrintPage {
        var page = pages[number]()
        let baseline = paper.height - Paper.margin + 4
        page.vector.rule(x: Paper.margin, y: baseline - 13, width: paper.contentWidth)
        let place = "\(number + 1) / \(pages.count)"
        let edition = document.texts("sheet.edition", ["edition": document.edition])
        let words = "\(document.title)  ·  \(document.published.day)  ·  \(edition)"
        page.vector.text(
            LineBreaker.clipped(words, in: .printSmall, width: paper.contentWidth - 60), x: Paper.margin,
            baseline: baseline, style: .printSmall)
        page.vector.text(
            place, x: paper.width - Paper.margin, baseline: baseline, style: .printSmall, anchor: .end)
        return page
    }
}
