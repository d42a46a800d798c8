import Pixels

/// Finds faint specks outside the art, such as the remains of an eraser, a mask or a scan.
enum StrayPixels {
    /// The number of cells along the long side of the picture.
    private static let cellsAlong = 192
    /// The alpha above which pixels are art and not specks.
    private static let solidAlpha: Int32 = 96
    /// The maximum size of a group of cells that is treated as specks, as a share of all cells. A soft glow is
    /// larger.
    private static let largestIsland = 0.004

    /// The number of visible pixels in small groups of cells without a solid pixel.
    static func count(in image: RGBAImage) -> Int {
        let side = max(1, (max(image.width, image.height) + cellsAlong - 1) / cellsAlong)
        let columns = (image.width + side - 1) / side
        let rows = (image.height + side - 1) / side
        var strongest = [Int32](repeating: 0, count: columns * rows)
        var visible = [Int](repeating: 0, count: columns * rows)
        // For each column of pixels, the largest alpha in the current row of cells.
        var most = [Int32](repeating: 0, count: image.width)
        var counts = most
        for row in 0..<rows {
            for x in 0..<image.width { (most[x], counts[x]) = (0, 0) }
            for y in row * side..<min((row + 1) * side, image.height) { add(row: y, of: image, to: &most, &counts) }
            for column in 0..<columns {
                let cell = row * columns + column
                for x in column * side..<min((column + 1) * side, image.width) {
                    strongest[cell] = max(strongest[cell], most[x])
                    visible[cell] += Int(counts[x])
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

    /// Adds a row of pixels to the largest alphas and to the counts. The loop is simple, so that the compiler can
    /// vectorise it.
    private static func add(row y: Int, of image: RGBAImage, to most: inout [Int32], _ counts: inout [Int32]) {
        let width = image.width
        image.bytes.withUnsafeBytes { bytes in
            most.withUnsafeMutableBufferPointer { most in
                counts.withUnsafeMutableBufferPointer { counts in
                    guard let row = bytes.baseAddress.map({ $0 + y * width * 4 }), let most = most.baseAddress,
                        let counts = counts.baseAddress
                    else { return }
                    for x in 0..<width {
                        let pixel = UInt32(littleEndian: row.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self))
                        let alpha = Int32(truncatingIfNeeded: pixel >> 24)
                        most[x] = max(most[x], alpha)
                        counts[x] &+= alpha > 0 ? 1 : 0
                    }
                }
            }
        }
    }

    /// Groups of cells that contain visible pixels. Cells of a group touch each other at a side or at a corner.
    private static func islands(_ cells: [Int32], columns: Int, rows: Int) -> [[Int]] {
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
