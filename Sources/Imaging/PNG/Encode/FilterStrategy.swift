import ImageHeaders

/// How the filter of each row is chosen.
enum FilterStrategy: Hashable {
    /// The same one for every row.
    case fixed(RowFilter)
    /// For each row the one that promises to deflate best.
    case smallest(Measure)

    /// What a filtered row is judged by.
    enum Measure {
        /// The sum of absolute differences: what PNG 12.7 recommends, and quick.
        case differences
        /// How many different pairs of bytes there are, as few pairs mean many matches: three times slower, and on
        /// drawings about 3 % smaller.
        case pairs
    }

    /// The rows, each after the number of its filter: what goes into the deflate stream.
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
