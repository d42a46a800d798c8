import Deflate

/// Whether a PNG has transparent pixels, determined without a decoder.
package enum PNGAlpha: Sendable, Equatable {
    /// The picture has no alpha.
    case none
    /// The picture has alpha, but every pixel is opaque.
    case opaque
    /// At least one pixel is not opaque.
    case transparent

    /// The maximum number of bytes that are inflated.
    private static let limit = 64 << 20

    /// - Returns: nil if the answer is unknown: for pictures with alpha that are interlaced, damaged or very large,
    ///   or whose transparent colour is in samples that do not have 8 bits.
    package init?(_ bytes: [UInt8]) {
        guard let inspection = try? PNGInspection(bytes) else { return nil }
        guard inspection.hasTransparency else {
            // An opaque picture with a tRNS chunk has a palette in which every alpha is 255.
            self = PNGAlpha.hasTransparencyChunk(bytes) ? .opaque : .none
            return
        }
        guard let rows = PixelRows(bytes, limit: PNGAlpha.limit), let isOpaque = rows.isOpaque else { return nil }
        self = isOpaque ? .opaque : .transparent
    }

    private static func hasTransparencyChunk(_ bytes: [UInt8]) -> Bool {
        guard var scanner = try? ChunkScanner(bytes) else { return false }
        while let chunk = scanner.next() {
            if chunk.name == .IDAT { return false }
            if chunk.name == .tRNS { return true }
        }
        return false
    }
}

/// The samples of a picture without interlacing, with their filters undone (PNG 9.2).
private struct PixelRows {
    private let header: PNGHeader
    private let tRNS: [UInt8]
    private var samples: [UInt8]
    private let rowBytes: Int

    init?(_ bytes: [UInt8], limit: Int) {
        guard var scanner = try? ChunkScanner(bytes) else { return nil }
        var header: PNGHeader?
        var transparency: [UInt8] = []
        var stream: [UInt8] = []
        while let chunk = scanner.next() {
            switch chunk.name {
            case .IHDR: header = try? PNGHeader(bytes, in: chunk.data)
            case .tRNS: transparency = Array(bytes[chunk.data])
            case .IDAT: stream += bytes[chunk.data]
            default: continue
            }
        }
        guard let header, !header.isInterlaced, let size = header.inflatedSize, size <= limit,
            let inflated = try? Inflater.inflate(stream, in: 0..<stream.count, limit: size), inflated.count == size
        else { return nil }
        self.header = header
        tRNS = transparency
        samples = inflated
        rowBytes = (header.width * header.colourType.channels * header.bitDepth + 7) / 8
        guard unfilter() else { return nil }
    }

    private mutating func unfilter() -> Bool {
        let (rowBytes, height) = (rowBytes, header.height)
        let step = max(1, header.colourType.channels * header.bitDepth / 8)
        let nothing = [UInt8](repeating: 0, count: rowBytes)
        return samples.withUnsafeMutableBufferPointer { samples in
            nothing.withUnsafeBufferPointer { nothing in
                guard let start = samples.baseAddress, var above = nothing.baseAddress else { return false }
                for y in 0..<height {
                    let row = start + y * (rowBytes + 1)
                    guard let filter = RowFilter(rawValue: row[0]) else { return false }
                    filter.undo(row + 1, above: above, into: row + 1, count: rowBytes, pixelBytes: step)
                    above = UnsafePointer(row + 1)
                }
                return true
            }
        }
    }

    /// Whether every pixel is opaque. Nil if the file declares a transparent colour and its samples do not have 8
    /// bits.
    var isOpaque: Bool? {
        let bytesASample = header.bitDepth / 8
        switch header.colourType {
        case .greyscaleAlpha, .truecolourAlpha:
            let step = header.colourType.channels * bytesASample
            return allRows { row in
                stride(from: row + step - bytesASample, to: row + rowBytes, by: step).allSatisfy { place in
                    (0..<bytesASample).allSatisfy { samples[place + $0] == 255 }
                }
            }
        case .indexed:
            let seeThrough = Set(tRNS.indices.filter { tRNS[$0] < 255 })
            guard !seeThrough.isEmpty else { return true }
            return allRows { row in
                (0..<header.width).allSatisfy { !seeThrough.contains(index($0, row: row)) }
            }
        case .truecolour where header.bitDepth == 8 && tRNS.count == 6:
            let key = [tRNS[1], tRNS[3], tRNS[5]]
            return allRows { row in
                stride(from: row, to: row + rowBytes, by: 3).allSatisfy { Array(samples[$0..<$0 + 3]) != key }
            }
        case .greyscale where header.bitDepth == 8 && tRNS.count == 2:
            return allRows { row in samples[row..<row + rowBytes].allSatisfy { $0 != tRNS[1] } }
        case .truecolour, .greyscale: return nil
        }
    }

    private func allRows(_ test: (Int) -> Bool) -> Bool {
        (0..<header.height).allSatisfy { test($0 * (rowBytes + 1) + 1) }
    }

    private func index(_ column: Int, row: Int) -> Int {
        let perByte = 8 / header.bitDepth
        let shift = (perByte - 1 - column % perByte) * header.bitDepth
        return Int(samples[row + column / perByte]) >> shift & ((1 << header.bitDepth) - 1)
    }
}
