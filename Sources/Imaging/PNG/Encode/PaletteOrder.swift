import Pixels

/// A palette in the order in which a PNG stores it.
struct PaletteOrder {
    enum Rule: CaseIterable {
        /// The most frequent colour is first. Without filters, the order does not help deflate to find matches, but
        /// it makes the table of code lengths short.
        case frequency
        /// The darkest colour is first, so that a filter leaves small differences in smooth shades.
        case luminance
        /// Colours that are adjacent in the picture get adjacent indices. The colours themselves do not matter.
        case neighbourhood
    }

    /// The colours in the order of the file. Those with an alpha below 255 are first, so that tRNS is short (PNG
    /// 11.3.1.1).
    let palette: [RGBAColour]
    /// The index in `palette` for each of the 256 indices of the images. 0 for unused indices.
    let table: [UInt8]

    init(_ used: UsedColours, by rule: Rule, in images: [IndexedImage]) {
        let sequence: [Int]
        switch rule {
        case .frequency: sequence = PaletteOrder.sorted(used) { -used.counts[$0] }
        case .luminance: sequence = PaletteOrder.sorted(used) { used.colours[$0].luminance }
        case .neighbourhood:
            let chain = PaletteSorter(of: used, in: images).places
            let ranks = PaletteOrder.inverse(of: chain)
            sequence = PaletteOrder.sorted(used) { Int(ranks[$0]) }
        }
        let ranks = PaletteOrder.inverse(of: sequence)
        palette = sequence.map { used.colours[$0] }
        table = used.table.map { ranks.isEmpty ? 0 : ranks[Int($0)] }
    }

    /// The indices of `used`, sorted by a measure and then by the colour itself, so that the order is unique. Colours
    /// with alpha are first.
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

    /// The brightness of Rec. 601, reduced by transparency.
    fileprivate var luminance: Int {
        (299 * Int(red) + 587 * Int(green) + 114 * Int(blue)) * Int(alpha)
    }
}

/// An order in which colours that are often adjacent in the picture are close together. A chain of colours grows
/// greedily at both ends (after Zeng, Li and Lei, "An efficient color re-indexing scheme", 2000).
struct PaletteSorter {
    /// Indices in `UsedColours.colours`, each once.
    let places: [Int]

    init(of used: UsedColours, in images: [IndexedImage]) {
        let colours = used.colours.count
        let touches = PaletteSorter.touches(used, in: images)
        guard let first = used.counts.indices.max(by: { used.counts[$0] < used.counts[$1] }) else {
            places = []
            return
        }
        var growth = Growth(from: first, touches: touches, colours: colours)
        while growth.takeNext() {}
        places = growth.head.reversed() + growth.tail
    }

    /// For each pair of colours, the number of places where they are horizontally or vertically adjacent. Both orders
    /// of a pair have the same value.
    private static func touches(_ used: UsedColours, in images: [IndexedImage]) -> [Int] {
        let colours = used.colours.count
        var touches = [Int](repeating: 0, count: colours * colours)
        for image in images {
            count(image, table: used.table, colours: colours, into: &touches)
        }
        for one in 0..<colours {
            for other in 0..<one {
                let both = touches[one * colours + other] + touches[other * colours + one]
                touches[one * colours + other] = both
                touches[other * colours + one] = both
            }
        }
        return touches
    }

    private static func count(_ image: IndexedImage, table: [UInt8], colours: Int, into touches: inout [Int]) {
        let width = image.width
        touches.withUnsafeMutableBufferPointer { touches in
            table.withUnsafeBufferPointer { table in
                image.indices.withUnsafeBufferPointer { indices in
                    for place in indices.indices {
                        let one = Int(table[Int(indices[place])]) &* colours
                        // The first pixel of a row and the last pixel of the row above are also counted as adjacent,
                        // because excluding them takes longer.
                        if place >= 1 {
                            touches[one &+ Int(table[Int(indices[place &- 1])])] &+= 1
                        }
                        if place >= width {
                            touches[one &+ Int(table[Int(indices[place &- width])])] &+= 1
                        }
                    }
                }
            }
        }
    }
}

/// A chain that is being built.
private struct Growth {
    /// The colours at the left end of the chain, those near the middle first.
    private(set) var head: [Int] = []
    private(set) var tail: [Int]
    private let touches: [Int]
    private let colours: Int
    /// Each colour's attraction to the chain: the number of its contacts with the colours of the chain.
    private var pull: [Int]
    /// The end to which each colour is attracted more: positive or 0 for the tail, negative for the head.
    private var lean: [Int]
    private var waiting: [Int]

    init(from first: Int, touches: [Int], colours: Int) {
        self.touches = touches
        self.colours = colours
        tail = [first]
        pull = (0..<colours).map { touches[first * colours + $0] }
        lean = [Int](repeating: 0, count: colours)
        waiting = (0..<colours).filter { $0 != first }
    }

    /// Adds the colour with the strongest attraction. Returns false if no colour is left.
    mutating func takeNext() -> Bool {
        guard let strongest = waiting.indices.max(by: { pull[waiting[$0]] < pull[waiting[$1]] }) else { return false }
        let next = waiting.remove(at: strongest)
        // The weight of a contact at one end is the length of the chain.
        let length = head.count + tail.count
        let atTail = lean[next] >= 0
        if atTail { tail.append(next) } else { head.append(next) }
        for other in waiting {
            let weight = touches[next * colours + other]
            pull[other] += weight
            lean[other] += (atTail ? weight : -weight) * length
        }
        return true
    }
}
