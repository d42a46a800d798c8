import ImageHeaders

/// An animated PNG taken apart into frames, which a PNG decoder can then read one by one. No pixel is decoded here.
///
/// Damage is told in `warnings`, and as many whole frames as there are can still be had; those after a lost one may show
/// something wrong where they build on it. The format: APNG 1.0,
/// https://wiki.mozilla.org/APNG_Specification, since PNG 3 also in the PNG specification.
package struct APNGReader: Sendable {
    /// Pixels of the canvas.
    package let width: Int
    /// Pixels of the canvas.
    package let height: Int
    package let colourType: PNGColourType
    /// How many times the animation plays; 0 for ever.
    package let loopCount: Int
    /// At least one, in the order in which they are shown.
    package let frames: [APNGFrame]
    /// Whether the picture that decoders without APNG show is not part of the animation.
    package let hasSeparateDefaultImage: Bool
    /// What is wrong with the file, in its order; the first `warningLimit` things.
    package let warnings: [APNGWarning]

    /// Entries that `warnings` may have.
    package static let warningLimit = 64

    let bytes: [UInt8]
    let header: PNGHeader
    /// Chunks that say what every frame's samples mean.
    let shared: [Range<Int>]
    private let defaultImagePieces: [Range<Int>]

    /// - Parameters:
    ///   - limits: what the headers may ask for at most.
    ///   - isStrict: whether the first thing wrong is an error.
    /// - Throws: `notPNG`, `unusableHeader`, `appleOptimised`; `notAnimated` when no acTL comes before the pixels;
    ///   `tooManyFrames`, `tooManyPixels`; `damaged` when header, palette or transparency is; `noWholeFrame`; when
    ///   strict, `damagedAnimation`.
    package init(_ bytes: [UInt8], limits: APNGLimits, isStrict: Bool = false) throws(PNGError) {
        var parser = try APNGParser(bytes, limits: limits)
        try parser.parse()
        if isStrict, let first = parser.warnings.first { throw .damagedAnimation(first) }
        guard !parser.frames.isEmpty else { throw .noWholeFrame }
        self.bytes = bytes
        header = parser.header
        shared = parser.shared
        defaultImagePieces = parser.defaultImagePieces
        width = parser.header.width
        height = parser.header.height
        colourType = parser.header.colourType
        loopCount = parser.loopCount
        frames = parser.frames
        hasSeparateDefaultImage = !parser.defaultImagePieces.isEmpty
        warnings = parser.warnings
    }

    /// How many colours the palette has; 0 where there is none.
    package var paletteCount: Int {
        let palette = shared.first { bytes.bigEndian32(at: $0.lowerBound + 4) == ChunkName.PLTE.code }
        // Length, name and checksum, and three bytes a colour.
        return palette.map { ($0.count - 12) / 3 } ?? 0
    }

    /// A frame as a file of its own, of the size of the frame's rectangle and the depth and colours of the animation.
    package func png(of frame: APNGFrame) -> [UInt8] {
        var header = header
        header.width = frame.control.rectangle.width
        header.height = frame.control.rectangle.height
        return png(header, frame.pieces)
    }

    /// The picture that decoders without APNG show, as a file of its own; nil when it is the first frame. It may be
    /// damaged.
    package var defaultImage: [UInt8]? {
        hasSeparateDefaultImage ? png(header, defaultImagePieces) : nil
    }

    private func png(_ header: PNGHeader, _ pieces: [Range<Int>]) -> [UInt8] {
        let size = (shared + pieces).reduce(64) { $0 + $1.count + 12 }
        var writer = ChunkWriter(header, capacity: size)
        for chunk in shared {
            writer.append(copy: bytes[chunk])
        }
        for piece in pieces {
            writer.append(.IDAT, bytes[piece])
        }
        return writer.finished()
    }
}
