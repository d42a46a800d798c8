/// A literal or a match of deflate (RFC 1951, 3.2.5) as a number.
///
/// A literal is its byte. A match has bit 8 set, its length minus 3 in the lowest eight bits, and its distance minus 1
/// in the bits from 16 on.
enum DeflateToken {
    static let match: UInt32 = 256
    /// The minimum and the maximum number of bytes of a match.
    static let lengths = 3...258
    /// The maximum distance of a match in bytes.
    static let reach = 32_768

    @inline(__always)
    static func match(length: Int, distance: Int) -> UInt32 {
        match | UInt32(truncatingIfNeeded: length &- 3) | UInt32(truncatingIfNeeded: distance &- 1) &<< 16
    }

    /// The number of bytes that the token represents.
    @inline(__always)
    static func length(_ token: UInt32) -> Int {
        token & match == 0 ? 1 : Int(truncatingIfNeeded: token & 255) &+ 3
    }

    /// The token's index in tables of all literals, followed by all lengths.
    @inline(__always)
    static func code(_ token: UInt32) -> Int { Int(truncatingIfNeeded: token & 511) }
}

/// A symbol of a prefix code, and the number of extra bits that follow it (RFC 1951, 3.2.5).
struct DeflateSymbol {
    let symbol: Int
    var extraBits = 0
    /// The value of the extra bits.
    var extra = 0

    static let endOfBlock = 256
    static let count = 286
    static let distanceCount = 30

    /// For each of the 256 literals and 256 lengths, its symbol.
    static let codes: [DeflateSymbol] =
        (0..<256).map { DeflateSymbol(symbol: $0) } + DeflateToken.lengths.map(length)

    /// From length 11 on, each group of four symbols has one more extra bit. The longest length has its own symbol.
    private static func length(_ length: Int) -> DeflateSymbol {
        if length == DeflateToken.lengths.upperBound { return DeflateSymbol(symbol: 285) }
        let offset = length - 3
        guard offset >= 8 else { return DeflateSymbol(symbol: 257 + offset) }
        let extraBits = offset.bitWidth - offset.leadingZeroBitCount - 3
        return DeflateSymbol(
            symbol: 257 + 4 * extraBits + offset >> extraBits, extraBits: extraBits,
            extra: offset & (1 << extraBits - 1))
    }

    /// The symbol of a match's distance. From distance 5 on, each group of two symbols has one more extra bit.
    @inline(__always)
    static func distance(_ token: UInt32) -> Int {
        let offset = token &>> 16
        guard offset > 1 else { return Int(truncatingIfNeeded: offset) }
        let exponent = 31 &- UInt32(truncatingIfNeeded: offset.leadingZeroBitCount)
        return Int(truncatingIfNeeded: 2 &* exponent &+ (offset &>> (exponent &- 1)) & 1)
    }

    /// The number of extra bits of a symbol of lengths, from 265 to 284. Other symbols have none.
    @inline(__always)
    static func extraBits(ofLength symbol: Int) -> Int { (symbol &- 261) &>> 2 }

    /// The number of extra bits of a symbol of a distance.
    @inline(__always)
    static func extraBits(ofDistance symbol: Int) -> Int { max(0, symbol &>> 1 &- 1) }
}

/// The frequencies of symbols in a block.
struct SymbolCounts {
    /// Literals, the end of the block, and lengths, followed by distances.
    private(set) var counts = [UInt32](repeating: 0, count: DeflateSymbol.count + DeflateSymbol.distanceCount)

    var symbols: ArraySlice<UInt32> { counts[..<DeflateSymbol.count] }
    var distances: ArraySlice<UInt32> { counts[DeflateSymbol.count...] }

    init(_ tokens: UnsafeBufferPointer<UInt32>) {
        var perCode = [UInt32](repeating: 0, count: 512)
        perCode.withUnsafeMutableBufferPointer { perCode in
            counts.withUnsafeMutableBufferPointer { counts in
                for token in tokens {
                    perCode[DeflateToken.code(token)] &+= 1
                    if token & DeflateToken.match != 0 {
                        counts[DeflateSymbol.count &+ DeflateSymbol.distance(token)] &+= 1
                    }
                }
            }
        }
        for (symbol, count) in zip(DeflateSymbol.codes, perCode) { counts[symbol.symbol] += count }
        counts[DeflateSymbol.endOfBlock] = 1
    }

    /// A first guess for the rows of a picture.
    ///
    /// - Parameters:
    ///   - literals: the frequency of each literal.
    ///   - row: the symbol of the distance of a row.
    init(literals: [UInt32], row: Int) {
        let all = literals.reduce(0, &+)
        for (symbol, count) in literals.enumerated() { counts[symbol] = count }
        counts[DeflateSymbol.endOfBlock] = 1
        for symbol in 257..<DeflateSymbol.count { counts[symbol] = all / 40 + 1 }
        counts[DeflateSymbol.count - 1] = all / 20 + 1
        for symbol in 0..<DeflateSymbol.distanceCount { counts[DeflateSymbol.count + symbol] = 4 }
        counts[DeflateSymbol.count] = 30
        counts[DeflateSymbol.count + row] = 60
    }

    mutating func add(_ other: SymbolCounts) {
        for place in counts.indices { counts[place] &+= other.counts[place] }
        counts[DeflateSymbol.endOfBlock] = 1
    }

    /// The approximate number of bits of a block with these symbols: the entropy of its symbols, their extra bits, and
    /// the description of its codes.
    var estimatedBits: Float {
        counts.withUnsafeBufferPointer { counts in
            SymbolCounts.entropy(counts[..<DeflateSymbol.count]) + SymbolCounts.entropy(counts[DeflateSymbol.count...])
                + SymbolCounts.extraBits(counts)
        } + SymbolCounts.bitsOfHeader
    }

    /// Measured on blocks of drawings.
    private static let bitsOfHeader: Float = 80
    private static let bitsOfUsedSymbol: Float = 4

    private static func entropy(_ counts: Slice<UnsafeBufferPointer<UInt32>>) -> Float {
        var (total, sum): (UInt32, Float) = (0, 0)
        for count in counts where count > 0 {
            total &+= count
            sum += Float(count) * BinaryLogarithm.of(UInt64(count)) - bitsOfUsedSymbol
        }
        return total == 0 ? 0 : Float(total) * BinaryLogarithm.of(UInt64(total)) - sum
    }

    private static func extraBits(_ counts: UnsafeBufferPointer<UInt32>) -> Float {
        var bits = 0
        for symbol in 265..<285 { bits &+= Int(counts[symbol]) &* DeflateSymbol.extraBits(ofLength: symbol) }
        for symbol in 4..<DeflateSymbol.distanceCount {
            bits &+= Int(counts[DeflateSymbol.count &+ symbol]) &* DeflateSymbol.extraBits(ofDistance: symbol)
        }
        return Float(bits)
    }
}

/// Binary logarithms that are the same on all processors, unlike those of the C library.
package enum BinaryLogarithm {
    /// The binary logarithm of a positive number, interpolated linearly between powers of two. 0 for 0.
    @inline(__always)
    package static func of(_ number: UInt64) -> Float {
        guard number > 0 else { return 0 }
        let exponent = UInt64(truncatingIfNeeded: 63 &- number.leadingZeroBitCount)
        return Float(exponent) + Float(number) / Float(1 &<< exponent as UInt64) - 1
    }
}
