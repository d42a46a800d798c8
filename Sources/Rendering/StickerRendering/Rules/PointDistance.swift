/// Distances in a grid of cells, in thirds of a cell. The distance between two cells that share a side is 3. Between
/// cells that share only a corner, it is 4.
///
/// Source: Borgefors, "Distance transformations in digital images" (1986), the chamfer distance 3-4, whose error is
/// at most 8 %.
enum PointDistance {
    /// The distance of cells that share a side, in thirds of a cell.
    static let unit: UInt16 = 3
    private static let corner: UInt16 = 4
    /// The distance that is returned if no cell is marked.
    private static let farthest: UInt16 = 30_000

    /// The distance of each cell from the nearest marked cell.
    static func from(_ marked: [Bool], columns: Int) -> [UInt16] {
        guard columns > 0 else { return [] }
        let rows = marked.count / columns
        // The grid gets a margin, so that every cell has all neighbours.
        let stride = columns + 2
        var wide = [UInt16](repeating: farthest, count: stride * (rows + 2))
        wide.withUnsafeMutableBufferPointer { cells in
            for row in 0..<rows {
                var (cell, left) = ((row &+ 1) &* stride &+ 1, farthest)
                for column in 0..<columns {
                    let above = cell &- stride
                    let near = min(left, cells[above]) &+ unit
                    let far = min(cells[above &- 1], cells[above &+ 1]) &+ corner
                    left = marked[row &* columns &+ column] ? 0 : min(near, far, farthest)
                    cells[cell] = left
                    cell &+= 1
                }
            }
            for row in (0..<rows).reversed() {
                var (cell, right) = ((row &+ 1) &* stride &+ columns, farthest)
                for _ in 0..<columns {
                    let below = cell &+ stride
                    let near = min(right, cells[below]) &+ unit
                    let far = min(cells[below &- 1], cells[below &+ 1]) &+ corner
                    right = min(cells[cell], near, far)
                    cells[cell] = right
                    cell &-= 1
                }
            }
        }
        return (0..<rows).flatMap { row in wide[(row + 1) * stride + 1..<(row + 2) * stride - 1] }
    }
}
