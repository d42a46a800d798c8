import Deflate
import ImageHeaders

/// Removes chunks that a picture does not need.
package enum PNGMetadata {
    /// The still picture without texts, times, profiles, thumbnails and other data that a sticker does not need.
    ///
    /// Pixels, palette, transparency and sRGB are kept. A gAMA chunk is kept if it differs from the usual 1/2.2 by
    /// more than 5 %. Frames of an animation, bytes after the pixels' zlib stream, the colour profile and the Exif
    /// orientation are removed. A caller that needs one of these must convert the pixels first.
    ///
    /// - Throws: `notPNG`, `unusableHeader`, `appleOptimised`, or `damaged` if a required chunk is invalid, repeated or
    ///   has extra bytes, if the pixels are incomplete, or if the file is cut off.
    package static func stripped(_ bytes: [UInt8]) throws(PNGError) -> [UInt8] {
        var scanner = try ChunkScanner(bytes)
        guard let first = scanner.next() else { throw .unusableHeader("it is missing") }
        guard first.name != .CgBI else { throw .appleOptimised }
        guard first.name == .IHDR else { throw .unusableHeader("it is not at the start of the file") }
        let header = try PNGHeader(bytes, in: first.data)
        try require(first)
        var chunks: [Chunk] = []
        while let chunk = scanner.next() {
            guard stillChunks.contains(chunk.name), keeps(chunk, of: bytes), hasUse(chunk, in: header) else { continue }
            try require(chunk)
            if chunk.name != .IDAT, chunks.contains(where: { $0.name == chunk.name }) {
                throw .damaged(ChunkDamage(.repeated, chunk.name, at: chunk.offset))
            }
            chunks.append(chunk)
        }
        if case .broken(let damage) = scanner.ending { throw .damaged(damage) }
        var colours = 0
        for chunk in chunks {
            if chunk.name == .PLTE { colours = chunk.data.count / 3 }
            guard isExact(chunk, in: header, colours: colours) else {
                throw .damaged(ChunkDamage(.badContent, chunk.name, at: chunk.offset))
            }
        }
        return try written(chunks, of: bytes, header)
    }

    /// The file with these chunks, and with the pixels up to the end of their zlib stream.
    private static func written(_ chunks: [Chunk], of bytes: [UInt8], _ header: PNGHeader) throws(PNGError) -> [UInt8] {
        let pixels = chunks.filter { $0.name == .IDAT }
        guard let first = pixels.first else { throw .damaged(ChunkDamage(.missing, .IDAT, at: bytes.count)) }
        guard let size = header.inflatedSize,
            var rest = Inflater.stream(pixels.flatMap { bytes[$0.data] }[...], to: size)?.length
        else { throw .damaged(ChunkDamage(.badContent, .IDAT, at: first.offset)) }
        var writer = ChunkWriter(header, capacity: bytes.count)
        for chunk in chunks {
            guard chunk.name == .IDAT else {
                writer.append(copy: bytes[chunk.whole])
                continue
            }
            let piece = bytes[chunk.data].prefix(rest)
            if !piece.isEmpty { writer.append(.IDAT, piece) }
            rest -= piece.count
        }
        return writer.finished()
    }

    /// Whether a chunk has a meaning in a picture with this header.
    private static func hasUse(_ chunk: Chunk, in header: PNGHeader) -> Bool {
        switch chunk.name {
        case .PLTE: header.colourType == .indexed
        case .tRNS: !header.colourType.hasAlphaChannel
        case .sRGB: chunk.data.count == 1
        default: true
        }
    }

    /// Whether decoders read every byte of a chunk. Bytes that are not read could contain hidden data.
    private static func isExact(_ chunk: Chunk, in header: PNGHeader, colours: Int) -> Bool {
        switch chunk.name {
        case .PLTE: header.allowsPalette(of: chunk.data.count)
        case .tRNS: header.allowsTransparency(of: chunk.data.count, palette: colours)
        default: true
        }
    }

    /// The picture with only the chunks that affect its pixels, its colours and its orientation. The bytes are
    /// unchanged if there are no other chunks, or if they are not a complete PNG.
    ///
    /// A tRNS chunk at an invalid position is removed, because some decoders use it. Texts and suggested palettes are
    /// removed because a decoder unpacks them before the picture, and a few kilobytes of them can become gigabytes.
    package static func essential(_ bytes: [UInt8]) -> [UInt8] {
        guard var scanner = try? ChunkScanner(bytes), let first = scanner.next(), first.name == .IHDR,
            let header = try? PNGHeader(bytes, in: first.data)
        else { return bytes }
        var writer = ChunkWriter(header, capacity: bytes.count)
        var leavesOut = false
        var order = ChunkOrder()
        while let chunk = scanner.next() {
            let isMisplaced = order.place(chunk.name) != nil || header.colourType == .indexed && !order.hasMet(.PLTE)
            let isNeeded =
                kept.contains(chunk.name) && !(chunk.name == .tRNS && isMisplaced)
                || described.contains(chunk.name) && chunk.data.count <= descriptionLimit
            // Empty IDAT chunks are removed, because a file can have hundreds of thousands of them.
            guard isNeeded, chunk.name != .IDAT || !chunk.data.isEmpty else {
                leavesOut = true
                continue
            }
            writer.append(copy: bytes[chunk.whole])
        }
        guard leavesOut, case .end = scanner.ending else { return bytes }
        return writer.bytes
    }

    /// The chunks that describe the interpretation of pixels.
    private static let described: Set<ChunkName> = [.iCCP, .gAMA, .cHRM, .eXIf]
    /// The maximum number of bytes of a chunk in `described`. The largest profiles in use, those for printing
    /// presses, are about two megabytes in size.
    private static let descriptionLimit = 4 << 20

    private static func require(_ chunk: Chunk) throws(PNGError) {
        guard chunk.isIntact else {
            throw .damaged(ChunkDamage(.badChecksum, chunk.name, at: chunk.offset))
        }
    }

    private static let stillChunks: Set<ChunkName> = [.PLTE, .tRNS, .IDAT, .sRGB, .gAMA]
    private static let kept: Set<ChunkName> = [.PLTE, .tRNS, .IDAT, .IEND, .acTL, .fcTL, .fdAT, .sRGB]

    private static func keeps(_ chunk: Chunk, of bytes: [UInt8]) -> Bool {
        guard chunk.name == .gAMA else { return kept.contains(chunk.name) }
        // The tolerance is that of libpng's PNG_GAMMA_THRESHOLD. The stored number is the exponent multiplied by
        // 100,000.
        guard chunk.data.count == 4, let gamma = bytes.bigEndian32(at: chunk.data.lowerBound) else { return false }
        return !(43_182...47_727).contains(gamma)
    }
}
