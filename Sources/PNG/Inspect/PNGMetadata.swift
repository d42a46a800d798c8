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
        var writer = ChunkWriter(try PNGHeader(bytes, in: first.data), capacity: bytes.count)
        try require(first)
        while let chunk = scanner.next() {
            guard keeps(chunk, of: bytes) else { continue }
            try require(chunk)
            writer.append(copy: bytes[chunk.whole])
        }
        if case .broken(let damage) = scanner.ending { throw .damaged(damage) }
        return writer.bytes
    }

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
