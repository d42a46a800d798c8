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
            DeflateBlock(UnsafeBufferPointer(rebasing: tokens[..<count]), matcher.distances)
                .write(to: &bits)
        }
        let kept = min(end, matcher.reach)
        window.withUnsafeMutableBytes { bytes in
            bytes.copyMemory(from: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(bytes)[end - kept..<end]))
        }
        (start, end) = (kept, kept)
    }
}

/// Finds repeated bytes at one of two distances.
///
/// A token is either a byte, or the sum of `match` and the length of a match minus 3. The index of the distance is in
/// the bits from 16 on.
struct RunMatcher {
    /// The number that is added to the length of a match in its token.
    static let match: UInt32 = 256
    /// The minimum and the maximum number of bytes of a match (RFC 1951, 3.2.5).
    static let lengths = 3...258

    /// The distances in bytes, the shorter first.
    let distances: [Int]
    /// The number of preceding bytes with which a byte may be compared.
    var reach: Int { distances[distances.count - 1] }

    /// - Parameters:
    ///   - pixelBytes: the number of bytes per pixel.
    ///   - cellBytes: the number of bytes between the starts of two cells. Nil if cells do not repeat. Not used if it
    ///     exceeds deflate's maximum distance, 32,768 bytes.
    init(pixelBytes: Int, cellBytes: Int?) {
        let cell = cellBytes.flatMap { (pixelBytes + 1...32_768).contains($0) ? $0 : nil }
        distances = [pixelBytes] + (cell.map { [$0] } ?? [])
    }

    /// - Parameters:
    ///   - bytes: the input, with eight additional bytes at its end.
    ///   - range: the bytes to convert to tokens. Tokens may refer to earlier bytes.
    ///   - tokens: receives the tokens. It must have room for one token per byte.
    /// - Returns: the number of tokens.
    func find(
        in bytes: UnsafeRawBufferPointer, _ range: Range<Int>, tokens: UnsafeMutableBufferPointer<UInt32>
    ) -> Int {
        guard let base = bytes.baseAddress else { return 0 }
        let (near, far) = (distances[0], distances.count > 1 ? distances[1] : Int.max)
        var (place, count) = (range.lowerBound, 0)
        while place < range.upperBound {
            let most = min(RunMatcher.lengths.upperBound, range.upperBound &- place)
            var (length, kind): (Int, UInt32) = (0, 0)
            if place >= near { length = RunMatcher.common(base + place, base + (place &- near), most: most) }
            // The code for the distance of a pixel has fewer bits than that for the distance of a cell.
            if length < 8, place >= far {
                let other = RunMatcher.common(base + place, base + (place &- far), most: most)
                if other > length &+ 2 { (length, kind) = (other, 1) }
            }
            if length > RunMatcher.lengths.lowerBound {
                tokens[count] = RunMatcher.match &+ UInt32(truncatingIfNeeded: length &- 3) | kind << 16
                place &+= length
            } else {
                tokens[count] = UInt32(base.load(fromByteOffset: place, as: UInt8.self))
                place &+= 1
            }
            count &+= 1
        }
        return count
    }

    /// The number of equal bytes at two places, at most `most`. Reads up to seven bytes beyond `most`.
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

/// Writes bits in the order of deflate: the first bit is the lowest of its byte (RFC 1951, 3.1.1).
struct BitWriter {
    /// The written bytes, and spare bytes.
    private var room: [UInt8] = []
    /// The number of complete bytes.
    private var end = 0
    private var pending: UInt64 = 0
    private var count = 0

    /// The complete bytes.
    var bytes: ArraySlice<UInt8> { room[..<end] }

    /// Writes the lowest `count` bits of a number, at most 32. Its other bits must be 0.
    mutating func append(_ bits: UInt32, count: Int) {
        append(1) { _ in (UInt64(bits), count) }
    }

    /// Writes many codes at once, which is faster than writing each separately.
    ///
    /// - Parameters:
    ///   - number: the number of codes.
    ///   - code: returns the bits of the code with an index, and the number of these bits, at most 48.
    @inline(__always)
    mutating func append(_ number: Int, _ code: (Int) -> (bits: UInt64, count: Int)) {
        // Makes room for the longest codes, and for the eight bytes that are always written at once.
        makeRoom(number * 6 + 8)
        var (pending, count, end) = (pending, count, end)
        room.withUnsafeMutableBytes { output in
            for place in 0..<number {
                let next = code(place)
                pending |= next.bits &<< UInt64(truncatingIfNeeded: count)
                count &+= next.count
                output.storeBytes(of: pending.littleEndian, toByteOffset: end, as: UInt64.self)
                end &+= count &>> 3
                pending = pending &>> UInt64(truncatingIfNeeded: count & ~7)
                count &= 7
            }
        }
        (self.pending, self.count, self.end) = (pending, count, end)
    }

    /// Fills the remaining bits of the last byte with zeros.
    mutating func align() {
        if count > 0 { append(0, count: 8 - count) }
    }

    /// Writes bytes unchanged. The preceding bits must end at a byte boundary.
    mutating func append(bytes: some Collection<UInt8>) {
        precondition(count == 0, "bytes begin where a byte ends")
        makeRoom(bytes.count)
        room.replaceSubrange(end..<end + bytes.count, with: bytes)
        end += bytes.count
    }

    /// Makes room for more bytes. The capacity grows by half and not more, because the kernel has to clear all new
    /// memory.
    private mutating func makeRoom(_ bytes: Int) {
        guard room.count < end + bytes else { return }
        room += [UInt8](repeating: 0, count: max(end + bytes - room.count, room.count / 2))
    }
}
