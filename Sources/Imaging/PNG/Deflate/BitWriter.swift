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
