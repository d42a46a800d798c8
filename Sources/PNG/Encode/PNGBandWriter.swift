import Pixels

/// Writes an opaque picture from bands of its rows, from the top: for pages that would take a hundred megabytes whole.
///
/// Each row is stored as its difference from the one above, which on pages, most of them even, is as good as choosing.
package struct PNGBandWriter: ~Copyable {
    /// The last pixel is written with its fourth byte, which is no part of the row.
    private static let spare = 1

    private let header: PNGHeader
    private var stream: ZlibStream
    private var above: [UInt8]
    private var filtered: [UInt8]
    private var rows = 0

    /// - Parameters:
    ///   - width: pixels.
    ///   - height: pixels: the rows of all bands together.
    /// - Throws: `unwritableSize` for a picture without pixels, `outOfMemory`.
    package init(width: Int, height: Int) throws(PNGError) {
        let form = SampleForm.opaqueColour
        let header = try PNGHeader(width: width, height: height, bitDepth: form.bitDepth, colourType: form.colourType)
        let stream = try ZlibStream()
        self.header = header
        self.stream = stream
        above = [UInt8](repeating: 0, count: width * 4)
        filtered = [UInt8](repeating: 0, count: 1 + width * 3 + PNGBandWriter.spare)
    }

    /// The next rows: a picture as wide as the whole; its alpha is ignored.
    package mutating func append(_ band: RGBAImage) {
        precondition(band.width == header.width, "bands are as wide as the picture")
        let rowBytes = band.width * 4
        band.bytes.withUnsafeBytes { pixels in
            for y in 0..<band.height {
                let row = UnsafeRawBufferPointer(rebasing: pixels[y * rowBytes..<(y + 1) * rowBytes])
                filter(row)
                stream.append(&filtered, count: filtered.count - PNGBandWriter.spare)
                above.withUnsafeMutableBytes { $0.copyMemory(from: row) }
            }
        }
        rows += band.height
    }

    /// The whole file.
    ///
    /// - Throws: `tooLarge`.
    package consuming func finished() throws(PNGError) -> [UInt8] {
        precondition(rows == header.height, "the bands are as high as the picture")
        var writer = ChunkWriter(header, capacity: stream.bytes.count + 65_536)
        try writer.appendImageData(stream.finished())
        return writer.finished()
    }

    private mutating func filter(_ row: UnsafeRawBufferPointer) {
        filtered[0] = RowFilter.up.rawValue
        filtered.withUnsafeMutableBytes { filtered in
            above.withUnsafeBytes { above in
                for offset in stride(from: 0, to: row.count, by: 4) {
                    let difference =
                        row.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
                        &- above.loadUnaligned(fromByteOffset: offset, as: SIMD4<UInt8>.self)
                    // The fourth byte is written over by the next pixel's first.
                    filtered.storeBytes(
                        of: difference, toByteOffset: offset / 4 * 3 + 1, as: SIMD4<UInt8>.self)
                }
            }
        }
    }
}
