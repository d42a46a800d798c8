/// Finds bytes that have come before, at one of two distances.
///
/// A token is a byte, or `match` and the length of a match less 3, and the number of its distance from bit 16 on.
struct PageMatcher {
    /// Added to what a match's token says of its length.
    static let match: UInt32 = 256
    /// The least and the most bytes of a match (RFC 1951, 3.2.5).
    static let lengths = 3...258

    /// In bytes, the nearer first.
    let distances: [Int]
    /// How far back the furthest bytes lie that are compared.
    var reach: Int { distances[distances.count - 1] }

    /// - Parameters:
    ///   - pixelBytes: bytes of a pixel.
    ///   - cellBytes: bytes from a cell's beginning to the next one's; nil where nothing comes again. One that is out of
    ///     deflate's reach, 32,768 bytes, is not looked at.
    init(pixelBytes: Int, cellBytes: Int?) {
        let cell = cellBytes.flatMap { (pixelBytes + 1...32_768).contains($0) ? $0 : nil }
        distances = [pixelBytes] + (cell.map { [$0] } ?? [])
    }

    /// - Parameters:
    ///   - bytes: followed by eight bytes of room.
    ///   - range: what tokens are wanted of; what lies before it may be pointed to.
    ///   - tokens: filled from the beginning; room for one a byte.
    /// - Returns: how many tokens there are.
    func find(
        in bytes: UnsafeRawBufferPointer, _ range: Range<Int>, tokens: UnsafeMutableBufferPointer<UInt32>
    ) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        let (near, far) = (distances[0], distances.count > 1 ? distances[1] : Int.max)
        var (place, count) = (range.lowerBound, 0)
        while place < range.upperBound {
            let most = min(PageMatcher.lengths.upperBound, range.upperBound &- place)
            var (length, kind): (Int, UInt32) = (0, 0)
            if place >= near { length = PageMatcher.common(base + place, base + (place &- near), most: most) }
            // A pixel before is cheaper to name than a cell before.
            if length < 8, place >= far {
                let other = PageMatcher.common(base + place, base + (place &- far), most: most)
                if other > length &+ 2 { (length, kind) = (other, 1) }
            }
            if length > PageMatcher.lengths.lowerBound {
                tokens[count] = PageMatcher.match &+ UInt32(truncatingIfNeeded: length &- 3) | kind << 16
                place &+= length
            } else {
                tokens[count] = UInt32(base.load(fromByteOffset: place, as: UInt8.self))
                place &+= 1
            }
            count &+= 1
        }
        return count
    }

    /// How many bytes are the same at both places; looks at up to seven more than `most`.
    @inline(__always)
    private static func common(_ left: UnsafeRawPointer, _ right: UnsafeRawPointer, most: Int) -> Int {
        var length = 0
        while length < most {
            let difference =
                left.loadUnaligned(fromByteOffset: length, as: UInt64.self)
                ^ right.loadUnaligned(fromByteOffset: length, as: UInt64.self)
            if difference != 0 {
                return min(most, length &+ UInt64(littleEndian: difference).trailingZeroBitCount &>> 3)
            }
            length &+= 8
        }
        return most
    }
}
