/// A prefix code as deflate has them: symbols that come often have short codes (RFC 1951, 3.2.2).
struct PrefixCode {
    /// Bits of each symbol's code; 0 for one that never comes.
    let lengths: [UInt8]
    /// Each symbol's code, the first bit lowest, as deflate's streams take it.
    let codes: [UInt16]

    /// The most bits a code may have (RFC 1951, 3.2.7).
    static let longest = 15

    /// The best code for symbols that come so often, but for codes that would be too long.
    init(counts: [UInt32]) {
        var counts = counts
        var lengths = PrefixCode.bestLengths(counts)
        // Rare only where a symbol comes millions of times more often than another.
        while lengths.contains(where: { $0 > PrefixCode.longest }) {
            counts = counts.map { $0 == 0 ? 0 : $0 / 2 + 1 }
            lengths = PrefixCode.bestLengths(counts)
        }
        self.lengths = lengths
        codes = PrefixCode.canonical(lengths)
    }

    /// Huffman's lengths. Both the symbols and the sums come in the order of their counts, so the two rarest are always
    /// at the front of one of two queues.
    private static func bestLengths(_ counts: [UInt32]) -> [UInt8] {
        var lengths = [UInt8](repeating: 0, count: counts.count)
        let symbols = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
        guard symbols.count > 1 else {
            for symbol in symbols { lengths[symbol] = 1 }
            return lengths
        }
        // First the leaves, then the sums; a node's parent always comes later.
        var weights = symbols.map { UInt64(counts[$0]) }
        var parents = [Int](repeating: 0, count: 2 * symbols.count - 1)
        var (leaf, sum) = (0, symbols.count)
        for node in symbols.count..<parents.count {
            var weight: UInt64 = 0
            for _ in 0..<2 {
                let takesLeaf = leaf < symbols.count && (sum >= node || weights[leaf] <= weights[sum])
                let rarest = takesLeaf ? leaf : sum
                if takesLeaf { leaf += 1 } else { sum += 1 }
                weight += weights[rarest]
                parents[rarest] = node
            }
            weights.append(weight)
        }
        var depths = [UInt8](repeating: 0, count: parents.count)
        for node in (0..<parents.count - 1).reversed() { depths[node] = depths[parents[node]] + 1 }
        for (place, symbol) in symbols.enumerated() { lengths[symbol] = depths[place] }
        return lengths
    }

    /// Codes of the same length follow each other in the order of their symbols (RFC 1951, 3.2.2).
    private static func canonical(_ lengths: [UInt8]) -> [UInt16] {
        var used = [Int](repeating: 0, count: longest + 1)
        for length in lengths where length > 0 { used[Int(length)] += 1 }
        var next = [Int](repeating: 0, count: longest + 1)
        var code = 0
        for length in 1...longest {
            code = (code + used[length - 1]) << 1
            next[length] = code
        }
        return lengths.map { length in
            guard length > 0 else { return 0 }
            defer { next[Int(length)] += 1 }
            return reversed(UInt16(truncatingIfNeeded: next[Int(length)]), bits: Int(length))
        }
    }

    private static func reversed(_ code: UInt16, bits: Int) -> UInt16 {
        (0..<bits).reduce(0) { $0 << 1 | code >> UInt16($1) & 1 }
    }
}
