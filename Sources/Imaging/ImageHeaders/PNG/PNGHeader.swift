/// The IHDR chunk (PNG 11.2.1). The section numbers are those of the third edition: https://www.w3.org/TR/png-3/.
package struct PNGHeader: Equatable, Sendable {
    package var width: Int
    package var height: Int
    package let bitDepth: Int
    package let colourType: PNGColourType
    package let isInterlaced: Bool

    /// Creates a header for a file to write.
    ///
    /// - Throws: `unwritableSize` if a side is not 1 to 2^31 - 1 pixels.
    package init(width: Int, height: Int, bitDepth: Int, colourType: PNGColourType) throws(PNGError) {
        guard PNGHeader.sides.contains(width), PNGHeader.sides.contains(height) else {
            throw .unwritableSize(width: width, height: height)
        }
        self.width = width
        self.height = height
        self.bitDepth = bitDepth
        self.colourType = colourType
        isInterlaced = false
    }

    /// Reads the data of an IHDR chunk. The caller checks the checksum.
    package init(_ bytes: [UInt8], in data: Range<Int>) throws(PNGError) {
        guard data.count == 13, data.upperBound <= bytes.count,
            let width = bytes.bigEndian32(at: data.lowerBound),
            let height = bytes.bigEndian32(at: data.lowerBound + 4)
        else { throw .unusableHeader("it is not 13 bytes long") }
        let rest = bytes[data].dropFirst(8).map { Int($0) }
        guard PNGHeader.sides.contains(Int(width)), PNGHeader.sides.contains(Int(height)) else {
            throw .unusableHeader("a picture of \(width) x \(height) pixels is not possible")
        }
        guard let colourType = PNGColourType(rawValue: UInt8(rest[1])), colourType.allows(bitDepth: rest[0]) else {
            throw .unusableHeader("colour type \(rest[1]) with \(rest[0]) bits does not exist")
        }
        guard rest[2] == 0, rest[3] == 0, rest[4] <= 1 else {
            throw .unusableHeader("it asks for a compression, filter or interlacing that does not exist")
        }
        self.width = Int(width)
        self.height = Int(height)
        self.bitDepth = rest[0]
        self.colourType = colourType
        self.isInterlaced = rest[4] == 1
    }

    package var data: [UInt8] {
        var bytes: [UInt8] = []
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: width))
        bytes.appendBigEndian(UInt32(truncatingIfNeeded: height))
        return bytes + [UInt8(truncatingIfNeeded: bitDepth), colourType.rawValue, 0, 0, isInterlaced ? 1 : 0]
    }

    /// Whether a palette may have this number of bytes (PNG 11.2.2).
    package func allowsPalette(of bytes: Int) -> Bool {
        colourType == .indexed && bytes % 3 == 0 && (1...1 << bitDepth).contains(bytes / 3)
    }

    /// Whether a transparency chunk may have this number of bytes, for the number of colours in the palette (PNG
    /// 11.3.1.1).
    package func allowsTransparency(of bytes: Int, palette colours: Int) -> Bool {
        switch colourType {
        case .indexed: (1...max(1, colours)).contains(bytes)
        case .greyscale, .truecolour: bytes == 2 * colourType.channels
        case .greyscaleAlpha, .truecolourAlpha: false
        }
    }

    /// The size of the picture before compression, in bytes, with one filter byte per row of each pass. Nil if the
    /// number overflows.
    package var inflatedSize: Int? {
        // Each pass of Adam7: its first column and row, and the distance to the next column and row (PNG 8.1).
        let passes =
            isInterlaced
            ? [(0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2), (0, 1, 1, 2)]
            : [(0, 0, 1, 1)]
        var total = 0
        for (x, y, stepX, stepY) in passes where width > x && height > y {
            let columns = (width - x + stepX - 1) / stepX
            let rows = (height - y + stepY - 1) / stepY
            let rowBytes = (columns * colourType.channels * bitDepth + 7) / 8 + 1
            let (pass, tooMany) = rowBytes.multipliedReportingOverflow(by: rows)
            let (sum, tooLong) = total.addingReportingOverflow(pass)
            guard !tooMany, !tooLong else { return nil }
            total = sum
        }
        return total
    }

    private static let sides = 1...Int(Int32.max)
}

/// The meaning of a PNG's samples (PNG 6.1). The raw value is the colour type in the header.
package enum PNGColourType: UInt8, Sendable, CaseIterable {
    case greyscale = 0
    case truecolour = 2
    case indexed = 3
    case greyscaleAlpha = 4
    case truecolourAlpha = 6

    /// The number of samples per pixel.
    package var channels: Int {
        switch self {
        case .greyscale, .indexed: 1
        case .greyscaleAlpha: 2
        case .truecolour: 3
        case .truecolourAlpha: 4
        }
    }

    package var hasAlphaChannel: Bool {
        self == .greyscaleAlpha || self == .truecolourAlpha
    }

    /// Whether a sample may have this number of bits (PNG 11.2.1).
    package func allows(bitDepth: Int) -> Bool {
        switch self {
        case .greyscale: [1, 2, 4, 8, 16].contains(bitDepth)
        case .indexed: [1, 2, 4, 8].contains(bitDepth)
        case .truecolour, .greyscaleAlpha, .truecolourAlpha: bitDepth == 8 || bitDepth == 16
        }
    }
}
