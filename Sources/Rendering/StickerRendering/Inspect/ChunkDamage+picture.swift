import ImageHeaders

extension ChunkDamage {
    /// Whether the damaged chunk decides what the picture looks like; others carry text, times and the like.
    var touchesPicture: Bool {
        kind != .needless && ["IHDR", "PLTE", "tRNS", "IDAT"].contains(chunk)
    }
}
