import Deflate

/// A part of a PNG: some rows of an opaque picture. A PNG file consists of the head, all strips from the top, and the
/// tail.
package struct PNGStrip: Sendable, Hashable {
    /// The number of rows.
    package let rows: Int
    /// The checksum of the rows before compression.
    package let checksum: Adler32
    /// A complete IDAT chunk.
    package let chunk: [UInt8]

    /// - Parameter stream: deflate blocks that end at a byte boundary. None of them is marked as the last.
    /// - Throws: `tooLarge` if the stream does not fit into a chunk.
    package init(rows: Int, checksum: Adler32, stream: ArraySlice<UInt8>) throws(PNGError) {
        var writer = ChunkWriter(capacity: stream.count + 12)
        try writer.appendImageData(stream)
        self.rows = rows
        self.checksum = checksum
        chunk = writer.bytes
    }

    /// The bytes before the first strip.
    ///
    /// - Parameters:
    ///   - width: the number of pixels per row.
    ///   - rows: the total number of rows in all strips.
    /// - Throws: `unwritableSize` for a picture without pixels, `tooLarge`.
    package static func head(width: Int, rows: Int) throws(PNGError) -> [UInt8] {
        let header = try PNGHeader(width: width, height: rows, bitDepth: 8, colourType: .truecolour)
        var writer = ChunkWriter(header, capacity: 64)
        // The header of a zlib stream, with a window of 32 KB and the fastest level (RFC 1950, 2.2).
        try writer.appendImageData([0x78, 0x01])
        return writer.bytes
    }

    /// The bytes after the last strip.
    ///
    /// - Parameter checksums: the checksums of all strips, from the top.
    package static func tail(_ checksums: [Adler32]) throws(PNGError) -> [UInt8] {
        // The last block, which is empty. The checksum follows.
        var end: [UInt8] = [0x03, 0x00]
        end.appendBigEndian(checksums.reduce(Adler32()) { $0.followed(by: $1) }.value)
        var writer = ChunkWriter(capacity: 64)
        try writer.appendImageData(end)
        return writer.finished()
    }

    /// Joins strips, in order from the top, to a PNG file.
    ///
    /// - Throws: `unwritableSize` for a picture without pixels, `tooLarge`.
    package static func joined(_ strips: [PNGStrip], width: Int) throws(PNGError) -> [UInt8] {
        var bytes = try head(width: width, rows: strips.reduce(0) { $0 + $1.rows })
        for strip in strips { bytes += strip.chunk }
        return bytes + (try tail(strips.map(\.checksum)))
    }
}
