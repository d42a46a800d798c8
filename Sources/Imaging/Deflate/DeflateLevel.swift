/// How much time deflate may take: libdeflate's levels, 1 (fastest) to 12 (smallest), and beyond them zopfli.
package struct DeflateLevel: RawRepresentable, Sendable, Hashable, Comparable {
    package let rawValue: Int

    /// Nil when the level is not one of 1 to 13.
    package init?(rawValue: Int) {
        guard DeflateLevel.range.contains(rawValue) else { return nil }
        self.rawValue = rawValue
    }

    /// The nearest level there is.
    package init(clamping level: Int) {
        rawValue = min(max(level, DeflateLevel.range.lowerBound), DeflateLevel.range.upperBound)
    }

    package static let fast = DeflateLevel(clamping: 1)
    package static let balanced = DeflateLevel(clamping: 6)
    package static let high = DeflateLevel(clamping: 9)
    /// The quickest that looks for the best way through all matches.
    package static let strong = DeflateLevel(clamping: 10)
    package static let best = DeflateLevel(clamping: 12)
    /// Zopfli: 2 to 4 % smaller than `best` on indexed drawings, and about a hundred times slower.
    package static let exhaustive = DeflateLevel(clamping: 13)

    package static func < (left: DeflateLevel, right: DeflateLevel) -> Bool {
        left.rawValue < right.rawValue
    }

    /// What ways of storing the same pixels are compared at: the smallest of them is then deflated at this level.
    package var comparison: DeflateLevel { min(self, .best) }

    private static let range = 1...13
}
