import JobModel
import StickerCatalog

extension SheetJob {
    /// Stickers on a page. Eight regular ones on five backgrounds make a page of A4's proportions, 47 MB of pixels.
    package static let stickersPerPage = 8
    /// The most rejected sources on a page.
    package static let rejectedPerPage = 12

    /// The pages of a pack's sheet: stickers in browser order, rejected sources after the last of them. There is always
    /// a page, so that an empty pack has a sheet that says so.
    package static func pages(
        of pack: Pack, rejected: [RejectedSource], backgrounds: [Background], generator: String,
        byteLimit: Int = 500_000, assetsFolder: String, outputFolder: String
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
                backgrounds: backgrounds, byteLimit: byteLimit, assetsFolder: assetsFolder, page: place + 1,
                pageCount: contents.count, outputFolder: outputFolder)
        }
    }

    private static func slices<Element>(of list: [Element], size: Int) -> [[Element]] {
        stride(from: 0, to: list.count, by: size).map { Array(list[$0..<min($0 + size, list.count)]) }
    }
}
