import Pixels

/// Caches the palette entries of colours, because the same colours occur repeatedly in an animation.
struct ColourLookup {
    /// The palette entries with which a colour is drawn.
    struct Entry {
        let nearest: UInt8
        /// The entry on the opposite side of the colour, which dithering mixes with the nearest entry.
        let second: UInt8
        /// The share of the second entry in 256ths, at most one half.
        let share: UInt8
    }

    private let map: PaletteMap
    private let findsSecond: Bool
    private var keys = [UInt32](repeating: 0, count: 1 << 16)
    private var entries = [Entry?](repeating: nil, count: 1 << 16)

    /// The maximum difference of two entries that may be mixed, in levels from 0 to 255. A mixture of more different
    /// colours would look grainy.
    private static let farthest = 40

    init(_ palette: [RGBAColour], findsSecond: Bool) {
        map = PaletteMap(palette)
        self.findsSecond = findsSecond
    }

    mutating func entry(of word: UInt32) -> Entry {
        let slot = Int(truncatingIfNeeded: UInt64(word) &* 0x9E37_79B9_7F4A_7C15 >> 48) & 0xFFFF
        if keys[slot] == word, let known = entries[slot] { return known }
        let entry = made(word)
        keys[slot] = word
        entries[slot] = entry
        return entry
    }

    private func made(_ word: UInt32) -> Entry {
        let colour = RGBAColour(word: word)
        let nearest = map.nearest(to: colour)
        let plain = Entry(nearest: nearest, second: nearest, share: 0)
        let near = map.palette[Int(nearest)]
        guard findsSecond, colour.alpha == 255, near.alpha == 255, near != colour else { return plain }
        // The second entry is on the opposite side of the colour. To find it, the first entry is reflected at the
        // colour, and the entry nearest to the result is taken.
        let second = map.nearest(to: colour.reflected(from: near))
        let far = map.palette[Int(second)]
        guard far.alpha == 255, second != nearest, near.distance(to: far) <= ColourLookup.farthest else { return plain }
        let share = colour.share(between: near, far)
        return Entry(nearest: nearest, second: second, share: UInt8(min(max(share, 0), 0.5) * 256 - 0.5))
    }
}

extension RGBAColour {
    private var channels: SIMD4<Int> { SIMD4(Int(red), Int(green), Int(blue), 0) }

    fileprivate func reflected(from other: RGBAColour) -> RGBAColour {
        RGBAColour(
            red: UInt8(clamping: 2 * Int(red) - Int(other.red)),
            green: UInt8(clamping: 2 * Int(green) - Int(other.green)),
            blue: UInt8(clamping: 2 * Int(blue) - Int(other.blue)))
    }

    /// The difference of the channel that differs most.
    fileprivate func distance(to other: RGBAColour) -> Int {
        let way = channels &- other.channels
        return max(way.max(), (0 &- way).max())
    }

    /// The position of this colour between two others: 0 at the first colour, 1 at the second.
    fileprivate func share(between one: RGBAColour, _ other: RGBAColour) -> Double {
        let way = other.channels &- one.channels
        let length = (way &* way).wrappedSum()
        return length == 0 ? 0 : Double((way &* (channels &- one.channels)).wrappedSum()) / Double(length)
    }
}
