import ImageHeaders

/// What a PNG carries besides its pixels.
package enum PNGMetadata {
    /// The same picture without text, times, profiles, thumbnails and whatever else a sticker has no use for.
    ///
    /// Kept as they are: the pixels, palette and transparency, the frames of an animation, sRGB, and a gAMA that is
    /// more than a twentieth away from the usual 1/2.2. A colour profile and an Exif orientation go: whoever needs them
    /// has the pixels converted first.
    ///
    /// - Throws: `notPNG`, `unusableHeader`, `appleOptimised`, or `damaged` when a chunk that is kept is broken or the
    ///   file does not go on to its end.
    package static func stripped(_ bytes: [UInt8]) throws(PNGError) -> [UInt8] {
        var scanner = try ChunkScanner(bytes)
        guard let first = scanner.next() else { throw .unusableHeader("it is not there") }
        guard first.name != .CgBI else { throw .appleOptimised }
        guard first.name == .IHDR else { throw .unusableHeader("it is not at the start of the file") }
        let header = try PNGHeader(bytes, in: first.data)
        var writer = ChunkWriter(header, capacity: bytes.count)
        try require(first)
        var isAnimation = false
        while let chunk = scanner.next() {
            isAnimation = isAnimation || chunk.name == .acTL
            guard chunk.name != .IEND, keeps(chunk, of: bytes), hasUse(chunk, in: header, isAnimation: isAnimation)
            else { continue }
            try require(chunk)
            writer.append(copy: bytes[chunk.whole])
        }
        if case .broken(let damage) = scanner.ending { throw .damaged(damage) }
        return writer.finished()
    }

    /// Whether decoders read a chunk of this kind and length. Others could carry anything.
    private static func hasUse(_ chunk: Chunk, in header: PNGHeader, isAnimation: Bool) -> Bool {
        switch chunk.name {
        case .fcTL, .fdAT: isAnimation
        case .PLTE: header.colourType == .indexed
        case .sRGB: chunk.data.count == 1
        default: true
        }
    }

    /// The picture with nothing but the chunks that decide its pixels, its colours and which way up it is; the bytes as
    /// they are when there is nothing else in them, or when they are no whole PNG.
    ///
    /// Transparency in the wrong place is left out: not all decoders ignore it.
    ///
    /// A decoder unpacks texts and suggested palettes before the picture, and a few kilobytes of them are gigabytes.
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
            // Pieces without a byte can be there by the hundred thousand.
            guard isNeeded, chunk.name != .IDAT || !chunk.data.isEmpty else {
                leavesOut = true
                continue
            }
            writer.append(copy: bytes[chunk.whole])
        }
        guard leavesOut, case .end = scanner.ending else { return bytes }
        return writer.bytes
    }

    /// What says how the pixels are to be understood.
    private static let described: Set<ChunkName> = [.iCCP, .gAMA, .cHRM, .eXIf]
    /// The most bytes of one of those. The largest profiles in use, of presses, have about two megabytes.
    private static let descriptionLimit = 4 << 20

    private static func require(_ chunk: Chunk) throws(PNGError) {
        guard chunk.isIntact else {
            throw .damaged(ChunkDamage(.badChecksum, chunk.name, at: chunk.offset))
        }
    }

    private static let kept: Set<ChunkName> = [.PLTE, .tRNS, .IDAT, .IEND, .acTL, .fcTL, .fdAT, .sRGB]

    private static func keeps(_ chunk: Chunk, of bytes: [UInt8]) -> Bool {
        guard chunk.name == .gAMA else { return kept.contains(chunk.name) }
        // The same tolerance as libpng's PNG_GAMMA_THRESHOLD. The number is the exponent times 100,000.
        guard chunk.data.count == 4, let gamma = bytes.bigEndian32(at: chunk.data.lowerBound) else { return false }
        return !(43_182...47_727).contains(gamma)
    }
}
