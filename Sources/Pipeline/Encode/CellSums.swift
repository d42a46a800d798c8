/// Sums over the cells of a three-channel picture, from which the statistics of every window are added up.
struct CellSums: Sendable {
    /// Three values a cell: Σx.
    private(set) var linear: [Int32]
    /// Three values a cell: Σx².
    private(set) var square: [Int32]
    /// Three values a cell: Σxy with another picture; empty for an ideal.
    private(set) var cross: [Int32]
    /// Samples in the cell.
    private(set) var population: [Int32]

    /// - Parameters:
    ///   - plane: three bytes a sample.
    ///   - other: the picture whose products with this one are added up too.
    init(of plane: [UInt8], grid: CellGrid, crossing other: [UInt8]? = nil) {
        linear = [Int32](repeating: 0, count: grid.columns * grid.rows * 3)
        square = linear
        cross = other == nil ? [] : linear
        population = grid.populations
        plane.withUnsafeBufferPointer { x in
            if let other {
                other.withUnsafeBufferPointer { y in addUp(x, y, grid: grid) }
            } else {
                addUp(x, nil, grid: grid)
            }
        }
    }

    private mutating func addUp(
        _ x: UnsafeBufferPointer<UInt8>, _ y: UnsafeBufferPointer<UInt8>?, grid: CellGrid
    ) {
        linear.withUnsafeMutableBufferPointer { linear in
            square.withUnsafeMutableBufferPointer { square in
                cross.withUnsafeMutableBufferPointer { cross in
                    for row in 0..<grid.height {
                        let cellRow = (row >> 2) &* grid.columns &* 3
                        let start = row &* grid.width &* 3
                        for column in 0..<grid.width {
                            let cell = cellRow &+ (column >> 2) &* 3
                            let at = start &+ column &* 3
                            for channel in 0..<3 {
                                let value = Int32(x[at &+ channel])
                                linear[cell &+ channel] &+= value
                                square[cell &+ channel] &+= value &* value
                                if let y { cross[cell &+ channel] &+= value &* Int32(y[at &+ channel]) }
                            }
                        }
                    }
                }
            }
        }
    }
}
