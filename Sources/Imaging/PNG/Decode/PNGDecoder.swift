import Deflate
import ImageHeaders
import Pixels

/// Decodes the common kinds of PNG with libdeflate, in a third of the time that zlib needs.
package enum PNGDecoder {
    /// The pixels of a still PNG that is not interlaced, in RGB or RGBA with 8 bits per channel, or with a palette.
    ///
    /// Reads only the first picture of an animation. The caller handles profiles, gamma and orientation.
    ///
    /// - Parameter limit: the maximum number of decoded pixels.
    /// - Returns: nil for other kinds of PNG and for damaged files. The caller then uses another decoder, which
    ///   reports damage and recovers what it can.
    package static func pixels(of bytes: [UInt8], limit: Int = 1 << 26) -> RGBAImage? {
        guard let file = PlainPNG(bytes), file.header.width <= limit / file.header.height,
            let size = file.header.inflatedSize,
            let rows = Inflater.inflated(file.stream, to: size), let samples = unfiltered(rows, file.header)
        else { return nil }
        switch file.header.colourType {
        case .truecolourAlpha:
            return RGBAImage(width: file.header.width, height: file.header.height, bytes: samples)
        case .truecolour:
            return RGBAImage(width: file.header.width, height: file.header.height, bytes: withAlpha(samples))
        case .indexed: return looked(up: samples, file)
        case .greyscale, .greyscaleAlpha: return nil
        }
    }

    /// The rows in order, without their filters. Nil if a filter is invalid.
    private static func unfiltered(_ rows: [UInt8], _ header: PNGHeader) -> [UInt8]? {
        let pixelBytes = max(1, header.colourType.channels * header.bitDepth / 8)
        let rowBytes = (header.width * header.colourType.channels * header.bitDepth + 7) / 8
        let nothing = [UInt8](repeating: 0, count: rowBytes)
        var isWhole = true
        let samples = [UInt8](unsafeUninitializedCapacity: rowBytes * header.height) { output, count in
            rows.withUnsafeBufferPointer { rows in
                nothing.withUnsafeBufferPointer { nothing in
                    guard let from = rows.baseAddress, let to = output.baseAddress, var above = nothing.baseAddress
                    else { return }
                    for y in 0..<header.height {
                        let filtered = from + y * (rowBytes + 1)
                        let row = to + y * rowBytes
                        guard let filter = RowFilter(rawValue: filtered[0]) else {
                            isWhole = false
                            return
                        }
                        filter.undo(filtered + 1, above: above, into: row, count: rowBytes, pixelBytes: pixelBytes)
                        above = UnsafePointer(row)
                    }
                    count = rowBytes * header.height
                }
            }
        }
        return isWhole ? samples : nil
    }

    private static func withAlpha(_ samples: [UInt8]) -> [UInt8] {
        let pixels = samples.count / 3
        return [UInt8](unsafeUninitializedCapacity: pixels * 4) { output, count in
            samples.withUnsafeBufferPointer { samples in
                for pixel in 0..<pixels {
                    output[pixel &* 4] = samples[pixel &* 3]
                    output[pixel &* 4 &+ 1] = samples[pixel &* 3 &+ 1]
                    output[pixel &* 4 &+ 2] = samples[pixel &* 3 &+ 2]
                    output[pixel &* 4 &+ 3] = 255
                }
            }
            count = pixels * 4
        }
    }

    /// The pixels for palette indices. Nil if an index is not in the palette.
    private static func looked(up samples: [UInt8], _ file: PlainPNG) -> RGBAImage? {
        let header = file.header
        let rowBytes = (header.width * header.bitDepth + 7) / 8
        var largest: UInt8 = 0
        let indices = [UInt8](unsafeUninitializedCapacity: header.width * header.height) { output, count in
            samples.withUnsafeBufferPointer { samples in
                let mask = UInt8(truncatingIfNeeded: (1 << header.bitDepth) - 1)
                let perByte = 8 / header.bitDepth
                for y in 0..<header.height {
                    for x in 0..<header.width {
                        let shift = (perByte &- 1 &- x % perByte) &* header.bitDepth
                        let index = samples[y &* rowBytes &+ x / perByte] &>> UInt8(truncatingIfNeeded: shift) & mask
                        largest = max(largest, index)
                        output[y &* header.width &+ x] = index
                    }
                }
            }
            count = header.width * header.height
        }
        guard Int(largest) < file.palette.count else { return nil }
        return IndexedImage(width: header.width, height: header.height, indices: indices, palette: file.palette)
            .expanded
    }
}

/// The parts of a PNG of a kind that `PNGDecoder` supports.
private struct PlainPNG {
    let header: PNGHeader
    private(set) var palette: [RGBAColour] = []
    /// The zlib stream.
    private(set) var stream: ArraySlice<UInt8> = []

    /// Nil for kinds that `PNGDecoder` does not support, and for a damaged file.
    init?(_ bytes: [UInt8]) {
        guard var scanner = try? ChunkScanner(bytes), let first = scanner.next(), first.name == .IHDR, first.isIntact,
            let header = try? PNGHeader(bytes, in: first.data), !header.isInterlaced
        else { return nil }
        let isPlain = header.colourType == .indexed || !header.colourType.isGrey && header.bitDepth == 8
        guard isPlain else { return nil }
        self.header = header
        var pieces: [Range<Int>] = []
        while let chunk = scanner.next() {
            guard chunk.isIntact else { return nil }
            switch chunk.name {
            case .IDAT: pieces.append(chunk.data)
            case .PLTE where header.colourType == .indexed:
                guard palette.isEmpty, chunk.data.count % 3 == 0, chunk.data.count <= 768 else { return nil }
                palette = stride(from: chunk.data.lowerBound, to: chunk.data.upperBound, by: 3).map {
                    RGBAColour(red: bytes[$0], green: bytes[$0 + 1], blue: bytes[$0 + 2])
                }
            case .tRNS:
                guard header.colourType == .indexed, chunk.data.count <= palette.count else { return nil }
                for (place, alpha) in bytes[chunk.data].enumerated() { palette[place].alpha = alpha }
            default: continue
            }
        }
        guard case .end = scanner.ending, let first = pieces.first else { return nil }
        stream = pieces.count == 1 ? bytes[first] : ArraySlice(pieces.flatMap { bytes[$0] })
    }
}

extension PNGColourType {
    fileprivate var isGrey: Bool { self == .greyscale || self == .greyscaleAlpha }
}
