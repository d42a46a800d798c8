/// A PNG chunk that tests create and read without the code of stickerd, so that it can have any damage.
package struct RawChunk: Equatable, Sendable {
    package var name: String
    package var data: [UInt8]
    /// The stored checksum, if it is not the correct one.
    package var checksum: UInt32?

    package init(_ name: String, _ data: [UInt8] = [], checksum: UInt32? = nil) {
        self.name = name
        self.data = data
        self.checksum = checksum
    }

    package static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

    package var bytes: [UInt8] {
        let body = Array(name.utf8) + data
        return Self.big(data.count) + body + Self.big(checksum ?? Self.crc(body))
    }

    package static func file(_ chunks: [RawChunk]) -> [UInt8] {
        signature + chunks.flatMap(\.bytes)
    }

    package static func header(
        _ width: Int, _ height: Int, bitDepth: UInt8 = 8, colourType: UInt8, tail: [UInt8] = [0, 0, 0]
    ) -> RawChunk {
        RawChunk("IHDR", big(width) + big(height) + [bitDepth, colourType] + tail)
    }

    /// The low four bytes of a number in big-endian order.
    package static func big(_ value: some BinaryInteger) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    package static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
    }

    private static let table = (0..<256).map { (start: Int) -> UInt32 in
        var value = UInt32(start)
        for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        return value
    }

    /// A zlib stream of stored blocks.
    package static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        var stream: [UInt8] = [0x78, 0x01]
        // A stream without a block would be invalid, so there is at least one block.
        for start in stride(from: 0, to: max(1, bytes.count), by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let count = UInt16(block.count)
            let sizes = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            stream += [start + 65_535 >= bytes.count ? 1 : 0] + sizes + block
        }
        return stream + big(b << 16 | a)
    }
}

/// Uniform noise from the xorshift generator of Marsaglia (2003).
package struct Noise: RandomNumberGenerator, Sendable {
    private var state: UInt64

    package init(_ seed: UInt64) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
    }

    package mutating func next() -> UInt64 {
        state ^= state << 13
        state ^= state >> 7
        state ^= state << 17
        return state
    }
}
