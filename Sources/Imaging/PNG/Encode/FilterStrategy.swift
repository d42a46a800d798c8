import ImageHeaders

/// A method for choosing the filter of each row.
enum FilterStrategy: Hashable {
    /// The same filter for every row.
    case fixed(RowFilter)
    /// For each row, the filter that probably compresses best by a measure.
    case smallest(Measure)

    /// An estimate of the compressed size of a filtered row.
    enum Measure {
        /// The sum of absolute differences, which PNG 12.7 recommends, and which is fast.
        case differences
        /// The number of different pairs of bytes. Few pairs mean many matches. This takes three times as long, and
        /// files of drawings are about 3 % smaller.
        case pairs
    }

    /// The input of deflate: each filtered row after a byte with the number of its filter.
    func apply(to scanlines: Scanlines) -> [UInt8] {
        let stride = scanlines.rowBytes + 1
        let zeros = [UInt8](repeating: 0, count: scanlines.rowBytes)
        return [UInt8](unsafeUninitializedCapacity: stride * scanlines.height) { output, count in
            scanlines.samples.withUnsafeBufferPointer { samples in
                zeros.withUnsafeBufferPointer { zeros in
                    guard let first = samples.baseAddress, let nothing = zeros.baseAddress,
                        let start = output.baseAddress
                    else { return }
                    var scratch = RowScratch(rowBytes: scanlines.rowBytes)
                    for y in 0..<scanlines.height {
                        let row = first + y * scanlines.rowBytes
                        let above = y == 0 ? nothing : row - scanlines.rowBytes
                        filter(
                            row, above: above, into: start + y * stride, pixelBytes: scanlines.pixelBytes,
                            scratch: &scratch)
                    }
                    count = stride * scanlines.height
                }
            }
        }
    }

    private func filter(
        _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>,
        pixelBytes: Int, scratch: inout RowScratch
    ) {
        switch self {
        case .fixed(let filter):
            output[0] = filter.rawValue
            filter.apply(to: row, above: above, into: output + 1, count: scratch.rowBytes, pixelBytes: pixelBytes)
        case .smallest(let measure):
            scratch.keepSmallest(of: row, above: above, in: output, pixelBytes: pixelBytes, by: measure)
        }
    }
}

extension RowFilter {
    /// Writes `count` filtered bytes of `row` to `output`, which must not overlap the rows.
    ///
    /// - Parameters:
    ///   - above: the row above. Zeros for the first row.
    ///   - pixelBytes: the same number as in `Scanlines`.
    func apply(
        to row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>,
        count: Int, pixelBytes: Int
    ) {
        let start = min(pixelBytes, count)
        let rest = count - start
        // The first pixel has no left neighbour. There Sub equals None, Paeth equals Up, and Average uses half the
        // pixel above.
        for place in 0..<start {
            switch self {
            case .none, .sub: output[place] = row[place]
            case .up, .paeth: output[place] = row[place] &- above[place]
            case .average: output[place] = row[place] &- above[place] >> 1
            }
        }
        let (pixel, up, filtered) = (row + start, above + start, output + start)
        switch self {
        case .none: filtered.update(from: pixel, count: rest)
        case .sub: RowFilter.subtract(row, from: pixel, into: filtered, count: rest)
        case .up: RowFilter.subtract(up, from: pixel, into: filtered, count: rest)
        case .average: RowFilter.average(pixel, left: row, up: up, into: filtered, count: rest)
        case .paeth: RowFilter.paeth(pixel, left: row, up: up, upLeft: above, into: filtered, count: rest)
        }
    }

    // The loops below avoid branches and dependencies between iterations, so that the compiler can vectorise them.

    private static func subtract(
        _ left: UnsafePointer<UInt8>, from pixel: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>,
        count: Int
    ) {
        for place in 0..<count {
            output[place] = pixel[place] &- left[place]
        }
    }

    private static func average(
        _ pixel: UnsafePointer<UInt8>, left: UnsafePointer<UInt8>, up: UnsafePointer<UInt8>,
        into output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        for place in 0..<count {
            // Half the sum of both bytes, rounded down, without an overflow.
            let half = (left[place] & up[place]) &+ ((left[place] ^ up[place]) >> 1)
            output[place] = pixel[place] &- half
        }
    }

    private static func paeth(
        _ pixel: UnsafePointer<UInt8>, left: UnsafePointer<UInt8>, up: UnsafePointer<UInt8>,
        upLeft: UnsafePointer<UInt8>, into output: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        for place in 0..<count {
            let (a, b, c) = (Int16(left[place]), Int16(up[place]), Int16(upLeft[place]))
            let (toA, toB) = (b &- c, a &- c)
            let toC = toA &+ toB
            let (distanceA, distanceB, distanceC) = (max(toA, 0 &- toA), max(toB, 0 &- toB), max(toC, 0 &- toC))
            let nearer = distanceB <= distanceC ? b : c
            let predicted = distanceA <= distanceB && distanceA <= distanceC ? a : nearer
            output[place] = pixel[place] &- UInt8(truncatingIfNeeded: predicted)
        }
    }
}
