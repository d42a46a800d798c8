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
        let candidates = try IndexedCandidate.candidates(used, in: image, bitDepth: depth, trials: trials)
        let best = try EncodingEvaluator.smallest(
            of: candidates, finalists: 3, level: level, indexedRow: (image.width * depth + 7) / 8 + 1
        ) { $0.rows(of: image, bitDepth: depth) }
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

extension PNGEncoder {
    /// Encodes a picture without a palette, in the smallest lossless form: grey, grey with alpha, RGB or RGBA.
    ///
    /// Every visible pixel is kept exactly. A pixel with alpha 0 becomes transparent black. Opaque grey uses 1, 2 or
    /// 4 bits if these suffice. Several filters are tried, and more of them at `DeflateLevel.high` and above.
    ///
    /// - Parameter trials: with `plain` and `sampled`, only two filters are tried at all levels, and compared by the
    ///   fastest level.
    /// - Throws: `unwritableSize` for a picture without pixels, `outOfMemory`, `tooLarge`.
    package static func encode(
        _ image: RGBAImage, level: DeflateLevel, trials: EncodingTrials = .thorough
    ) throws(PNGError) -> [UInt8] {
        let form = SampleForm(smallestFor: [image])
        let header = try PNGHeader(
            width: image.width, height: image.height, bitDepth: form.bitDepth, colourType: form.colourType)
        let stream = try EncodingEvaluator.smallest(
            of: form.scanlines(of: image),
            filters: EncodingEvaluator.filters(for: trials == .thorough ? level : .fast), level: level,
            isCareful: trials == .thorough)
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
