/// A prefix code of deflate, in which frequent symbols have short codes (RFC 1951, 3.2.2).
struct PrefixCode {
    /// The number of bits of each symbol's code. 0 for a symbol that is not used.
    let lengths: [UInt8]
    /// Each symbol's code. The first bit of the code is the lowest, as in the bit order of deflate.
    let codes: [UInt16]

    /// The maximum number of bits of a code of literals, lengths and distances (RFC 1951, 3.2.7).
    static let longest = 15

    /// Creates a short code for symbols with these frequencies. No symbol has more than `longest` bits.
    init(counts: [UInt32], longest: Int = longest) {
        var counts = counts
        var lengths = PrefixCode.bestLengths(counts)
        // Longer codes are rare, because they require counts that grow like Fibonacci numbers.
        while lengths.contains(where: { $0 > longest }) {
            counts = counts.map { $0 == 0 ? 0 : $0 / 2 + 1 }
            lengths = PrefixCode.bestLengths(counts)
        }
        self.lengths = lengths
        codes = PrefixCode.canonical(lengths)
    }

    /// The number of bits of each symbol's code in a Huffman code, without a maximum. Leaves and inner nodes are two
    /// queues, each in the order of weights, so the two lightest nodes are always at the front of a queue.
    private static func bestLengths(_ counts: [UInt32]) -> [UInt8] {
        var lengths = [UInt8](repeating: 0, count: counts.count)
        let symbols = counts.indices.filter { counts[$0] > 0 }.sorted { (counts[$0], $0) < (counts[$1], $1) }
        guard symbols.count > 1 else {
            for symbol in symbols { lengths[symbol] = 1 }
            return lengths
        }
        // The leaves are first, followed by the inner nodes. A node's parent always has a higher index.
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

    /// The canonical codes for these lengths: codes of the same length follow each other in the order of their
    /// symbols (RFC 1951, 3.2.2).
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
