import Pixels

/// A palette in the order in which a PNG stores it.
struct PaletteOrder {
    enum Rule: CaseIterable {
        /// The commonest first. Without filters no order helps deflate to find matches, but colours used equally often
        /// side by side make the table of code lengths short.
        case frequency
        /// The darkest first, so that a filter leaves small differences in smooth shades.
        case luminance
        /// Colours that lie side by side in the picture have places side by side: the same, for any colours.
        case neighbourhood
    }

    /// As the file has them: those that need an alpha first, so that tRNS is short (PNG 11.3.2.1).
    let palette: [RGBAColour]
    /// For each of 256 indices of the images its place in `palette`; 0 where no pixel has it.
    let table: [UInt8]

    init(_ used: UsedColours, by rule: Rule, in images: [IndexedImage]) {
        let sequence: [Int]
        switch rule {
        case .frequency: sequence = PaletteOrder.sorted(used) { -used.counts[$0] }
        case .luminance: sequence = PaletteOrder.sorted(used) { used.colours[$0].luminance }
        case .neighbourhood:
            let chain = NeighbourChain(of: used, in: images).places
            let ranks = PaletteOrder.inverse(of: chain)
            sequence = PaletteOrder.sorted(used) { Int(ranks[$0]) }
        }
        let ranks = PaletteOrder.inverse(of: sequence)
        palette = sequence.map { used.colours[$0] }
        table = used.table.map { ranks.isEmpty ? 0 : ranks[Int($0)] }
    }

    /// Places of `used` by alpha or not, then by a measure, then by the colour itself, so that no two are equal.
    private static func sorted(_ used: UsedColours, by measure: (Int) -> Int) -> [Int] {
        used.colours.indices.sorted { left, right in
            let (one, other) = (used.colours[left], used.colours[right])
            if (one.alpha == 255) != (other.alpha == 255) { return other.alpha == 255 }
            let (first, second) = (measure(left), measure(right))
            return first == second ? one.packed < other.packed : first < second
        }
    }

    private static func inverse(of sequence: [Int]) -> [UInt8] {
        var ranks = [UInt8](repeating: 0, count: sequence.count)
        for (rank, place) in sequence.enumerated() {
            ranks[place] = UInt8(truncatingIfNeeded: rank)
        }
        return ranks
    }
}

extension RGBAColour {
    /// A number that orders colours.
    fileprivate var packed: UInt32 {
        UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(alpha)
    }

    /// Rec. 601 brightness, less where it is more transparent.
    fileprivate var luminance: Int {
        (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) * Int(alpha)
    }
}
