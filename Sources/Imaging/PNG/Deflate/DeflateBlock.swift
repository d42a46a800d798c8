/// A block of deflate with dynamic codes (RFC 1951, 3.2.7) for tokens of `RunMatcher`. It is not marked as the last
/// block.
struct DeflateBlock {
    private static let endOfBlock = 256
    private static let symbolCount = 286
    private static let distanceCount = 30

    private let tokens: UnsafeBufferPointer<UInt32>
    private let symbols: PrefixCode
    private let distances: PrefixCode
    /// The bits of every token without the bits of its distance. The highest eight bits contain the number of bits.
    private let codes: [UInt64]
    /// The bits of every distance, in the same form as `codes`.
    private let distanceCodes: [UInt64]

    init(_ tokens: UnsafeBufferPointer<UInt32>, _ distances: [Int]) {
        self.tokens = tokens
        var perToken = [UInt32](repeating: 0, count: 512)
        var perDistance = [UInt32](repeating: 0, count: 2)
        for token in tokens {
            perToken[Int(token & 511)] &+= 1
            if token & 256 != 0 { perDistance[Int(token >> 16)] &+= 1 }
        }
        var counts = [UInt32](perToken[..<256]) + [UInt32](repeating: 0, count: DeflateBlock.symbolCount - 256)
        counts[DeflateBlock.endOfBlock] = 1
        let lengths = (0..<256).map { DeflateBlock.lengthField($0 + 3) }
        for (field, count) in zip(lengths, perToken[256...]) { counts[field.symbol] += count }
        let fields = distances.map(DeflateBlock.distanceField)
        var distanceCounts = [UInt32](repeating: 0, count: DeflateBlock.distanceCount)
        for (field, count) in zip(fields, perDistance) { distanceCounts[field.symbol] += count }

        let (symbolCode, distanceCode) = (PrefixCode(counts: counts), PrefixCode(counts: distanceCounts))
        symbols = symbolCode
        self.distances = distanceCode
        codes =
            (0..<256).map { DeflateBlock.packed(Field(symbol: $0), in: symbolCode) }
            + lengths.map { DeflateBlock.packed($0, in: symbolCode) }
        distanceCodes = fields.map { DeflateBlock.packed($0, in: distanceCode) }
    }

    func write(to writer: inout BitWriter) {
        // Marks the block as not the last, and as one with dynamic codes.
        writer.append(0, count: 1)
        writer.append(2, count: 2)
        writeCodes(to: &writer)
        codes.withUnsafeBufferPointer { codes in
            distanceCodes.withUnsafeBufferPointer { distances in
                writer.append(tokens.count) { place in
                    let token = tokens[place]
                    let code = codes[Int(truncatingIfNeeded: token & 511)]
                    let (bits, count) = (code & DeflateBlock.bitsOnly, code >> 56)
                    guard token & 256 != 0 else { return (bits, Int(truncatingIfNeeded: count)) }
                    let distance = distances[Int(truncatingIfNeeded: token >> 16)]
                    return (
                        bits | (distance & DeflateBlock.bitsOnly) &<< count,
                        Int(truncatingIfNeeded: count &+ distance >> 56)
                    )
                }
            }
        }
        writer.append(
            UInt32(symbols.codes[DeflateBlock.endOfBlock]), count: Int(symbols.lengths[DeflateBlock.endOfBlock]))
    }

    /// Writes the length of each code with four bits. Shorter encodings would save only a hundred bytes per megabyte.
    private func writeCodes(to writer: inout BitWriter) {
        writer.append(UInt32(DeflateBlock.symbolCount - 257), count: 5)
        writer.append(UInt32(DeflateBlock.distanceCount - 1), count: 5)
        let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
        writer.append(UInt32(order.count - 4), count: 4)
        for symbol in order { writer.append(symbol < 16 ? 4 : 0, count: 3) }
        // Each length from 0 to 15 has a code of four bits, which equals the length. Its first bit is the highest.
        for length in symbols.lengths + distances.lengths {
            writer.append((0..<4).reduce(0) { $0 << 1 | UInt32(length) >> $1 & 1 }, count: 4)
        }
    }

    /// A symbol, and the extra bits that follow it.
    private struct Field {
        var symbol: Int
        var extra = 0
        var extraCount = 0
    }

    private static let bitsOnly: UInt64 = 1 << 56 - 1

    private static func packed(_ field: Field, in code: PrefixCode) -> UInt64 {
        let length = UInt64(code.lengths[field.symbol])
        guard length > 0 else { return 0 }
        return UInt64(code.codes[field.symbol]) | UInt64(field.extra) << length
            | (length + UInt64(field.extraCount)) << 56
    }

    /// The symbol and the extra bits of a length. From length 11 on, each group of four symbols has one more extra
    /// bit. The longest length has its own symbol (RFC 1951, 3.2.5).
    private static func lengthField(_ length: Int) -> Field {
        if length == 258 { return Field(symbol: 285) }
        let offset = length - 3
        guard offset >= 8 else { return Field(symbol: 257 + offset) }
        let extraCount = offset.bitWidth - offset.leadingZeroBitCount - 3
        return Field(
            symbol: 257 + 4 * extraCount + offset >> extraCount, extra: offset & (1 << extraCount - 1),
            extraCount: extraCount)
    }

    /// The symbol and the extra bits of a distance. From distance 5 on, each group of two symbols has one more extra
    /// bit (RFC 1951, 3.2.5).
    private static func distanceField(_ distance: Int) -> Field {
        let offset = distance - 1
        guard offset >= 4 else { return Field(symbol: offset) }
        let extraCount = offset.bitWidth - offset.leadingZeroBitCount - 2
        return Field(
            symbol: 2 * extraCount + offset >> extraCount, extra: offset & (1 << extraCount - 1),
            extraCount: extraCount)
    }
}

/// A prefix code of deflate, in which frequent symbols have short codes (RFC 1951, 3.2.2).
struct PrefixCode {
    /// The number of bits of each symbol's code. 0 for a symbol that is not used.
    let lengths: [UInt8]
    /// Each symbol's code. The first bit of the code is the lowest, as in the bit order of deflate.
    let codes: [UInt16]

    /// The maximum number of bits of a code (RFC 1951, 3.2.7).
    static let longest = 15

    /// Creates a short code for symbols with these frequencies. No symbol has more than `longest` bits.
    init(counts: [UInt32]) {
        var counts = counts
        var lengths = PrefixCode.bestLengths(counts)
        // Longer codes are rare, because they require counts that grow like Fibonacci numbers.
        while lengths.contains(where: { $0 > PrefixCode.longest }) {
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
