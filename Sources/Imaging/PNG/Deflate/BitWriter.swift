/// Bits in the order of deflate: the first is the lowest of its byte (RFC 1951, 3.1.1).
struct BitWriter {
    /// What has been written, and room for more.
    private var room: [UInt8] = []
    /// How many bytes are full.
    private var end = 0
    private var pending: UInt64 = 0
    private var count = 0

    /// The bytes that are full.
    var bytes: ArraySlice<UInt8> { room[..<end] }

    /// Writes the lowest `count` bits of a number that has no others; at most 32.
    mutating func append(_ bits: UInt32, count: Int) {
        append(1) { _ in (UInt64(bits), count) }
    }

    /// Writes many codes at once, which is quicker than one by one.
    ///
    /// - Parameters:
    ///   - number: how many there are.
    ///   - code: the bits of one of them, by its number, and how many these are: at most 48.
    @inline(__always)
    mutating func append(_ number: Int, _ code: (Int) -> (bits: UInt64, count: Int)) {
        // The longest codes, and the eight bytes that are always written.
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

    /// Fills the last byte with zeros.
    mutating func align() {
        if count > 0 { append(0, count: 8 - count) }
    }

    /// Writes bytes as they are; the bits before must fill theirs.
    mutating func append(bytes: some Collection<UInt8>) {
        precondition(count == 0, "bytes begin where a byte ends")
        makeRoom(bytes.count)
        room.replaceSubrange(end..<end + bytes.count, with: bytes)
        end += bytes.count
    }

    /// Memory is asked for seldom: new memory has to be cleared by the kernel first.
    private mutating func makeRoom(_ bytes: Int) {
        guard room.count < end + bytes else { return }
        room += [UInt8](repeating: 0, count: max(end + bytes - room.count, room.count / 2))
    }
}
