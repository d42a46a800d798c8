import JobModel
import SheetModel
import StickerManifest
import Texts

/// A pack's preview sheet as a page: every sticker on every background. It needs no script, and only the pictures in
/// the manifest.
package enum SheetPage {
    /// The maximum number of stickers on a page: a browser takes a second for it, and ten seconds for ten thousand.
    package static let mostStickers = 500

    /// The number of pages for a number of stickers.
    package static func pageCount(stickers: Int) -> Int { max(1, (stickers + mostStickers - 1) / mostStickers) }

    /// A page, for the file `sheets/<pack>.html` in the folder of the manifest. The second page is `<pack>.2.html`.
    ///
    /// - Parameters:
    ///   - page: the page number, from 1. The first page has the rejected sources and all findings.
    ///   - rejected: the unpublished sources of the pack.
    ///   - backgrounds: the backgrounds in display order.
    ///   - pngPages: the paths of the sheet's pictures, relative to the page, in order.
    ///   - byteLimit: the limit that every file must stay below, in bytes.
    ///   - texts: the language of the page.
    /// - Throws: an error if a template is invalid, which a test excludes.
    package static func html(
        pack: Pack, page: Int = 1, rejected: [RejectedSource], backgrounds: [Background], pngPages: [String],
        byteLimit: Int = 500_000, generator: String = StickerdVersion.generator, _ texts: Texts = .english
    ) throws -> String {
        let content = SheetPageContent(
            pack: pack, page: page, rejected: page == 1 ? rejected : [], backgrounds: backgrounds, pngPages: pngPages,
            byteLimit: byteLimit, generator: generator, texts)
        return try PageTemplates.shared(texts).render(content, with: .sheet)
    }
}

/// The content of the sheet's template.
struct SheetPageContent {
    struct Column {
        let name: String
        let width: Int
    }
    struct Link {
        let text: String
        let href: String
        /// Whether the link leads to another page. It then includes the anchor of its target, because other documents
        /// link to the first page.
        var isElsewhere = false
        var anchor = ""
    }
    /// A page of the pack.
    struct Part {
        let text: String
        let href: String
        let isCurrent: Bool
    }
    /// Stickers with the same finding.
    struct Concern {
        let summary: String
        let links: [Link]
    }

    let head: PageHead
    let title: String
    let facts: [String]
    let generator: String
    let isEmpty: Bool
    let columns: [Column]
    let hasConcerns: Bool
    let concerns: [Concern]
    let stickers: [StickerView]
    let hasRejected: Bool
    let rejectedCount: String
    let rejectedSources: [RejectedView]
    let hasPages: Bool
    let pages: [Link]
    let hasParts: Bool
    let parts: [Part]
    /// The command that draws the sheet's pictures if there are none.
    let command: String

    init(
        pack: Pack, page: Int, rejected: [RejectedSource], backgrounds: [Background], pngPages: [String],
        byteLimit: Int, generator: String, _ texts: Texts
    ) {
        let isMessages = MessagePack.parent(of: pack.id) != nil
        let side =
            isMessages
            ? StickerView.bubbleSide : ([pack.size] + pack.stickers.map(\.size)).map(\.points).max() ?? pack.size.points
        head = PageHead(
            title: texts("sheet.title", ["title": pack.title]),
            styles: [PackageResources.page_css, PackageResources.sheet_css],
            extra: SheetPageContent.wideStyle(columns: backgrounds.count, side: side))
        title = pack.title
        facts = SheetPageContent.facts(of: pack, texts)
        self.generator = generator
        isEmpty = pack.stickers.isEmpty
        columns = backgrounds.map { Column(name: $0.name, width: side) }
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
            texts(
                "number.\(MessagePack.noun(of: pack.id, box: pack.pieceBox))", ["count": pack.stickers.count]),
            size(of: pack, texts),
        ]
        return bytes > 0 ? facts + [texts("report.fact.bytes", ["size": texts.size(bytes)])] : facts
    }

    private static func size(of pack: Pack, _ texts: Texts) -> String {
        guard MessagePack.parent(of: pack.id) == nil, pack.pieceBox == nil else {
            return MessagePack.sizeText(pack.size, pack: pack.id, box: pack.pieceBox)
        }
        return texts(
            "sheet.size", ["name": texts("class.\(pack.size.rawValue)"), "side": pack.size.points])
    }

    private static func file(of pack: Pack, page: Int) -> String {
        RelativeLink.encoded(OutputNames.sheet(pack: pack.id, page: page)) + ".html"
    }

    /// Findings by rule, in the order in which people read the rules.
    private static func concerns(of pack: Pack, _ texts: Texts) -> [Concern] {
        var links: [String: [Link]] = [:]
        for (place, sticker) in pack.stickers.enumerated() {
            let (page, anchor) = (place / SheetPage.mostStickers + 1, RelativeLink.anchor(sticker.id))
            for (number, rule) in Set(sticker.findings.map(\.rule)).sorted().enumerated() {
                var link = Link(
                    text: sticker.label.isEmpty ? sticker.id : sticker.label,
                    href: (page == 1 ? "" : file(of: pack, page: page)) + "#" + RelativeLink.encoded(anchor))
                // Each anchor occurs only once in a page.
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

    /// The style from the width at which all cells fit next to the text. Their names are then shown once, above them.
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
