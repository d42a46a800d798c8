import JobModel
import SheetModel
import StickerManifest
import Texts

/// The preview sheet of a pack as an HTML page, with every sticker on every background. The page needs no script, and
/// uses only pictures to which the manifest refers.
package enum SheetPage {
    /// The maximum number of stickers per page. A browser needs about one second to show 500 stickers, and ten seconds
    /// for 10,000.
    package static let mostStickers = 500

    /// The number of pages that are needed for a number of stickers.
    package static func pageCount(stickers: Int) -> Int { max(1, (stickers + mostStickers - 1) / mostStickers) }

    /// The HTML text of a page. The first page is the file `sheets/<pack>.html`, and the second one
    /// `sheets/<pack>.2.html`.
    ///
    /// - Parameters:
    ///   - page: the page number, from 1. The first page also contains rejected sources and all findings.
    ///   - rejected: the rejected sources of the pack.
    ///   - backgrounds: the backgrounds in display order.
    ///   - pngPages: the paths of the sheet's pictures relative to the page, in order.
    ///   - byteLimit: the limit in bytes that every file must be below.
    ///   - texts: the texts in the language of the page.
    /// - Throws: an error if a template is invalid. A test ensures that none is.
    package static func html(
        pack: Pack, page: Int = 1, rejected: [RejectedSource], backgrounds: [Background], pngPages: [String],
        byteLimit: Int = 500_000, _ texts: Texts = .english
    ) throws -> String {
        let content = SheetPageContent(
            pack: pack, page: page, rejected: page == 1 ? rejected : [], backgrounds: backgrounds, pngPages: pngPages,
            byteLimit: byteLimit, texts)
        return try PageTemplates.shared(texts).render(content, with: .sheet)
    }
}

/// The content for the template of a sheet.
package struct SheetPageContent {
    package struct Link {
        package let text: String
        package let href: String
        /// Whether the target of the link is on another page. The link itself then has the target's anchor, because
        /// other documents link to this anchor on the first page.
        package var isElsewhere = false
        package var anchor = ""
    }
    /// A link to one of the pack's pages.
    package struct Part {
        package let text: String
        package let href: String
        package let isCurrent: Bool
    }
    /// The stickers with the same finding.
    package struct Concern {
        package let summary: String
        package let links: [Link]
    }

    package let head: PageHead
    package let title: String
    package let facts: [String]
    package let generator: String
    package let isEmpty: Bool
    /// The names of the backgrounds.
    package let columns: [String]
    /// The width of a column in CSS pixels.
    package let columnWidth: Int
    package let hasConcerns: Bool
    package let concerns: [Concern]
    package let stickers: [StickerView]
    package let hasRejected: Bool
    package let rejectedCount: String
    package let rejectedSources: [RejectedView]
    package let hasPages: Bool
    package let pages: [Link]
    package let hasParts: Bool
    package let parts: [Part]
    /// The command that draws pictures of the sheet. Shown if none exist.
    package let command: String

    package init(
        pack: Pack, page: Int, rejected: [RejectedSource], backgrounds: [Background], pngPages: [String],
        byteLimit: Int, _ texts: Texts
    ) {
        let side =
            pack.itemKind == .message
            ? StickerView.bubbleSide : ([pack.size] + pack.stickers.map(\.size)).map(\.points).max() ?? pack.size.points
        head = PageHead(
            title: texts("sheet.title", ["title": pack.title]),
            styles: [PackageResources.page_css, PackageResources.sheet_css],
            extra: SheetPageContent.wideStyle(columns: backgrounds.count, side: side))
        title = pack.title
        facts = SheetPageContent.facts(of: pack, texts)
        generator = StickerdVersion.generator
        isEmpty = pack.stickers.isEmpty
        columns = backgrounds.map(\.name)
        columnWidth = side
        concerns = page == 1 ? SheetPageContent.concerns(of: pack, texts) : []
        hasConcerns = !concerns.isEmpty || !rejected.isEmpty
        stickers = pack.stickers.dropFirst((page - 1) * SheetPage.mostStickers).prefix(SheetPage.mostStickers)
            .map { StickerView($0, backgrounds: backgrounds, side: side, byteLimit: byteLimit, texts) }
        parts = (1...SheetPage.pageCount(stickers: pack.stickers.count)).map {
            Part(text: "\($0)", href: SheetPageContent.file(of: pack, page: $0), isCurrent: $0 == page)
        }
        hasParts = parts.count > 1
        hasRejected = !rejected.isEmpty
        rejectedCount = texts("number.file", ["count": rejected.count])
        rejectedSources = rejected.map { RejectedView($0, texts) }
        hasPages = !pngPages.isEmpty
        pages = pngPages.enumerated().map { place, path in
            Link(text: "\(place + 1)", href: RelativeLink.encoded(path))
        }
        command = "stickerd sheet --pack \(pack.id) -o \(pack.id).pdf"
    }

    private static func facts(of pack: Pack, _ texts: Texts) -> [String] {
        let bytes = pack.stickers.flatMap(\.renditions).filter { $0.scale == 3 }.total { $0.bytes }
        let facts = [
            texts("number.\(pack.itemKind.noun)", ["count": pack.stickers.count]),
            texts.size(pack.size, of: pack.itemKind),
        ]
        return bytes > 0 ? facts + [texts("report.fact.bytes", ["size": texts.size(bytes)])] : facts
    }

    private static func file(of pack: Pack, page: Int) -> String {
        RelativeLink.encoded(OutputNames.sheet(pack: pack.id, page: page)) + ".html"
    }

    /// The stickers by rule, in the order of the rules' documentation.
    private static func concerns(of pack: Pack, _ texts: Texts) -> [Concern] {
        var links: [String: [Link]] = [:]
        for (place, sticker) in pack.stickers.enumerated() {
            let (page, anchor) = (place / SheetPage.mostStickers + 1, RelativeLink.anchor(sticker.id))
            for (number, rule) in Set(sticker.findings.map(\.rule)).sorted().enumerated() {
                var link = Link(
                    text: sticker.label.isEmpty ? sticker.id : sticker.label,
                    href: (page == 1 ? "" : file(of: pack, page: page)) + "#" + RelativeLink.encoded(anchor))
                // Each anchor may occur only once in a page.
                if page > 1, number == 0 { (link.isElsewhere, link.anchor) = (true, anchor) }
                links[rule, default: []].append(link)
            }
        }
        let known = RuleSet.rules.map(\.id)
        let unknown = links.keys.filter { !known.contains($0) }.sorted()
        return (known + unknown).compactMap { rule in
            links[rule].map {
                Concern(
                    summary: RuleSet.rule(rule) == nil ? rule : texts("rule.\(rule).summary"), links: $0)
            }
        }
    }

    /// The style for windows that are wide enough to show all cells next to the text. The names of backgrounds are
    /// then shown only once, above the cells.
    private static func wideStyle(columns: Int, side: Int) -> String {
        let width = columns * (side + 8) + 296 + 32 + 96
        return """
            @media screen and (min-width: \(width)px) {
              .columns { display: grid; }
              .cell figcaption { position: absolute; clip-path: inset(50%); }
            }

            """
    }
}
