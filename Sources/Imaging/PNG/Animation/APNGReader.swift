import Deflate
import ImageHeaders

/// Splits an animated PNG into frames, which a PNG decoder can then read one by one. This type decodes no pixels.
///
/// Damage is reported in `warnings`, and all complete frames are available. A frame may look wrong if it depends on a
/// lost frame. The format is APNG 1.0, https://wiki.mozilla.org/APNG_Specification, which is also part of PNG 3.
package struct APNGReader: Sendable {
    /// The width of the canvas, in pixels.
    package let width: Int
    /// The height of the canvas, in pixels.
    package let height: Int
    package let colourType: PNGColourType
    /// The number of plays. 0 means forever.
    package let loopCount: Int
    /// The frames in the order in which they are shown. There is at least one.
    package let frames: [APNGFrame]
    /// Whether decoders without APNG show a picture that is not part of the animation.
    package let hasSeparateDefaultImage: Bool
    /// The problems in the order of the file, at most `warningLimit`.
    package let warnings: [APNGWarning]

    /// The maximum number of entries in `warnings`.
    package static let warningLimit = 64

    let bytes: [UInt8]
    let header: PNGHeader
    /// The byte ranges of chunks that define the meaning of every frame's samples.
    let shared: [Range<Int>]
    private let defaultImagePieces: [Range<Int>]

    /// - Parameters:
    ///   - limits: the limits, which are checked when the headers are read, before the pixels.
    ///   - isStrict: whether a problem of the file is an error.
    /// - Throws: `notPNG`, `unusableHeader`, `appleOptimised`; `notAnimated` without an acTL before the pixels;
    ///   `tooManyFrames`, `tooManyPixels`; `damaged` if header, palette or transparency is damaged; `noWholeFrame`; if
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

    /// The number of colours in the palette. 0 if there is none.
    package var paletteCount: Int {
        let palette = shared.first { bytes.bigEndian32(at: $0.lowerBound + 4) == ChunkName.PLTE.code }
        // The chunk has 12 bytes of length, name and checksum, and three bytes per colour.
        return palette.map { ($0.count - 12) / 3 } ?? 0
    }

    /// A frame as a separate file, with the size of the frame's rectangle and the depth and colours of the animation.
    package func png(of frame: APNGFrame) -> [UInt8] {
        var header = header
        header.width = frame.control.rectangle.width
        header.height = frame.control.rectangle.height
        return png(header, frame.pieces)
    }

    /// The picture that decoders without APNG show, as a separate file, which may be damaged. Nil if this picture is
    /// the first frame.
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

/// A complete frame of an animated PNG.
package struct APNGFrame: Sendable {
    package let control: FrameControl
    /// The number of the frame in the file, counted from 0. Lost frames are also counted.
    package let number: Int
    /// The byte ranges of the pieces of the frame's zlib stream.
    let pieces: [Range<Int>]
}

/// The limits for an animation. They are checked when the headers are read, before a pixel is decoded.
package struct APNGLimits: Hashable, Sendable {
    package let frames: Int
    /// The maximum number of pixels of all frames, each as large as the canvas. This number limits the decoding time.
    package let pixels: Int

    package init(frames: Int, pixels: Int) {
        self.frames = frames
        self.pixels = pixels
    }
}

extension APNGReader {
    /// The largest factor by which a slow level is assumed to reduce the bytes of a fast level. Drawn frames in
    /// truecolour shrink to 58 to 92 %.
    private static let mostThatSlowLevelsSave = 2

    /// The same frames in the layout that every player accepts, without other chunks. See
    /// docs/decisions/animation-colour.md. Each zlib stream is compressed again if that makes it smaller.
    ///
    /// - Parameter limit: the result must have fewer bytes. A much larger animation is rejected quickly.
    /// - Returns: nil if the result is too large. Also nil for an animation with damage, a hidden picture,
    ///   interlacing, a depth other than 8 bits, a first frame that does not fill the canvas, or only one frame.
    /// - Throws: `outOfMemory`, `tooLarge`.
    package func repacked(level: DeflateLevel, under limit: Int) throws(PNGError) -> [UInt8]? {
        guard warnings.isEmpty, !hasSeparateDefaultImage, frames.count > 1, header.bitDepth == 8, !header.isInterlaced,
            frames[0].control.rectangle == FrameRectangle(width: width, height: height), hasExactColours
        else { return nil }
        // The estimated minimum size of the frames that are not written yet, in bytes.
        var rest = 0
        guard var quick = try? Compressor(min(level, .balanced)) else { throw PNGError.outOfMemory }
        var least: [Int] = []
        for frame in frames {
            guard let stream = smallest(frame, &quick) else { return nil }
            least.append(stream.count / APNGReader.mostThatSlowLevelsSave)
            rest += least[least.count - 1]
        }
        var file = ChunkWriter(header, capacity: min(bytes.count, limit) + 1024)
        file.append(.acTL, APNGWriter.animationControl(frames.count, loopCount: loopCount))
        for chunk in shared where isNeeded(chunk) { file.append(copy: bytes[chunk]) }
        guard var compressor = try? Compressor(level) else { throw PNGError.outOfMemory }
        var sequence: UInt32 = 0
        for (place, frame) in frames.enumerated() {
            guard file.bytes.count + rest < limit, let stream = smallest(frame, &compressor) else { return nil }
            rest -= least[place]
            file.append(.fcTL, frame.control.data(sequence: sequence))
            sequence += 1
            if place == 0 {
                try file.appendImageData(stream)
            } else {
                try file.appendFrameData(stream, sequence: sequence)
                sequence += 1
            }
        }
        let packed = file.finished()
        return packed.count < limit ? packed : nil
    }

    /// Whether a shared chunk is necessary to read the samples. Other shared chunks describe the colour space.
    private func isNeeded(_ chunk: Range<Int>) -> Bool {
        switch bytes.bigEndian32(at: chunk.lowerBound + 4) {
        case ChunkName.PLTE.code: header.colourType == .indexed
        case ChunkName.tRNS.code: true
        default: false
        }
    }

    /// Whether palette and transparency have exactly the size that the pixels need, so that no byte can contain
    /// hidden data.
    private var hasExactColours: Bool {
        shared.allSatisfy { chunk in
            guard isNeeded(chunk) else { return true }
            let count = chunk.count - 12
            return bytes.bigEndian32(at: chunk.lowerBound + 4) == ChunkName.PLTE.code
                ? header.allowsPalette(of: count) : header.allowsTransparency(of: count, palette: paletteCount)
        }
    }

    /// The frame's zlib stream without trailing bytes, or the same rows compressed again if the result is smaller.
    /// Nil if the stream is damaged.
    private func smallest(_ frame: APNGFrame, _ compressor: inout Compressor) -> [UInt8]? {
        let stream = frame.pieces.flatMap { bytes[$0] }
        let rectangle = frame.control.rectangle
        let size = rectangle.height * (1 + rectangle.width * header.colourType.channels)
        guard let (rows, length) = Inflater.stream(stream[...], to: size) else { return nil }
        let recompressed = compressor.zlib(rows)
        return recompressed.count < length ? recompressed : Array(stream.prefix(length))
    }
}
