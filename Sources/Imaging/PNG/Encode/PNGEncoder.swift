import Deflate
import ImageHeaders
import Pixels

/// Writes pixels as PNG. The same pixels and level always give the same bytes.
package enum PNGEncoder {}

extension PNGEncoder {
    /// Encodes a picture with a palette. The used colours decide the number of bits per pixel: 1, 2, 4 or 8.
    ///
    /// The palette is reordered. Unused and repeated colours are removed, and all colours with alpha 0 become one
    /// transparent black. `IndexedPNG.palette` contains the palette of the file.
    ///
    /// - Throws: `indexOutsidePalette`, `unwritableSize` for a picture without pixels, `outOfMemory`, `tooLarge`.
    package static func encode(
        _ image: IndexedImage, level: DeflateLevel, trials: EncodingTrials = .plain
    ) throws(PNGError) -> IndexedPNG {
        let used = try UsedColours(in: [image])
        let depth = smallestDepth(forColours: used.colours.count)
        let header = try PNGHeader(width: image.width, height: image.height, bitDepth: depth, colourType: .indexed)
        let candidates = IndexedCandidate.candidates(used, in: image, trials: trials)
        let best = try EncodingEvaluator.smallest(
            of: candidates, finalists: 3, level: level, indexedRow: (image.width * depth + 7) / 8 + 1
        ) { candidate in
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

    /// The filters that are tried with each order of the palette. Of 21 combinations, these gave the smallest file
    /// for at least one of 122 pictures.
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

extension PNGEncoder {
    /// Encodes a picture without a palette, in the smallest lossless form: grey, grey with alpha, RGB or RGBA.
    ///
    /// Every visible pixel is kept exactly. A pixel with alpha 0 becomes transparent black. Opaque grey uses 1, 2 or
    /// 4 bits if these suffice. Several filters are tried, and more of them at `DeflateLevel.high` and above.
    ///
    /// - Throws: `unwritableSize` for a picture without pixels, `outOfMemory`, `tooLarge`.
    package static func encode(_ image: RGBAImage, level: DeflateLevel) throws(PNGError) -> [UInt8] {
        let form = SampleForm(smallestFor: [image])
        let header = try PNGHeader(
            width: image.width, height: image.height, bitDepth: form.bitDepth, colourType: form.colourType)
        let stream = try EncodingEvaluator.smallest(
            of: form.scanlines(of: image), filters: EncodingEvaluator.filters(for: level), level: level)
        return try file(header, stream: stream)
    }

    /// Encodes a picture for a preview, as RGB without its alpha. The filters are chosen by one fast method.
    ///
    /// - Throws: `unwritableSize` for a picture without pixels, `outOfMemory`, `tooLarge`.
    package static func encodeOpaque(_ image: RGBAImage, level: DeflateLevel) throws(PNGError) -> [UInt8] {
        let form = SampleForm.opaqueColour
        let header = try PNGHeader(
            width: image.width, height: image.height, bitDepth: form.bitDepth, colourType: form.colourType)
        let stream = try EncodingEvaluator.smallest(
            of: form.scanlines(of: image), filters: [.smallest(.differences)], level: level)
        return try file(header, stream: stream)
    }

    /// Encodes a picture for a preview, as RGB without its alpha. This is faster than `encodeOpaque`, and the file is
    /// somewhat larger.
    ///
    /// - Throws: `unwritableSize` for a picture without pixels, `tooLarge`.
    package static func encodePreview(_ image: RGBAImage) throws(PNGError) -> [UInt8] {
        guard image.width > 0 else { throw .unwritableSize(width: image.width, height: image.height) }
        var writer = PNGStripWriter(width: image.width)
        writer.append(image)
        return try PNGStrip.joined([try writer.finished()], width: image.width)
    }

    private static func file(_ header: PNGHeader, stream: [UInt8]) throws(PNGError) -> [UInt8] {
        var writer = ChunkWriter(header, capacity: stream.count + 64)
        try writer.appendImageData(stream)
        return writer.finished()
    }
}

/// The encodings that are tried for an indexed picture.
package enum EncodingTrials: Sendable, Hashable {
    /// The smallest depth, no filters, and colours sorted by frequency. This is fast, and best for flat art.
    case plain
    /// Other orders of the palette, each with several filters. Shaded art becomes 1 to 3 % smaller, and encoding
    /// takes at least three times as long.
    case thorough
}
