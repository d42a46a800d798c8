import Deflate
import ImageHeaders
import Pixels

/// The encodings that are tried for a picture. The cases describe pictures with a palette.
package enum EncodingTrials: Sendable, Hashable {
    /// The smallest depth, no filters, and colours sorted by frequency. This is fast, and best for flat art.
    case plain
    /// Colours sorted by luminance with filters, if a sample of the rows becomes smaller than without. This makes the
    /// files of some shaded pictures up to a third smaller.
    case sampled
    /// Other orders of the palette, each with several filters. Shaded art becomes 1 to 3 % smaller, and encoding
    /// takes at least three times as long.
    case thorough
}

/// One way to store an indexed picture.
struct IndexedCandidate {
    let order: PaletteOrder
    let filter: FilterStrategy

    /// The filters that are tried with each order of the palette. Of 21 combinations, these gave the smallest file
    /// for at least one of 122 pictures.
    private static let thorough: [(PaletteOrder.Rule, [FilterStrategy])] = [
        (.frequency, [.fixed(.none)]),
        (.luminance, [.fixed(.none), .smallest(.pairs), .smallest(.differences)]),
        (.neighbourhood, [.fixed(.none), .fixed(.sub), .smallest(.pairs), .smallest(.differences)]),
    ]

    /// The candidates for a picture, the most promising first if there are several.
    ///
    /// - Throws: `outOfMemory`.
    static func candidates(
        _ used: UsedColours, in image: IndexedImage, bitDepth: Int, trials: EncodingTrials
    ) throws(PNGError) -> [IndexedCandidate] {
        if trials == .thorough {
            return thorough.flatMap { rule, filters in
                let order = PaletteOrder(used, by: rule, in: [image])
                return filters.map { IndexedCandidate(order: order, filter: $0) }
            }
        }
        let plain = IndexedCandidate(order: PaletteOrder(used, by: .frequency, in: [image]), filter: .fixed(.none))
        // Pixels that are smaller than a byte have few colours, which filters do not help.
        guard trials == .sampled, bitDepth == 8 else { return [plain] }
        let shaded = IndexedCandidate(
            order: PaletteOrder(used, by: .luminance, in: [image]), filter: .smallest(.differences))
        return [try shaded.isSmaller(than: plain, in: image.sample) ? shaded : plain]
    }

    /// The filtered rows of a picture.
    func rows(of image: IndexedImage, bitDepth: Int) -> [UInt8] {
        filter.apply(
            to: BitPacking.scanlines(
                of: image.indices, width: image.width, height: image.height, bitDepth: bitDepth, table: order.table))
    }

    /// Whether the fastest level of deflate makes fewer bytes of a picture with 8 bits per pixel than with another
    /// candidate.
    private func isSmaller(than other: IndexedCandidate, in image: IndexedImage) throws(PNGError) -> Bool {
        guard var compressor = try? Compressor(.fast) else { throw .outOfMemory }
        let bytes = compressor.zlib(rows(of: image, bitDepth: 8)).count
        return bytes < compressor.zlib(other.rows(of: image, bitDepth: 8)).count
    }
}

extension IndexedImage {
    /// The distance between strips of `sample`, and the height of a strip, in rows.
    private static let stripDistance = 64
    private static let stripHeight = 8

    /// An eighth of the rows, in strips. The whole picture if it is lower than the distance of two strips.
    fileprivate var sample: IndexedImage {
        guard height > IndexedImage.stripDistance else { return self }
        let middle = (IndexedImage.stripDistance - IndexedImage.stripHeight) / 2
        var rows: [UInt8] = []
        for top in stride(from: middle, through: height - IndexedImage.stripHeight, by: IndexedImage.stripDistance) {
            rows += indices[top * width..<(top + IndexedImage.stripHeight) * width]
        }
        return IndexedImage(width: width, height: rows.count / width, indices: rows, palette: palette)
    }
}
