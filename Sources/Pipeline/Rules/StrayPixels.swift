import Pixels

/// Finds faint specks that lie apart from the art: remains of an eraser, a mask or a scan.
enum StrayPixels {
    /// The picture is looked at in cells, this many along its long side.
    private static let cellsAlong = 192
    /// Alpha above which something is art and no speck.
    private static let solidAlpha: UInt8 = 96
    /// The largest island, as a share of all cells, that counts as specks; a soft glow is larger.
    private static let largestIsland = 0.004

    /// How many visible pixels belong to islands that are small and nowhere solid.
    static func count(in image: RGBAImage) -> Int {
        let side = max(1, (max(image.width, image.height) + cellsAlong - 1) / cellsAlong)
        let columns = (image.width + side - 1) / side
        let rows = (image.height + side - 1) / side
        var strongest = [UInt8](repeating: 0, count: columns * rows)
        var visible = [Int](repeating: 0, count: columns * rows)
        image.bytes.withUnsafeBufferPointer { bytes in
            for y in 0..<image.height {
                let row = (y / side) &* columns
                for x in 0..<image.width {
                    let alpha = bytes[(y &* image.width &+ x) &* 4 &+ 3]
                    guard alpha > 0 else { continue }
                    let cell = row &+ x / side
                    strongest[cell] = max(strongest[cell], alpha)
                    visible[cell] += 1
                }
            }
        }
        return islands(strongest, columns: columns, rows: rows)
            .filter { island in
                Double(island.count) <= largestIsland * Double(columns * rows)
                    && island.allSatisfy { strongest[$0] < solidAlpha }
            }
            .reduce(0) { $0 + $1.reduce(0) { $0 + visible[$1] } }
    }

    /// Groups of cells with anything visible that touch each other, also at the corners.
    private static func islands(_ cells: [UInt8], columns: Int, rows: Int) -> [[Int]] {
        var seen = cells.map { $0 == 0 }
        var islands: [[Int]] = []
        for start in cells.indices where !seen[start] {
            seen[start] = true
            var island = [start]
            var next = 0
            while next < island.count {
                let (row, column) = (island[next] / columns, island[next] % columns)
                next += 1
                for y in max(0, row - 1)...min(rows - 1, row + 1) {
                    for x in max(0, column - 1)...min(columns - 1, column + 1) where !seen[y * columns + x] {
                        seen[y * columns + x] = true
                        island.append(y * columns + x)
                    }
                }
            }
            islands.append(island)
        }
        return islands
    }
}
