import ImageHeaders

/// Room for one row filtered in a way that may yet be beaten, and for counting its pairs.
struct RowScratch {
    let rowBytes: Int
    private var candidate: [UInt8]
    /// One bit for each of the 65,536 pairs of bytes.
    private var pairs = [UInt64](repeating: 0, count: 1024)

    init(rowBytes: Int) {
        self.rowBytes = rowBytes
        candidate = [UInt8](repeating: 0, count: rowBytes)
    }

    /// Leaves in `output` the number and bytes of the filter that costs least; of equals the one with the lowest number.
    mutating func keepSmallest(
        of row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, in output: UnsafeMutablePointer<UInt8>,
        pixelBytes: Int, by measure: FilterStrategy.Measure
    ) {
        let count = rowBytes
        candidate.withUnsafeMutableBufferPointer { buffer in
            guard let candidate = buffer.baseAddress else { return }
            var smallest = Int.max
            for filter in RowFilter.allCases {
                filter.apply(to: row, above: above, into: candidate, count: count, pixelBytes: pixelBytes)
                let cost =
                    switch measure {
                    case .differences: RowScratch.differences(in: candidate, count: count)
                    case .pairs: RowScratch.pairs(in: candidate, count: count, seen: &pairs)
                    }
                guard cost < smallest else { continue }
                smallest = cost
                output[0] = filter.rawValue
                (output + 1).update(from: candidate, count: count)
            }
        }
    }

    /// The sum of a filtered row's bytes, each taken as a signed difference without its sign (PNG 12.7).
    private static func differences(in filtered: UnsafePointer<UInt8>, count: Int) -> Int {
        var sum = 0
        var start = 0
        // In parts whose sum fits 16 bits a lane: vectors of those hold twice as many as of 32.
        while start < count {
            let end = min(start &+ 256, count)
            var part: UInt16 = 0
            for place in start..<end {
                let byte = filtered[place]
                part &+= UInt16(min(byte, 0 &- byte))
            }
            sum &+= Int(part)
            start = end
        }
        return sum
    }

    /// How many different pairs of neighbouring bytes a filtered row has.
    private static func pairs(in filtered: UnsafePointer<UInt8>, count: Int, seen: inout [UInt64]) -> Int {
        seen.withUnsafeMutableBufferPointer { seen in
            seen.update(repeating: 0)
            var pair = UInt16(filtered[0])
            for place in 1..<max(count, 1) {
                pair = pair &<< 8 | UInt16(filtered[place])
                seen[Int(pair &>> 6)] |= 1 &<< UInt64(pair & 63)
            }
            return seen.reduce(0) { $0 &+ $1.nonzeroBitCount }
        }
    }
}
