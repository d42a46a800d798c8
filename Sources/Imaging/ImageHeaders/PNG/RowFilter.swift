/// The five filters, which store a row as differences from neighbouring bytes (PNG 9.2). The raw value is the number
/// in the file.
package enum RowFilter: UInt8, CaseIterable {
    case none = 0
    case sub = 1
    case up = 2
    case average = 3
    case paeth = 4
}

extension RowFilter {
    /// Reverses the filter for `count` bytes of a row (PNG 9.2). `row` may be the same memory as `filtered`.
    ///
    /// - Parameters:
    ///   - above: the unfiltered row above. Zeros for the first row.
    ///   - pixelBytes: the same number as in `Scanlines`.
    package func undo(
        _ filtered: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>,
        count: Int, pixelBytes: Int
    ) {
        switch self {
        case .none: row.update(from: filtered, count: count)
        case .up:
            for place in 0..<count { row[place] = filtered[place] &+ above[place] }
        case .sub, .average, .paeth:
            if pixelBytes == 4, count.isMultiple(of: 4) {
                undoByFours(filtered, above: above, into: row, count: count)
            } else {
                undoByBytes(filtered, above: above, into: row, count: count, pixelBytes: pixelBytes)
            }
        }
    }

    /// Processes the four bytes of a pixel in parallel. Each pixel depends on the one to its left.
    private func undoByFours(
        _ filtered: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>, count: Int
    ) {
        typealias Pixel = SIMD4<UInt8>
        let (from, over) = (UnsafeRawPointer(filtered), UnsafeRawPointer(above))
        let to = UnsafeMutableRawPointer(row)
        var left = Pixel.zero
        var corner = SIMD4<Int16>.zero
        for place in stride(from: 0, to: count, by: 4) {
            let difference = from.loadUnaligned(fromByteOffset: place, as: Pixel.self)
            switch self {
            case .sub: left &+= difference
            case .average:
                let up = over.loadUnaligned(fromByteOffset: place, as: Pixel.self)
                // Half the sum of both bytes, rounded down, without an overflow.
                left = difference &+ ((left & up) &+ ((left ^ up) &>> 1))
            default:
                let up = SIMD4<Int16>(truncatingIfNeeded: over.loadUnaligned(fromByteOffset: place, as: Pixel.self))
                let guess = RowFilter.paeth(SIMD4<Int16>(truncatingIfNeeded: left), up, corner)
                left = difference &+ Pixel(truncatingIfNeeded: guess)
                corner = up
            }
            to.storeBytes(of: left, toByteOffset: place, as: Pixel.self)
        }
    }

    /// The Paeth predictor for the four bytes of a pixel (PNG 9.4).
    @inline(__always)
    private static func paeth(
        _ left: SIMD4<Int16>, _ up: SIMD4<Int16>, _ corner: SIMD4<Int16>
    ) -> SIMD4<Int16> {
        let (toLeft, toUp) = (up &- corner, left &- corner)
        let toCorner = toLeft &+ toUp
        let (distanceLeft, distanceUp, distanceCorner) = (size(toLeft), size(toUp), size(toCorner))
        let other = corner.replacing(with: up, where: distanceUp .<= distanceCorner)
        return other.replacing(
            with: left, where: (distanceLeft .<= distanceUp) .& (distanceLeft .<= distanceCorner))
    }

    @inline(__always)
    private static func size(_ values: SIMD4<Int16>) -> SIMD4<Int16> {
        values.replacing(with: 0 &- values, where: values .< 0)
    }

    private func undoByBytes(
        _ filtered: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, into row: UnsafeMutablePointer<UInt8>,
        count: Int, pixelBytes: Int
    ) {
        for place in 0..<count {
            let isFirst = place < pixelBytes
            let left = isFirst ? 0 : Int(row[place &- pixelBytes])
            let up = Int(above[place])
            let guess: Int
            switch self {
            case .sub: guess = left
            case .average: guess = (left &+ up) / 2
            default: guess = RowFilter.paeth(left, up, isFirst ? 0 : Int(above[place &- pixelBytes]))
            }
            row[place] = filtered[place] &+ UInt8(truncatingIfNeeded: guess)
        }
    }

    /// The Paeth predictor (PNG 9.4).
    private static func paeth(_ left: Int, _ up: Int, _ corner: Int) -> Int {
        let guess = left &+ up &- corner
        let distances = (abs(guess &- left), abs(guess &- up), abs(guess &- corner))
        if distances.0 <= distances.1, distances.0 <= distances.2 { return left }
        return distances.1 <= distances.2 ? up : corner
    }
}
