import JobModel
import StickerManifest
import Texts

/// The drawing of one page of a pack's preview sheet. A job is a value, and published files are named after their
/// content, so equal jobs give equal pages.
package struct SheetJob: Codable, Hashable, Sendable {
    /// The program that made the stickers: `stickerd` and its version.
    package var generator: String
    /// The pack, with only the stickers of this page, from the top.
    package var pack: Pack
    /// The totals in the header of the first page. Nil on all other pages, so that a change of a sticker does not
    /// change every page.
    package var totals: PackTotals?
    /// The position of the page's first sticker in the pack, from 1.
    package var firstPlace: Int
    /// The largest size class in the whole pack, so that every page has the same grid.
    package var gridSize: StickerSize
    /// The pack's rejected sources that are on this page, below the stickers.
    package var rejected: [RejectedSource]
    /// The backgrounds on which the stickers are shown, from the left.
    package var backgrounds: [Background]
    /// The limit that every file must stay below, in bytes.
    package var byteLimit: Int
    /// The number of the page, from 1.
    package var page: Int
    package var pageCount: Int
    /// The side of game pieces in points; nil for stickers and messages.
    package var pieceBox: Int?
    /// The language of the page's texts. Nil for English, so that the JSON of jobs for English pages stays the same.
    package private(set) var language: Language?

    private enum CodingKeys: String, CodingKey {
        case generator, pack, totals, firstPlace, gridSize, rejected, backgrounds, byteLimit, page, pageCount
        case pieceBox, language
    }

    package init(
        generator: String, pack: Pack, totals: PackTotals?, firstPlace: Int, gridSize: StickerSize,
        rejected: [RejectedSource], backgrounds: [Background], byteLimit: Int = 500_000, page: Int, pageCount: Int,
        language: Language = .english
    ) {
        self.generator = generator
        self.pack = pack
        self.totals = totals
        self.firstPlace = firstPlace
        self.gridSize = gridSize
        self.rejected = rejected
        self.backgrounds = backgrounds
        self.byteLimit = byteLimit
        self.page = page
        self.pageCount = pageCount
        pieceBox = pack.pieceBox
        self.language = language == .english ? nil : language
    }

    /// The kind of the pack's items. A message is shown as the bubble of its preview.
    package var itemKind: ItemKind { ItemKind(inPack: pack.id, box: pieceBox) }

    /// Hashes only the properties that distinguish jobs, because the manifest's types are not hashable.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(pack.id)
        hasher.combine(backgrounds)
        hasher.combine(page)
    }
}

extension SheetJob {
    /// Keys for folders, which earlier versions used. They stay in the JSON with empty values, because a page is drawn
    /// again if this JSON changes.
    private enum FormerKeys: String, CodingKey { case assetsFolder, outputFolder }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(generator, forKey: .generator)
        try container.encode(pack, forKey: .pack)
        try container.encodeIfPresent(totals, forKey: .totals)
        try container.encode(firstPlace, forKey: .firstPlace)
        try container.encode(gridSize, forKey: .gridSize)
        try container.encode(rejected, forKey: .rejected)
        try container.encode(backgrounds, forKey: .backgrounds)
        try container.encode(byteLimit, forKey: .byteLimit)
        try container.encode(page, forKey: .page)
        try container.encode(pageCount, forKey: .pageCount)
        try container.encodeIfPresent(pieceBox, forKey: .pieceBox)
        try container.encodeIfPresent(language, forKey: .language)
        var former = encoder.container(keyedBy: FormerKeys.self)
        try former.encode("", forKey: .assetsFolder)
        try former.encode("", forKey: .outputFolder)
    }

    /// The number of stickers on a page. With eight regular stickers on five backgrounds, a page has the proportions of
    /// A4 and takes 47 MB as pixels.
    package static let stickersPerPage = 8
    /// The maximum number of rejected sources on a page.
    package static let rejectedPerPage = 12

    /// The pages of a pack's sheet: stickers in browser order, then rejected sources. The sheet of an empty pack has
    /// one page, which states that it is empty.
    package static func pages(
        of pack: Pack, rejected: [RejectedSource], backgrounds: [Background], generator: String,
        byteLimit: Int = 500_000, language: Language = .english
    ) -> [SheetJob] {
        var contents: [(stickers: [Sticker], rejected: [RejectedSource])] =
            slices(of: pack.stickers, size: stickersPerPage).map { (stickers: $0, rejected: []) }
        for (place, some) in slices(of: rejected, size: rejectedPerPage).enumerated() {
            if place == 0, let last = contents.indices.last {
                contents[last].rejected = some
            } else {
                contents.append((stickers: [], rejected: some))
            }
        }
        if contents.isEmpty { contents.append((stickers: [], rejected: [])) }
        let gridSize = ([pack.size] + pack.stickers.map(\.size)).max { $0.points < $1.points } ?? pack.size
        return contents.enumerated().map { place, content in
            var part = pack
            part.stickers = content.stickers
            return SheetJob(
                generator: generator, pack: part,
                totals: place == 0 ? PackTotals(of: pack.stickers, rejected: rejected.count) : nil,
                firstPlace: place * stickersPerPage + 1, gridSize: gridSize, rejected: content.rejected,
                backgrounds: backgrounds, byteLimit: byteLimit, page: place + 1, pageCount: contents.count,
                language: language)
        }
    }

    private static func slices<Element>(of list: [Element], size: Int) -> [[Element]] {
        stride(from: 0, to: list.count, by: size).map { Array(list[$0..<min($0 + size, list.count)]) }
    }
}
