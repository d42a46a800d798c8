import ImageHeaders
import Pixels

/// A PNG put together chunk by chunk, without the project's own code, so that it can have any kind of samples and
/// any damage. The pixels are stored, not compressed.
struct RawPNG {
    struct Chunk {
        var name: String
        var data: [UInt8]
        /// The stored checksum, if it is not the correct one.
        var checksum: UInt32?

        init(_ name: String, _ data: [UInt8] = [], checksum: UInt32? = nil) {
            self.name = name
            self.data = data
            self.checksum = checksum
        }

        var bytes: [UInt8] {
            let body = Array(name.utf8) + data
            return RawPNG.big(data.count) + body + RawPNG.big(Int(checksum ?? RawPNG.crc(body)))
        }
    }

    var chunks: [Chunk]

    /// - Parameters:
    ///   - rows: the stored samples of each row, without the filter's number.
    ///   - extra: chunks between the header and the pixels.
    init(
        width: Int, height: Int, bitDepth: UInt8 = 8, colourType: UInt8, interlaced: Bool = false, extra: [Chunk] = [],
        rows: [[UInt8]]
    ) {
        let header = RawPNG.big(width) + RawPNG.big(height) + [bitDepth, colourType, 0, 0, interlaced ? 1 : 0]
        let stream = RawPNG.zlib(rows.flatMap { [0] + $0 })
        chunks = [Chunk("IHDR", header)] + extra + [Chunk("IDAT", stream), Chunk("IEND")]
    }

    /// The chunks of a file that is whole.
    init(_ bytes: [UInt8]) {
        chunks = []
        var place = 8
        while place + 12 <= bytes.count {
            let count = bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            chunks.append(
                Chunk(
                    String(decoding: bytes[place + 4..<place + 8], as: UTF8.self),
                    Array(bytes[place + 8..<place + 8 + count])))
            place += 12 + count
        }
    }

    var bytes: [UInt8] { [137, 80, 78, 71, 13, 10, 26, 10] + chunks.flatMap(\.bytes) }

    /// The same file with a chunk right after its header.
    func adding(_ chunk: Chunk) -> RawPNG {
        var file = self
        file.chunks.insert(chunk, at: 1)
        return file
    }

    static func big(_ value: Int) -> [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> $0) }
    }

    /// A zlib stream of stored blocks.
    static func zlib(_ bytes: [UInt8]) -> [UInt8] {
        var (a, b): (UInt32, UInt32) = (1, 0)
        for byte in bytes {
            a = (a + UInt32(byte)) % 65_521
            b = (b + a) % 65_521
        }
        var stream: [UInt8] = [0x78, 0x01]
        for start in stride(from: 0, to: bytes.count, by: 65_535) {
            let block = bytes[start..<min(start + 65_535, bytes.count)]
            let count = UInt16(block.count)
            let sizes = [count, ~count].flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
            stream += [start + 65_535 >= bytes.count ? 1 : 0] + sizes + block
        }
        return stream + big(Int(b << 16 | a))
    }

    static func crc(_ bytes: [UInt8]) -> UInt32 {
        ~bytes.reduce(UInt32.max) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ ($0 >> 8) }
    }

    private static let table = (0..<256).map { (start: Int) -> UInt32 in
        var value = UInt32(start)
        for _ in 0..<8 { value = value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1 }
        return value
    }
}

extension RawPNG {
    /// An iCCP chunk.
    static func profile(_ bytes: [UInt8]) -> Chunk {
        Chunk("iCCP", Array("profile".utf8) + [0, 0] + zlib(bytes))
    }
}

extension RawPNG {
    /// A picture in RGBA without changes: with the hidden colours of its transparent pixels.
    init(straight picture: RGBAImage) {
        let rowBytes = picture.width * 4
        self.init(
            width: picture.width, height: picture.height, colourType: 6,
            rows: (0..<picture.height).map { Array(picture.bytes[$0 * rowBytes..<($0 + 1) * rowBytes]) })
    }
}
