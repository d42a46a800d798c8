import JobModel
import SheetModel
import StickerManifest
import Texts

/// The content for the head of an HTML sheet.
struct PrintCoverView {
    struct Figure {
        let number: String
        let name: String
        let kind: String
    }

    /// A link to the first page of a pack.
    struct Link {
        let title: String
        let href: String
        let count: String
    }

    struct Nothing {
        let before: String
        let after: String
    }

    let head: PageHead
    let mode: String
    let title: String
    let facts: [String]
    let figures: [Figure]
    let approvals: String
    let hasApprovals: Bool
    let isEmpty: Bool
    /// The text that is shown if nothing is published, split at the command that it contains.
    let nothing: Nothing
    let hasContents: Bool
    let contents: [Link]

    init(_ document: SheetDocument, options: SheetOptions) {
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
        nothing = Nothing(before: String(parts.first ?? ""), after: String(parts.dropFirst().first ?? ""))
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
struct PrintPackView {
    let anchor: String
    let title: String
    let facts: [String]
    let hasStickers: Bool
    /// The names of the backgrounds.
    let names: [String]
    let isWall: Bool

    init(_ section: SheetDocument.Section, document: SheetDocument, mode: SheetOptions.Mode) {
        anchor = PrintPackView.anchor(of: section)
        title = section.pack.title
        facts = section.facts(document.texts)
        isWall = mode == .wall
        hasStickers = !section.pack.stickers.isEmpty && !isWall
        names = document.backgrounds
    }

    static func anchor(of section: SheetDocument.Section) -> String {
        "p-" + section.pack.id
    }
}

/// The rejected sources of a pack.
struct PrintRejectedView {
    let hasRejected: Bool
    let rejectedSources: [RejectedView]

    init(_ section: SheetDocument.Section, _ texts: Texts) {
        hasRejected = !section.rejected.isEmpty
        rejectedSources = section.rejected.map { RejectedView($0, texts) }
    }
}

/// The texts of findings, with the rule of each as a badge.
enum PrintFindings {
    /// A column of text with the findings.
    ///
    /// - Parameters:
    ///   - width: the width in points.
    ///   - limit: the maximum number of findings that are shown. The others are only counted.
    static func column(for findings: [Finding], width: Double, limit: Int, _ texts: Texts) -> TextColumn {
        var column = TextColumn(width: width)
        for (place, finding) in findings.prefix(limit).enumerated() {
            if place > 0 { column.space(7) }
            let words = FindingView(finding, texts)
            column.badges([Badge(words)], lines: 1)
            column.space(2)
            column.paragraph(words.message, style: .printBody, limit: 4)
            column.paragraph(words.fix, style: .printQuiet, limit: 3)
            column.paragraph(words.detail ?? "", style: .printSmall, limit: 4)
        }
        let rest = findings.count - limit
        if rest > 0 {
            column.space(5)
            column.paragraph(texts("sheet.moreFindings.review", ["count": rest]), style: .printQuiet, limit: 1)
        }
        return column
    }
}
