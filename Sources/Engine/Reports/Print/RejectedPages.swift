import JobModel
import SheetModel
import StickerManifest

/// The unpublished sources of a pack, with reasons.
struct RejectedPages {
    private struct Entry {
        let name: TextColumn
        let reasons: TextColumn
        let height: Double
    }

    private let section: SheetDocument.Section
    private let paper: Paper

    private static let nameWidth = 170.0
    private static let gutter = 16.0
    private static let padding = 8.0
    private static let headHeight = 44.0

    init(_ section: SheetDocument.Section, paper: Paper) {
        self.section = section
        self.paper = paper
    }

    var pages: [() -> PrintPage] {
        var pages: [[Entry]] = []
        var room = 0.0
        for source in section.rejected {
            let entry = entry(source)
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

    private func entry(_ source: RejectedSource) -> Entry {
        let words = RejectedView(source)
        var name = TextColumn(width: RejectedPages.nameWidth)
        name.paragraph(words.fileName, style: .printName, limit: 3)
        name.paragraph("\(words.place), \(words.size)", style: .printQuiet, limit: 3)
        if words.keepsEarlierVersion {
            name.paragraph("The earlier version stays published.", style: .printQuiet, limit: 2)
        }
        let reasons = PrintFindings.column(
            for: source.findings, width: paper.contentWidth - RejectedPages.nameWidth - RejectedPages.gutter, limit: 6)
        return Entry(
            name: name, reasons: reasons,
            height: (max(name.height, reasons.height) + 2 * RejectedPages.padding).rounded(.up))
    }

    private func page(of entries: [Entry], isFirst: Bool) -> PrintPage {
        var page = PrintPage(paper)
        if isFirst { page.bookmark = "\(section.pack.title): not published" }
        let top = Paper.margin
        page.vector.text(
            LineBreaker.clipped(section.pack.title, in: .printHeading, width: paper.contentWidth - 120),
            x: Paper.margin, baseline: top + 14, style: .printHeading)
        page.vector.text(
            "Not published", x: paper.width - Paper.margin, baseline: top + 14, style: .printHeading.inked(.error),
            anchor: .end)
        page.vector.text(
            NumberFormat.count(section.rejected.count, "file"), x: Paper.margin, baseline: top + 28, style: .printQuiet)
        var y = top + RejectedPages.headHeight
        for entry in entries {
            page.vector.rule(x: Paper.margin, y: y, width: paper.contentWidth)
            page.vector.group(x: Paper.margin, y: y + RejectedPages.padding) { entry.name.draw(on: &$0) }
            page.vector.group(
                x: Paper.margin + RejectedPages.nameWidth + RejectedPages.gutter, y: y + RejectedPages.padding
            ) { entry.reasons.draw(on: &$0) }
            y += entry.height
        }
        return page
    }
}
