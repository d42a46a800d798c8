import Deflate

/// Deflates the rows of preview pictures and sheets, in about a third of the time of zlib's fastest level. See
/// docs/decisions/sheet-pages.md.
///
/// The rows of a page are stored as differences from the row above. Most bytes are zeros, and other bytes repeat in
/// the next cell, where the same sticker is on another background. Therefore each byte is compared only with the
/// previous pixel and the previous cell, without a search.
///
/// Rows are added one by one, and blocks are written when they are full, because pages are too large to be kept in
/// memory.
struct FastDeflater: ~Copyable {
    /// The number of bytes that a caller may write after the end of a row.
    static let spare = 8

    private var window: [UInt8]
    /// The range of bytes in the window that are not deflated yet.
    private var (start, end) = (0, 0)
    private let matcher: RunMatcher
    private var tokens: [UInt32]
    private var bits = BitWriter()
    private var checksum = Adler32()

    /// - Parameters:
    ///   - rowBytes: the maximum number of bytes per row.
    ///   - pixelBytes: the number of bytes per pixel.
    ///   - cellBytes: the number of bytes between the starts of two cells. Nil if cells do not repeat.
    init(rowBytes: Int, pixelBytes: Int, cellBytes: Int?) {
        matcher = RunMatcher(pixelBytes: pixelBytes, cellBytes: cellBytes)
        let block = max(131_072, rowBytes)
        window = [UInt8](repeating: 0, count: matcher.reach + block + FastDeflater.spare)
        tokens = [UInt32](repeating: 0, count: matcher.reach + block)
    }

    /// Adds a row of `count` bytes, which `fill` writes to the given buffer. `fill` may write up to `spare` bytes
    /// more.
    mutating func append(count: Int, _ fill: (UnsafeMutableRawBufferPointer) -> Void) {
        if end + count + FastDeflater.spare > window.count { deflate() }
        window.withUnsafeMutableBytes { bytes in
            fill(UnsafeMutableRawBufferPointer(rebasing: bytes[end..<end + count + FastDeflater.spare]))
        }
        end += count
    }

    /// The compressed bytes, and the checksum of the rows. Other streams may follow, because no block is marked as
    /// the last.
    consuming func finished() -> (bytes: ArraySlice<UInt8>, checksum: Adler32) {
        if start < end { deflate() }
        // Appends an empty block of stored bytes. Stored bytes start at a byte boundary (RFC 1951, 3.2.4).
        bits.append(0, count: 3)
        bits.align()
        bits.append(bytes: [0x00, 0x00, 0xFF, 0xFF])
        return (bits.bytes, checksum)
    }

    /// Writes the bytes since the last block as a block, and keeps the bytes to which later matches can refer.
    private mutating func deflate() {
        let count = window.withUnsafeBytes { bytes in
            checksum.add(UnsafeRawBufferPointer(rebasing: bytes[start..<end]))
            return tokens.withUnsafeMutableBufferPointer { matcher.find(in: bytes, start..<end, tokens: $0) }
        }
        tokens.withUnsafeBufferPointer { tokens in
            let block = UnsafeBufferPointer(rebasing: tokens[..<count])
            DeflateBlock(block, counts: SymbolCounts(block)).write(to: &bits)
        }
        let kept = min(end, matcher.reach)
        window.withUnsafeMutableBytes { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[end - kept..<end]))
        }
        (start, end) = (kept, kept)
    }
}

/// Finds repeated bytes at one of two distances.
struct RunMatcher {
    /// The distances in bytes, the shorter first.
    let distances: [Int]
    /// The number of preceding bytes with which a byte may be compared.
    var reach: Int { distances[distances.count - 1] }

    /// - Parameters:
    ///   - pixelBytes: the number of bytes per pixel.
    ///   - cellBytes: the number of bytes between the starts of two cells. Nil if cells do not repeat. Not used if it
    ///     exceeds deflate's maximum distance, 32,768 bytes.
    init(pixelBytes: Int, cellBytes: Int?) {
        let cell = cellBytes.flatMap { (pixelBytes + 1...DeflateToken.reach).contains($0) ? $0 : nil }
        distances = [pixelBytes] + (cell.map { [$0] } ?? [])
    }

    /// - Parameters:
    ///   - bytes: the input, with eight additional bytes at its end.
    ///   - range: the bytes to convert to tokens. Tokens may refer to earlier bytes.
    ///   - tokens: receives the `DeflateToken`s. It must have room for one token per byte.
    /// - Returns: the number of tokens.
    func find(
        in bytes: UnsafeRawBufferPointer, _ range: Range<Int>, tokens: UnsafeMutableBufferPointer<UInt32>
    ) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        let (near, far) = (distances[0], distances.count > 1 ? distances[1] : Int.max)
        var (place, count) = (range.lowerBound, 0)
        while place < range.upperBound {
            let most = min(DeflateToken.lengths.upperBound, range.upperBound &- place)
            var (length, distance) = (0, near)
            if place >= near { length = MatchFinder.common(base + place, base + (place &- near), most: most) }
            // The code for the distance of a pixel has fewer bits than that for the distance of a cell.
            if length < 8, place >= far {
                let other = MatchFinder.common(base + place, base + (place &- far), most: most)
                if other > length &+ 2 { (length, distance) = (other, far) }
            }
            if length > DeflateToken.lengths.lowerBound {
                tokens[count] = DeflateToken.match(length: length, distance: distance)
                place &+= length
            } else {
                tokens[count] = UInt32(base[place])
                place &+= 1
            }
            count &+= 1
        }
        return count
    }
}
