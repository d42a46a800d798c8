import JobModel
import SheetModel
import StickerManifest
import Texts

/// The last pages of a sheet, which list the rejected sources of all packs and the reasons.
package struct RejectedPages {
    private struct Entry {
        /// The title of the pack above its first entry. Nil for all other entries.
        let heading: String?
        let name: TextColumn
        let reasons: TextColumn
        let height: Double
    }

    private let sections: [SheetDocument.Section]
    private let paper: Paper
    private let texts: Texts

    private static let nameWidth = 170.0
    private static let gutter = 16.0
    private static let padding = 8.0
    private static let headHeight = 44.0
    private static let headingHeight = 28.0

    package init(_ sections: [SheetDocument.Section], paper: Paper, texts: Texts) {
        self.sections = sections.filter { !$0.rejected.isEmpty }
        self.paper = paper
        self.texts = texts
    }

    package var pages: [() -> PrintPage] {
        var pages: [[Entry]] = []
        var room = 0.0
        for entry in entries {
            if entry.height > room {
                pages.append([])
                room = paper.contentBottom - Paper.margin - RejectedPages.headHeight
            }
            pages[pages.count - 1].append(entry)
            room -= entry.height
        }
        return pages.enumerated().map { number, entries in
            { page(of: entries, isFirst: number == 0) }
        }
    }

    private var entries: [Entry] {
        sections.flatMap { section in
            section.rejected.enumerated().map { place, source in
                entry(source, heading: sections.count > 1 && place == 0 ? section.pack.title : nil)
            }
        }
    }

    private func entry(_ source: RejectedSource, heading: String?) -> Entry {
        let words = RejectedView(source, texts)
        var name = TextColumn(width: RejectedPages.nameWidth)
        name.paragraph(words.fileName, style: .printName, limit: 3)
        name.paragraph([words.place, words.size].joined(separator: texts("list.comma")), style: .printQuiet, limit: 3)
        if words.keepsEarlierVersion {
            name.paragraph(texts("rejected.keeps"), style: .printQuiet, limit: 2)
        }
        let reasons = TextColumn(
            source.findings, width: paper.contentWidth - RejectedPages.nameWidth - RejectedPages.gutter, limit: 6,
            texts)
        let above = heading == nil ? 0 : RejectedPages.headingHeight
        return Entry(
            heading: heading, name: name, reasons: reasons,
            height: (above + max(name.height, reasons.height) + 2 * RejectedPages.padding).rounded(.up))
    }

    private func page(of entries: [Entry], isFirst: Bool) -> PrintPage {
        var page = PrintPage(paper, language: texts.language)
        if isFirst { page.bookmark = texts("sheet.notPublished") }
        let top = Paper.margin
        page.vector.text(
            texts("sheet.notPublished"), x: Paper.margin, baseline: top + 14, style: .printHeading.inked(.error))
        page.vector.text(
            texts("number.file", ["count": sections.reduce(0) { $0 + $1.rejected.count }]), x: Paper.margin,
            baseline: top + 28, style: .printQuiet)
        var y = top + RejectedPages.headHeight
        for entry in entries {
            var line = y
            if let heading = entry.heading {
                page.vector.text(
                    LineBreaker.clipped(heading, in: .printName, width: paper.contentWidth), x: Paper.margin,
                    baseline: y + 19, style: .printName)
                line += RejectedPages.headingHeight
            }
            page.vector.rule(x: Paper.margin, y: line, width: paper.contentWidth)
            page.vector.group(x: Paper.margin, y: line + RejectedPages.padding) { entry.name.draw(on: &$0) }
            page.vector.group(
                x: Paper.margin + RejectedPages.nameWidth + RejectedPages.gutter, y: line + RejectedPages.padding
            ) { entry.reasons.draw(on: &$0) }
            y += entry.height
        }
        return page
    }
}
