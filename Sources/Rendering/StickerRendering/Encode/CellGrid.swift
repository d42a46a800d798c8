/// How a picture is divided into cells of 4×4 samples; a window is two cells by two.
struct CellGrid: Sendable {
    /// Samples in a row.
    let width: Int
    /// Rows of samples.
    let height: Int
    let columns: Int
    let rows: Int

    init(width: Int, height: Int) {
        self.width = width
        self.height = height
        columns = (width + 3) / 4
        rows = (height + 3) / 4
    }

    /// Calls `body` with the place of each sample of a cell.
    @inline(__always)
    func forEachSample(of cell: Int, _ body: (Int) -> Void) {
        let (left, top) = (cell % columns * 4, cell / columns * 4)
        for y in top..<min(top &+ 4, height) {
            for x in left..<min(left &+ 4, width) { body(y &* width &+ x) }
        }
    }

    /// Samples in each cell: 16, fewer at the right and lower edge.
    var populations: [Int32] {
        (0..<rows).flatMap { row in
            (0..<columns).map { Int32(min(4, width - $0 * 4) * min(4, height - row * 4)) }
        }
    }
}
