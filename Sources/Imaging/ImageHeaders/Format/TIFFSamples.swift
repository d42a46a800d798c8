/// The properties of the samples in the first picture of a TIFF that its decoder ignores (TIFF 6.0, section 18).
package struct TIFFSamples: Hashable, Sendable {
    /// The meaning of an additional sample, which follows the samples of the colour.
    package enum Extra: Int, Hashable, Sendable {
        /// Something other than transparency, for example a saved selection.
        case unspecified = 0
        case premultipliedAlpha = 1
        case straightAlpha = 2
    }

    /// The meanings of the additional samples. Nil if the file does not describe them.
    package private(set) var extras: [Extra]?
    /// Whether the samples are floating-point numbers.
    package private(set) var isFloat = false

    /// The byte range of the stored values of `extras`, 16 bits each.
    private var stored: Range<Int>?
    private let isLittle: Bool

    private enum Tag {
        static let extraSamples = 338
        static let sampleFormat = 339
    }

    /// Nil if the first directory cannot be read.
    package init?(_ bytes: [UInt8]) {
        guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == 0x49 || bytes[0] == 0x4D else { return nil }
        let file = Reader(bytes: bytes, isLittle: bytes[0] == 0x49)
        isLittle = file.isLittle
        guard let version = file.number(2, size: 2), version == 42 || version == 43 else { return nil }
        // BigTIFF has offsets and counts of 8 bytes.
        let wide = version == 43
        let (countSize, offsetSize, entrySize) = wide ? (8, 8, 20) : (2, 4, 12)
        guard let directory = file.number(wide ? 8 : 4, size: offsetSize),
            let entries = file.number(directory, size: countSize), entries <= bytes.count / entrySize
        else { return nil }
        for number in 0..<entries {
            let entry = directory + countSize + number * entrySize
            guard let tag = file.number(entry, size: 2) else { return nil }
            guard tag == Tag.extraSamples || tag == Tag.sampleFormat,
                let values = file.shorts(entry, offsetSize: offsetSize)
            else { continue }
            let numbers = stride(from: values.lowerBound, to: values.upperBound, by: 2)
                .compactMap { file.number($0, size: 2) }
            if tag == Tag.sampleFormat {
                isFloat = numbers.first == 3
            } else {
                extras = numbers.map { Extra(rawValue: $0) ?? .unspecified }
                stored = values
            }
        }
    }

    /// The number of additional samples before the alpha. Nil if none of them is alpha.
    package var extrasBeforeAlpha: Int? {
        extras?.firstIndex { $0 != .unspecified }
    }

    /// The file with its alpha declared as straight. libvips up to 8.14 divides premultiplied floating-point samples
    /// by 255 times the alpha.
    package func declaringStraightAlpha(_ bytes: [UInt8]) -> [UInt8] {
        guard let extras, let stored else { return bytes }
        var copy = bytes
        for (place, extra) in extras.enumerated() where extra == .premultipliedAlpha {
            copy[stored.lowerBound + place * 2 + (isLittle ? 0 : 1)] = UInt8(Extra.straightAlpha.rawValue)
        }
        return copy
    }
}

/// Reads numbers of a TIFF in its byte order.
private struct Reader {
    let bytes: [UInt8]
    let isLittle: Bool

    /// The number at an offset. Nil if it is outside the file, or is too large to be an offset.
    func number(_ offset: Int, size: Int) -> Int? {
        guard offset >= 0, offset <= bytes.count - size else { return nil }
        let digits = bytes[offset..<offset + size]
        let value = (isLittle ? Array(digits.reversed()) : Array(digits)).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        return Int(exactly: value)
    }

    /// The byte range of the 16-bit values of a directory entry. Values that fit into the entry are stored there. Nil
    /// for values of another type, or outside the file.
    func shorts(_ entry: Int, offsetSize: Int) -> Range<Int>? {
        guard number(entry + 2, size: 2) == 3, let count = number(entry + 4, size: offsetSize), count <= bytes.count / 2
        else { return nil }
        let place = entry + 4 + offsetSize
        let start = count * 2 <= offsetSize ? place : number(place, size: offsetSize)
        guard let start, start >= 0, start <= bytes.count - count * 2 else { return nil }
        return start..<start + count * 2
    }
}
