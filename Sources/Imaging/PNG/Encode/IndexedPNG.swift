import ImageHeaders
import Pixels

/// A finished PNG with a palette, which can be written again with other colours for next to nothing: the compressed
/// pixels, which only name places in the palette, stay as they are.
package struct IndexedPNG: Sendable {
    /// The whole file.
    package let bytes: [UInt8]
    /// The colours in the order of the file: those with an alpha below 255 first, none twice, none unused.
    package let palette: [RGBAColour]
    /// Bits a pixel: 1, 2, 4 or 8.
    package var bitDepth: Int { header.bitDepth }

    private let header: PNGHeader
    /// Where in `bytes` the IDAT chunk lies, from its length to its checksum.
    private let imageData: Range<Int>

    init(header: PNGHeader, palette: [RGBAColour], stream: [UInt8]) throws(PNGError) {
        var writer = ChunkWriter(header, capacity: stream.count + palette.count * 4 + 96)
        writer.append(palette: palette)
        let start = writer.bytes.count
        try writer.appendImageData(stream)
        imageData = start..<writer.bytes.count
        bytes = writer.finished()
        self.header = header
        self.palette = palette
    }

    /// The file with other colours in the same places.
    ///
    /// - Parameter colours: one for each of `palette`, in its order.
    package func recoloured(_ colours: [RGBAColour]) -> [UInt8] {
        precondition(colours.count == palette.count, "each colour of the palette needs another")
        var writer = ChunkWriter(header, capacity: bytes.count + 16)
        writer.append(palette: colours)
        writer.append(copy: bytes[imageData])
        return writer.finished()
    }

    /// The file as it looks on an opaque background of one colour: the same pixels without transparency.
    package func composited(over background: RGBAColour) -> [UInt8] {
        recoloured(palette.map { $0.composited(over: background) })
    }
}
