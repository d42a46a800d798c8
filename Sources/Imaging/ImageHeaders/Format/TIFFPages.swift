/// The pages of a TIFF (TIFF 6.0, section 2; BigTIFF).
package enum TIFFPages {
    /// The maximum number of pages that are counted.
    private static let limit = 1000

    /// The number of pages. Smaller copies of a page and masks are not counted.
    ///
    /// - Returns: 0 for bytes that are not a TIFF.
    package static func count(_ bytes: [UInt8]) -> Int {
        guard let reader = Reader(bytes), var offset = reader.firstDirectory else { return 0 }
        var seen: Set<Int> = []
        var pages = 0
        while offset != 0, seen.count < limit, seen.insert(offset).inserted,
            let directory = reader.directory(at: offset)
        {
            if directory.isPage { pages += 1 }
            offset = directory.next
        }
        return pages
    }

    private struct Reader {
        private let bytes: [UInt8]
        private let isBigEndian: Bool
        /// Whether the file is a BigTIFF, whose offsets have 8 bytes.
        private let isBig: Bool

        init?(_ bytes: [UInt8]) {
            guard bytes.count >= 16 else { return nil }
            self.bytes = bytes
            isBigEndian = bytes[0] == 0x4D
            isBig = bytes[2] == 0x2B || bytes[3] == 0x2B
        }

        var firstDirectory: Int? { isBig ? number(8, size: 8) : number(4, size: 4) }

        func directory(at offset: Int) -> (isPage: Bool, next: Int)? {
            let (countSize, entrySize, offsetSize) = isBig ? (8, 20, 8) : (2, 12, 4)
            guard let count = number(offset, size: countSize), count <= bytes.count / entrySize else { return nil }
            let start = offset + countSize
            let kind = (0..<count).lazy.map { start + $0 * entrySize }
                .first { number($0, size: 2) == 254 }
                .flatMap { number($0 + (isBig ? 12 : 8), size: 4) }
            // In NewSubfileType, bit 0 means a smaller copy, and bit 2 a mask.
            return ((kind ?? 0) & 5 == 0, number(start + count * entrySize, size: offsetSize) ?? 0)
        }

        /// The number at an offset. Nil if it is not inside the file.
        private func number(_ offset: Int, size: Int) -> Int? {
            guard offset >= 0, offset <= bytes.count - size else { return nil }
            let digits = bytes[offset..<offset + size]
            let value = (isBigEndian ? Array(digits) : digits.reversed()).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
            return Int(exactly: value)
        }
    }
}
