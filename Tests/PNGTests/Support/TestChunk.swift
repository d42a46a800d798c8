import TestSupport

typealias TestChunk = RawChunk

extension TestChunk {
    /// Reads the chunks of a file, which must be valid.
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

    /// The IDAT chunk of a picture that contains only zeros, without filters.
    static func blank(rowBytes: Int, height: Int) -> TestChunk {
        TestChunk("IDAT", zlib([UInt8](repeating: 0, count: (rowBytes + 1) * height)))
    }
}
