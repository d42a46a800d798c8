import Deflate
import ImageHeaders
import Pixels

/// Writes a strip of an opaque picture in bands of rows, from the top. A whole page would need a hundred megabytes of
/// memory. Several writers can create the strips of a page in parallel.
///
/// Each row is stored as its difference from the row above. If most areas of a page have one colour, this is as good
/// as choosing a filter.
package struct PNGStripWriter: ~Copyable {
    private static let pixelBytes = 3

    private let width: Int
    private var deflater: FastDeflater
    private var above: [UInt8]
    private var rows = 0

    /// - Parameters:
    ///   - width: the number of pixels per row, at least one.
    ///   - cell: the number of pixels from a cell to the cell on its right. Nil if cells do not repeat.
    package init(width: Int, cell: Int? = nil) {
        precondition(width > 0, "rows have pixels")
        self.width = width
        deflater = FastDeflater(
            rowBytes: 1 + width * PNGStripWriter.pixelBytes, pixelBytes: PNGStripWriter.pixelBytes,
            cellBytes: cell.map { $0 * PNGStripWriter.pixelBytes })
        above = [UInt8](repeating: 0, count: width * 4)
    }

    /// Adds the next rows: a picture that is as wide as the strip, and whose alpha is ignored.
    package mutating func append(_ band: RGBAImage) {
        precondition(band.width == width, "bands are as wide as the strip")
        guard band.height > 0 else { return }
        let rowBytes = width * 4
        band.bytes.withUnsafeBytes { pixels in
            func row(_ y: Int) -> UnsafeRawBufferPointer {
                UnsafeRawBufferPointer(rebasing: pixels[y * rowBytes..<(y + 1) * rowBytes])
            }
            // The first row of a strip is stored unfiltered, because the row above is in another strip.
            above.withUnsafeBytes { append(row(0), above: $0, filter: rows == 0 ? .none : .up) }
            for y in 1..<band.height { append(row(y), above: row(y - 1), filter: .up) }
            above.withUnsafeMutableBytes { $0.copyMemory(from: row(band.height - 1)) }
        }
        rows += band.height
    }

    /// - Throws: `tooLarge`.
    package consuming func finished() throws(PNGError) -> PNGStrip {
        let rows = rows
        let piece = deflater.finished()
        return try PNGStrip(rows: rows, checksum: piece.checksum, stream: piece.bytes)
    }

    private mutating func append(_ row: UnsafeRawBufferPointer, above: UnsafeRawBufferPointer, filter: RowFilter) {
        deflater.append(count: 1 + width * PNGStripWriter.pixelBytes) { filtered in
            filtered[0] = filter.rawValue
            var place = 1
            for offset in stride(from: 0, to: row.count, by: 4) {
                let difference =
                    row.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
                    &- above.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
                // The next pixel overwrites the fourth byte.
                filtered.storeBytes(of: difference, toByteOffset: place, as: SIMD4<UInt8>.self)
                place &+= PNGStripWriter.pixelBytes
            }
        }
    }
}
