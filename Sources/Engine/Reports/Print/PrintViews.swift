import JobModel
import SheetModel
import StickerManifest
import Texts

/// The content for the head of an HTML sheet.
package struct PrintCoverView {
    package struct Figure {
        package let number: String
        package let name: String
        package let kind: String
    }

    /// A link to the first page of a pack.
    package struct Link {
        package let title: String
        package let href: String
        package let count: String
    }

    package let head: PageHead
    package let mode: String
    package let title: String
    package let facts: [String]
    package let figures: [Figure]
    package let approvals: String
    package let hasApprovals: Bool
    package let isEmpty: Bool
    /// The text that is shown if nothing is published, before and after the command that it contains.
    package let beforeCommand: String
    package let afterCommand: String
    package let hasContents: Bool
    package let contents: [Link]

    package init(_ document: SheetDocument, options: SheetOptions) {
        let side = options.mode == .detail ? HTMLSheet.detailSide : HTMLSheet.contactSide
        let columns = max(document.backgrounds.count, 1)
        let width = max(columns, 3) * (side + 6) - 6
        head = PageHead(
            title: document.texts("sheet.titled.\(options.mode.rawValue)", ["title": document.title]),
            styles: [PackageResources.page_css, PackageResources.sheet_css, PackageResources.print_css],
            extra: """
                .cells, .names div { grid-template-columns: repeat(\(columns), minmax(0, \(side)px)); }
                @media screen and (min-width: 901px) {
                  body { max-width: \(max(width + 480, 900))px; }
                  .names, .row:not(.sticker) { grid-template-columns: minmax(0, 1fr) \(width)px; }
                }
                @page { size: \(options.paper.cssName); margin: 12mm; }

                """)
        mode = options.mode.title(document.texts)
        title = document.title
        facts = document.facts
        figures = CoverFigure.all(of: document).map { figure in
            let kind = figure.ink == .error ? "error-ink" : figure.ink == .warning ? "warning-ink" : ""
            return Figure(number: document.texts.number(figure.number), name: figure.name, kind: kind)
        }
        approvals = document.approvals.joined(separator: document.texts("list.comma"))
        hasApprovals = !document.approvals.isEmpty
        isEmpty = document.sections.isEmpty
        let parts = document.texts("sheet.nothing").split(
            separator: "{command}", maxSplits: 1, omittingEmptySubsequences: false)
        beforeCommand = String(parts.first ?? "")
        afterCommand = String(parts.dropFirst().first ?? "")
        hasContents = document.sections.count > 1
        contents = document.sections.map { section in
            Link(
                title: section.pack.title,
                href: "#" + RelativeLink.encoded(PrintPackView.anchor(of: section)),
                count: document.texts.number(section.pack.stickers.count))
        }
    }
}

/// The content above the stickers of a pack.
package struct PrintPackView {
    package let anchor: String
    package let title: String
    package let facts: [String]
    package let hasStickers: Bool
    /// The names of the backgrounds.
    package let names: [String]
    package let isWall: Bool

    package init(_ section: SheetDocument.Section, document: SheetDocument, mode: SheetOptions.Mode) {
        anchor = PrintPackView.anchor(of: section)
        title = section.pack.title
        facts = section.facts(document.texts)
        isWall = mode == .wall
        hasStickers = !section.pack.stickers.isEmpty && !isWall
        names = document.backgrounds
    }

    package static func anchor(of section: SheetDocument.Section) -> String {
        "p-" + section.pack.id
    }
}

/// The rejected sources of a pack.
package struct PrintRejectedView {
    package let hasRejected: Bool
    package let rejectedSources: [RejectedView]

    package init(_ section: SheetDocument.Section, _ texts: Texts) {
        hasRejected = !section.rejected.isEmpty
        rejectedSources = section.rejected.map { RejectedView($0, texts) }
    }
}

extension TextColumn {
    /// A column of text with the findings.
    ///
    /// - Parameters:
    ///   - width: the width in points.
    ///   - limit: the maximum number of findings that are shown. The others are only counted.
    package init(_ findings: [Finding], width: Double, limit: Int, _ texts: Texts) {
        self.init(width: width)
        for (place, finding) in findings.prefix(limit).enumerated() {
            if place > 0 { space(7) }
            let words = FindingView(finding, texts)
            badges([Badge(words)], lines: 1)
            space(2)
            paragraph(words.message, style: .printBody, limit: 4)
            paragraph(words.fix, style: .printQuiet, limit: 3)
            paragraph(words.detail ?? "", style: .printSmall, limit: 4)
        }
        let rest = findings.count - limit
        if rest > 0 {
            space(5)
            paragraph(texts("sheet.moreFindings.review", ["count": rest]), style: .printQuiet, limit: 1)
        }
    }
}
