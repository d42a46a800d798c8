import Deflate

/// Iterates over a PNG's chunks without reading their contents. The bytes may be arbitrary.
package struct ChunkScanner: Sequence, IteratorProtocol {
    /// The reason why the iteration ended.
    package enum Ending {
        /// The scan has reached IEND.
        case end
        /// The file is damaged before IEND.
        case broken(ChunkDamage)
    }

    /// The first eight bytes of every PNG (PNG 5.2).
    package static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let bytes: [UInt8]
    /// The number of bytes from the start of the file to the next chunk.
    private(set) var offset: Int
    /// Nil until `next` has returned nil.
    package private(set) var ending: Ending?
    private var sawEnd = false

    package init(_ bytes: [UInt8]) throws(PNGError) {
        guard bytes.starts(with: ChunkScanner.signature) else { throw .notPNG }
        self.bytes = bytes
        offset = ChunkScanner.signature.count
    }

    /// The next complete chunk. Nil after IEND, or if the remaining bytes are not a complete chunk.
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

/// The position of a chunk in a file.
package struct Chunk {
    package let name: ChunkName
    /// The number of bytes from the start of the file to the chunk's length field.
    package let offset: Int
    /// The byte range of the data, without length, name and checksum.
    package let data: Range<Int>
    /// Whether the stored checksum matches the name and data.
    package let isIntact: Bool

    /// The byte range of the complete chunk: length, name, data and checksum.
    package var whole: Range<Int> { offset..<(data.upperBound + 4) }
}

/// The four letters of a chunk's type (PNG 5.4).
package struct ChunkName: Hashable, Sendable, CustomStringConvertible {
    /// The four bytes as one number, with the first byte as the most significant.
    package let code: UInt32

    package init(code: UInt32) {
        self.code = code
    }

    init(_ letters: StaticString) {
        code = letters.withUTF8Buffer { $0.prefix(4).reduce(0) { $0 << 8 | UInt32($1) } }
    }

    /// Whether the name consists of four Latin letters. Otherwise the bytes are not a chunk, and the rest of the file
    /// is not reliable.
    package var isValid: Bool {
        letters.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) && $0 < 0x80 }
    }

    /// Whether decoders must not skip the chunk: its first letter is a capital (PNG 5.4).
    var isCritical: Bool { code & 0x2000_0000 == 0 }

    var letters: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: code >> $0) }
    }

    package var description: String {
        isValid ? String(decoding: letters, as: Unicode.ASCII.self) : "????"
    }

    package static let IHDR = ChunkName("IHDR")
    package static let PLTE = ChunkName("PLTE")
    package static let tRNS = ChunkName("tRNS")
    package static let IDAT = ChunkName("IDAT")
    package static let IEND = ChunkName("IEND")
    package static let acTL = ChunkName("acTL")
    package static let fcTL = ChunkName("fcTL")
    package static let fdAT = ChunkName("fdAT")
    package static let sRGB = ChunkName("sRGB")
    package static let gAMA = ChunkName("gAMA")
    package static let cHRM = ChunkName("cHRM")
    package static let cICP = ChunkName("cICP")
    package static let iCCP = ChunkName("iCCP")
    package static let sBIT = ChunkName("sBIT")
    package static let eXIf = ChunkName("eXIf")
    package static let CgBI = ChunkName("CgBI")
}

/// Numbers as PNG stores them, the highest byte first (PNG 7.1). Reading outside the array returns nil.
extension [UInt8] {
    package func bigEndian32(at offset: Int) -> UInt32? {
        guard offset >= 0, offset <= count - 4 else { return nil }
        return UInt32(self[offset]) << 24 | UInt32(self[offset + 1]) << 16 | UInt32(self[offset + 2]) << 8
            | UInt32(self[offset + 3])
    }

    func bigEndian16(at offset: Int) -> UInt16? {
        guard offset >= 0, offset <= count - 2 else { return nil }
        return UInt16(self[offset]) << 8 | UInt16(self[offset + 1])
    }

    package mutating func appendBigEndian(_ value: UInt32) {
        append(UInt8(truncatingIfNeeded: value >> 24))
        append(UInt8(truncatingIfNeeded: value >> 16))
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }

    mutating func appendBigEndian(_ value: UInt16) {
        append(UInt8(truncatingIfNeeded: value >> 8))
        append(UInt8(truncatingIfNeeded: value))
    }
}
