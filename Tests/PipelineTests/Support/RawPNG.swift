import ImageHeaders
import Pixels
import TestSupport

/// A PNG that is built chunk by chunk without the code of stickerd, so that it can have any type of samples and any
/// damage. The pixels are stored and not compressed.
struct RawPNG {
    typealias Chunk = RawChunk

    var chunks: [Chunk]

    /// - Parameters:
    ///   - rows: the stored samples of each row, without the byte of the filter.
    ///   - extra: the chunks between the header and the pixels.
    init(
        width: Int, height: Int, bitDepth: UInt8 = 8, colourType: UInt8, interlaced: Bool = false, extra: [Chunk] = [],
        rows: [[UInt8]]
    ) {
        let tail: [UInt8] = [0, 0, interlaced ? 1 : 0]
        let header = Chunk.header(width, height, bitDepth: bitDepth, colourType: colourType, tail: tail)
        let stream = Chunk.zlib(rows.flatMap { [0] + $0 })
        chunks = [header] + extra + [Chunk("IDAT", stream), Chunk("IEND")]
    }

    /// Reads the chunks of a complete file.
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

    var bytes: [UInt8] { Chunk.file(chunks) }

    /// The same file with an additional chunk after the header.
    func adding(_ chunk: Chunk) -> RawPNG {
        var file = self
        file.chunks.insert(chunk, at: 1)
        return file
    }

    static func big(_ value: Int) -> [UInt8] { Chunk.big(value) }
}

extension RawPNG {
    /// Creates an iCCP chunk with a profile.
    static func profile(_ bytes: [UInt8]) -> Chunk {
        Chunk("iCCP", Array("profile".utf8) + [0, 0] + Chunk.zlib(bytes))
    }
}

extension RawPNG {
    /// An RGBA file of a picture, including the hidden colours of its transparent pixels.
    init(straight picture: RGBAImage) {
        let rowBytes = picture.width * 4
        self.init(
            width: picture.width, height: picture.height, colourType: 6,
            rows: (0..<picture.height).map { Array(picture.bytes[$0 * rowBytes..<($0 + 1) * rowBytes]) })
    }
}
