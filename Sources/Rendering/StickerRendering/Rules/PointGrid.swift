import Pixels

/// A @3x picture as a grid with one cell per point. Each cell is the average of its pixels.
///
/// Rules about visibility use lengths in points. The grid also saves time, because it has only a ninth of the pixels.
package struct PointGrid {
    /// The number of pixels along each side of a cell.
    private static let pixelsPerPoint = 3

    package let columns: Int
    package let rows: Int
    /// The cells, row by row: red, green and blue times alpha, and alpha.
    package let cells: [SIMD4<UInt8>]
    /// Whether each cell belongs to the art, which means that at least half of it is covered.
    let isArt: [Bool]
    /// The number of cells that belong to the art.
    let artCount: Int

    package init(of picture: RGBAImage) {
        let side = PointGrid.pixelsPerPoint
        let columns = (picture.width + side - 1) / side
        let rows = (picture.height + side - 1) / side
        self.columns = columns
        self.rows = rows
        let (width, height) = (picture.width, picture.height)
        let cells = picture.bytes.withUnsafeBytes { bytes in
            [SIMD4<UInt8>](unsafeUninitializedCapacity: columns * rows) { cells, count in
                for row in 0..<rows {
                    for column in 0..<columns {
                        let (x, y) = (column &* side, row &* side)
                        let first = (y &* width &+ x) &* 4
                        let isWhole = x &+ side <= width && y &+ side <= height
                        cells.initializeElement(
                            at: row &* columns &+ column,
                            to: isWhole && PointGrid.isFlat(bytes, at: first, rowBytes: width &* 4)
                                ? PointGrid.premultiplied(bytes, at: first)
                                : PointGrid.average(
                                    bytes, at: first, rowBytes: width &* 4, columns: min(side, width &- x),
                                    rows: min(side, height &- y)))
                    }
                }
                count = columns * rows
            }
        }
        self.cells = cells
        isArt = cells.map { $0.w > 127 }
        artCount = isArt.count { $0 }
    }

    /// Whether all pixels of a cell have the same colour, as in most cells.
    @inline(__always)
    private static func isFlat(_ bytes: UnsafeRawBufferPointer, at first: Int, rowBytes: Int) -> Bool {
        let colour = bytes.loadUnaligned(fromByteOffset: first, as: UInt32.self)
        var difference: UInt32 = 0
        var offset = first
        for _ in 0..<pixelsPerPoint {
            for x in 0..<pixelsPerPoint {
                difference |= bytes.loadUnaligned(fromByteOffset: offset &+ x &* 4, as: UInt32.self) ^ colour
            }
            offset &+= rowBytes
        }
        return difference == 0
    }

    @inline(__always)
    private static func premultiplied(_ bytes: UnsafeRawBufferPointer, at offset: Int) -> SIMD4<UInt8> {
        let pixel = bytes.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
        return pixel.w == 255 ? pixel : average(bytes, at: offset, rowBytes: 0, columns: 1, rows: 1)
    }

    private static func average(
        _ bytes: UnsafeRawBufferPointer, at first: Int, rowBytes: Int, columns: Int, rows: Int
    ) -> SIMD4<UInt8> {
        var sum = SIMD4<UInt32>.zero
        var offset = first
        for _ in 0..<rows {
            for x in 0..<columns {
                let pixel = bytes.loadUnaligned(fromByteOffset: offset &+ x &* 4, as: SIMD4<UInt8>.self)
                var wide = SIMD4<UInt32>(truncatingIfNeeded: pixel)
                wide.w = 255
                sum &+= wide &* UInt32(pixel.w)
            }
            offset &+= rowBytes
        }
        let total = UInt32(255 &* columns &* rows)
        return SIMD4<UInt8>(truncatingIfNeeded: (sum &+ total / 2) / total)
    }
}
