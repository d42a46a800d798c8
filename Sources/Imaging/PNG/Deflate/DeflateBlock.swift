/// A block of deflate with dynamic codes (RFC 1951, 3.2.7).
struct DeflateBlock {
    private let tokens: UnsafeBufferPointer<UInt32>
    private let symbols: PrefixCode
    private let distances: PrefixCode

    /// - Parameters:
    ///   - tokens: `DeflateToken`s.
    ///   - counts: the frequencies of the tokens' symbols.
    init(_ tokens: UnsafeBufferPointer<UInt32>, counts: SymbolCounts) {
        self.tokens = tokens
        symbols = PrefixCode(counts: Array(counts.symbols))
        distances = PrefixCode(counts: Array(counts.distances))
    }

    func write(to writer: inout BitWriter, isLast: Bool = false) {
        writer.append(isLast ? 1 : 0, count: 1)
        // Marks the block as one with dynamic codes.
        writer.append(2, count: 2)
        CodeLengths(symbols: symbols, distances: distances).write(to: &writer)
        let codes = DeflateSymbol.codes.map { DeflateBlock.packed($0, in: symbols) }
        let distanceCodes = distances.codes.indices.map {
            DeflateBlock.packed(
                DeflateSymbol(symbol: $0, extraBits: DeflateSymbol.extraBits(ofDistance: $0)), in: distances)
        }
        codes.withUnsafeBufferPointer { codes in
            distanceCodes.withUnsafeBufferPointer { distances in
                writer.append(tokens.count) { place in
                    let token = tokens[place]
                    let code = codes[DeflateToken.code(token)]
                    let (bits, count) = (code & DeflateBlock.bitsOnly, code &>> 56)
                    guard token & DeflateToken.match != 0 else { return (bits, Int(truncatingIfNeeded: count)) }
                    let symbol = DeflateSymbol.distance(token)
                    let distance = distances[symbol]
                    let (extraBits, distanceCount) = (
                        UInt64(truncatingIfNeeded: DeflateSymbol.extraBits(ofDistance: symbol)), distance &>> 56
                    )
                    let extra = UInt64(token &>> 16) & (1 &<< extraBits &- 1)
                    let distanceBits = distance & DeflateBlock.bitsOnly | extra &<< (distanceCount &- extraBits)
                    return (bits | distanceBits &<< count, Int(truncatingIfNeeded: count &+ distanceCount))
                }
            }
        }
        writer.append(
            UInt32(symbols.codes[DeflateSymbol.endOfBlock]), count: Int(symbols.lengths[DeflateSymbol.endOfBlock]))
    }

    private static let bitsOnly: UInt64 = 1 << 56 - 1

    /// The code of a symbol and its extra bits. The highest eight bits contain the number of bits of both. 0 if the symbol
    /// has no code.
    private static func packed(_ symbol: DeflateSymbol, in code: PrefixCode) -> UInt64 {
        let length = UInt64(code.lengths[symbol.symbol])
        guard length > 0 else { return 0 }
        return UInt64(code.codes[symbol.symbol]) | UInt64(symbol.extra) << length
            | (length + UInt64(symbol.extraBits)) << 56
    }
}

/// The description of a block's codes: the number of bits of each symbol's code, with repetitions in a short form (RFC
/// 1951, 3.2.7).
private struct CodeLengths {
    /// A length from 0 to 15, or one of the symbols 16 to 18 for repetitions, with the number and the value of its extra
    /// bits.
    private typealias Step = (symbol: Int, extraBits: Int, extra: Int)

    /// The maximum number of bits of a code of a length.
    private static let longest = 7
    /// The order in which the lengths of these codes are written.
    private static let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]

    private let symbolCount: Int
    private let distanceCount: Int
    private let steps: [Step]
    private let code: PrefixCode

    init(symbols: PrefixCode, distances: PrefixCode) {
        symbolCount = max(257, CodeLengths.used(symbols.lengths))
        distanceCount = max(1, CodeLengths.used(distances.lengths))
        steps = CodeLengths.steps(symbols.lengths[..<symbolCount] + distances.lengths[..<distanceCount])
        var counts = [UInt32](repeating: 0, count: CodeLengths.order.count)
        for step in steps { counts[step.symbol] += 1 }
        code = PrefixCode(counts: counts, longest: CodeLengths.longest)
    }

    func write(to writer: inout BitWriter) {
        let codes = max(4, (CodeLengths.order.lastIndex { code.lengths[$0] > 0 } ?? 0) + 1)
        writer.append(UInt32(symbolCount - 257), count: 5)
        writer.append(UInt32(distanceCount - 1), count: 5)
        writer.append(UInt32(codes - 4), count: 4)
        for symbol in CodeLengths.order.prefix(codes) { writer.append(UInt32(code.lengths[symbol]), count: 3) }
        for step in steps {
            writer.append(UInt32(code.codes[step.symbol]), count: Int(code.lengths[step.symbol]))
            writer.append(UInt32(step.extra), count: step.extraBits)
        }
    }

    private static func used(_ lengths: [UInt8]) -> Int { (lengths.lastIndex { $0 > 0 } ?? -1) + 1 }

    private static func steps(_ lengths: ArraySlice<UInt8>) -> [Step] {
        var steps: [Step] = []
        var rest = lengths[...]
        while let length = rest.first {
            var count = rest.prefix { $0 == length }.count
            rest = rest.dropFirst(count)
            if length == 0 {
                while count >= 11 {
                    let part = min(count, 138)
                    steps.append((18, 7, part - 11))
                    count -= part
                }
                if count >= 3 {
                    steps.append((17, 3, count - 3))
                    count = 0
                }
            } else {
                steps.append((Int(length), 0, 0))
                count -= 1
                while count >= 3 {
                    let part = min(count, 6)
                    steps.append((16, 2, part - 3))
                    count -= part
                }
            }
            steps += [Step](repeating: (Int(length), 0, 0), count: count)
        }
        return steps
    }
}
