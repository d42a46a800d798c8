import CDeflate

/// The CRC-32 that ends every chunk (PNG 5.5), over the chunk's name and data.
package enum Checksum {
    package static func crc32(_ bytes: [UInt8], in range: Range<Int>) -> UInt32 {
        bytes[range].withUnsafeBytes { libdeflate_crc32(0, $0.baseAddress, $0.count) }
    }
}

/// The checksum at the end of a zlib stream (RFC 1950, 2.2).
package struct Adler32: Codable, Sendable, Hashable {
    package private(set) var value: UInt32 = 1
    /// The number of bytes that the checksum covers.
    package private(set) var count = 0

    private static let base = 65_521

    /// The checksum of no bytes.
    package init() {}

    package mutating func add(_ bytes: UnsafeRawBufferPointer) {
        value = libdeflate_adler32(value, bytes.baseAddress, bytes.count)
        count += bytes.count
    }

    /// Whether both halves of `value` are in range. A value from another process may be out of range.
    package var isPossible: Bool {
        count >= 0 && value & 0xFFFF < UInt32(Adler32.base) && value >> 16 < UInt32(Adler32.base)
    }

    /// The checksum of these bytes followed by those of `next`.
    package func followed(by next: Adler32) -> Adler32 {
        // The low half is 1 plus the sum of the bytes. The high half is the sum of all values that the low half has
        // had.
        let (low, high) = (Int(value & 0xFFFF), Int(value >> 16))
        let (nextLow, nextHigh) = (Int(next.value & 0xFFFF), Int(next.value >> 16))
        let sum = (low + nextLow + Adler32.base - 1) % Adler32.base
        let sums = (high + nextHigh + (low + Adler32.base - 1) * (next.count % Adler32.base)) % Adler32.base
        var joined = Adler32()
        joined.value = UInt32(sums) << 16 | UInt32(sum)
        joined.count = count + next.count
        return joined
    }
}
