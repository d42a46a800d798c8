import Deflate
import ImageHeaders
import Pixels

extension PNGEncoder {
    /// A picture with a palette, at the smallest of 1, 2, 4 and 8 bits a pixel that the colours in use allow.
    ///
    /// The palette is put in an order of its own; colours that nobody uses, or that are there twice, are left out, and
    /// all with alpha 0 become one transparent black. `IndexedPNG.palette` tells what the file holds.
    ///
    /// - Throws: `indexOutsidePalette`, `unwritableSize` for a picture without pixels, `outOfMemory`, `tooLarge`.
    package static func encode(
        _ image: IndexedImage, level: DeflateLevel, trials: EncodingTrials = .plain
    ) throws(PNGError) -> IndexedPNG {
        let used = try UsedColours(in: [image])
        let depth = smallestDepth(forColours: used.colours.count)
        let header = try PNGHeader(width: image.width, height: image.height, bitDepth: depth, colourType: .indexed)
        let candidates = IndexedCandidate.candidates(used, in: image, trials: trials)
        let best = try StreamSearch.smallest(of: candidates, finalists: 3, level: level) { candidate in
            candidate.filter.apply(
                to: BitPacking.scanlines(
                    of: image.indices, width: image.width, height: image.height, bitDepth: depth,
                    table: candidate.order.table))
        }
        return try IndexedPNG(header: header, palette: best.winner.order.palette, stream: best.stream)
    }

    static func smallestDepth(forColours colours: Int) -> Int {
        switch colours {
        case ...2: 1
        case ...4: 2
        case ...16: 4
        default: 8
        }
    }
}

/// One way to store an indexed picture.
private struct IndexedCandidate {
    let order: PaletteOrder
    let filter: FilterStrategy

    /// The filters worth trying with each order: of 21 pairs those that were the smallest for some of 122 pictures.
    private static let filters: [(PaletteOrder.Rule, [FilterStrategy])] = [
        (.frequency, [.fixed(.none)]),
        (.luminance, [.fixed(.none), .smallest(.pairs), .smallest(.differences)]),
        (.neighbourhood, [.fixed(.none), .fixed(.sub), .smallest(.pairs), .smallest(.differences)]),
    ]

    static func candidates(_ used: UsedColours, in image: IndexedImage, trials: EncodingTrials) -> [IndexedCandidate] {
        let rules = trials == .plain ? filters.prefix(1) : filters[...]
        return rules.flatMap { rule, filters in
            let order = PaletteOrder(used, by: rule, in: [image])
            return filters.map { IndexedCandidate(order: order, filter: $0) }
        }
    }
}
