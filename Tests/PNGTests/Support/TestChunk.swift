/// A chunk as tests make and read it, without the module's own code.
struct TestChunk: Equatable {
    var name: String
    var data: [UInt8]
    /// The stored checksum, if it is not the correct one.
    var checksum: UInt32?

    init(_ name: String, _ data: [UInt8] = [], checksum: UInt32? = nil) {
        self.name = name
        self.data = data
        self.checksum = checksum
    }

    static let signature: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]

    var bytes: [UInt8] {
        let body = Array(name.utf8) + data
        return Self.big(UInt32(data.count)) + body + Self.big(checksum ?? Self.crc(body))
    }

    static func file(_ chunks: [TestChunk]) -> [UInt8] {
        signature + chunks.flatMap(\.bytes)
    }

    /// The chunks of a strictly correct file.
    static func read(_ bytes: [UInt8]) throws -> [TestChunk] {
        guard bytes.starts(with: signature) else { throw ReferenceDecoder.BadFile(reason: "signature") }
        var chunks: [TestChunk] = []
        var place = 8
        while place < bytes.count {
            guard place + 12 <= bytes.count else { throw ReferenceDecoder.BadFile(reason: "cut") }
            let count = bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) }
            let end = place + 12 + count
            guard end <= bytes.count else { throw ReferenceDecoder.BadFile(reason: "cut") }
            let name = String(decoding: bytes[(place + 4)..<(place + 8)], as: UTF8.self)
            let chunk = TestChunk(name, Array(bytes[(place + 8)..<(end - 4)]))
            guard chunk.bytes == Array(bytes[place..<end]) else { throw ReferenceDecoder.BadFile(reason: "checksum") }
            chunks.append(chunk)
            place = end
        }
        return chunks
    }

    static func big(_ value: UInt32) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
    }

    private static let table = (0..<256).map { (start: Int) -> UInt32 in
        var value = UInt32(start)
        for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        return value
    }

    /// A zlib stream of one stored block: at most 65,535 bytes.
    static func stored(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        let count = UInt16(bytes.count)
        let length = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
        return [0x78, 0x01, 0x01] + length + bytes + big(b << 16 | a)
    }

    static func header(_ width: Int, _ height: Int, bitDepth: UInt8, colourType: UInt8, tail: [UInt8] = [0, 0, 0])
        -> TestChunk
    {
        TestChunk("IHDR", big(UInt32(width)) + big(UInt32(height)) + [bitDepth, colourType] + tail)
    }

    /// IDAT of a picture whose every row is unfiltered zeros.
    static func blank(rowBytes: Int, height: Int) -> TestChunk {
        TestChunk("IDAT", stored([UInt8](repeating: 0, count: (rowBytes + 1) * height)))
    }
}
