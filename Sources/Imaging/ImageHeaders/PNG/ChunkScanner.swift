import Deflate

/// Walks over a PNG's chunks without looking into them, on any bytes at all.
package struct ChunkScanner: Sequence, IteratorProtocol {
    /// How the walk stopped.
    package enum Ending {
        /// At IEND.
        case end
        /// Before it, for this reason.
        case broken(ChunkDamage)
    }

    /// PNG 5.2
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let bytes: [UInt8]
    /// Bytes from the start of the file to the next chunk.
    private(set) var offset: Int
    /// Nil until `next` has given nil.
    package private(set) var ending: Ending?
    private var sawEnd = false

    package init(_ bytes: [UInt8]) throws(PNGError) {
        guard bytes.starts(with: ChunkScanner.signature) else { throw .notPNG }
        self.bytes = bytes
        offset = ChunkScanner.signature.count
    }

    /// The next whole chunk; nil after IEND, or when the rest is not a whole chunk.
    package mutating func next() -> Chunk? {
        guard ending == nil else { return nil }
        if sawEnd { return stop(.end) }
        guard let length = bytes.bigEndian32(at: offset), let code = bytes.bigEndian32(at: offset + 4) else {
            let isAtBorder = offset == bytes.count
            return stop(.broken(ChunkDamage(isAtBorder ? .missing : .truncated, .IEND, at: offset)))
        }
        let name = ChunkName(code: code)
        // PNG 5.3: a length is at most 2^31 - 1.
        guard name.isValid, length <= UInt32(Int32.max) else {
            return stop(.broken(ChunkDamage(.notAChunk, name, at: offset)))
        }
        let data = (offset + 8)..<(offset + 8 + Int(length))
        guard let stored = bytes.bigEndian32(at: data.upperBound) else {
            return stop(.broken(ChunkDamage(.truncated, name, at: offset)))
        }
        let actual = Checksum.crc32(bytes, in: (offset + 4)..<data.upperBound)
        let chunk = Chunk(name: name, offset: offset, data: data, isIntact: stored == actual)
        offset = data.upperBound + 4
        sawEnd = name == .IEND
        return chunk
    }

    private mutating func stop(_ how: Ending) -> Chunk? {
        ending = how
        return nil
    }
}
