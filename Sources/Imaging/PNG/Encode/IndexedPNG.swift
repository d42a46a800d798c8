import ImageHeaders
import Pixels

/// A finished PNG with a palette. It can be written again with other colours at almost no cost, because the
/// compressed palette indices do not change.
package struct IndexedPNG: Sendable {
    /// The whole file.
    package let bytes: [UInt8]
    /// The used colours in the order of the file, without duplicates. Colours with an alpha below 255 are first.
    package let palette: [RGBAColour]
    /// The number of bits per pixel: 1, 2, 4 or 8.
    package var bitDepth: Int { header.bitDepth }

    private let header: PNGHeader
    /// The range of the IDAT chunk in `bytes`, from its length to its checksum.
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

    /// The file with other colours for the same indices.
    ///
    /// - Parameter colours: one colour for each entry of `palette`, in the same order.
    package func recoloured(_ colours: [RGBAColour]) -> [UInt8] {
        precondition(colours.count == palette.count, "each colour of the palette needs another")
        var writer = ChunkWriter(header, capacity: bytes.count + 16)
        writer.append(palette: colours)
        writer.append(copy: bytes[imageData])
        return writer.finished()
    }

    /// The file on an opaque background of one colour: the same pixels without transparency.
    package func composited(over background: RGBAColour) -> [UInt8] {
        recoloured(palette.map { $0.composited(over: background) })
    }
}

/// The colours that indexed images with one palette use, without duplicates.
struct UsedColours {
    let colours: [RGBAColour]
    /// The number of pixels of each of `colours`.
    let counts: [Int]
    /// The index in `colours` for each of the 256 indices of the images. 0 for unused indices.
    let table: [UInt8]

    /// - Parameter images: images with the same palette.
    /// - Throws: `indexOutsidePalette` if the index of a pixel is not in the palette.
    init(in images: [IndexedImage]) throws(PNGError) {
        let palette = images.first?.palette ?? []
        let uses = UsedColours.histogram(of: images)
        if let index = uses.lastIndex(where: { $0 > 0 }), index >= palette.count {
            throw .indexOutsidePalette(index: index, colours: palette.count)
        }
        var colours: [RGBAColour] = []
        var counts: [Int] = []
        var places: [RGBAColour: Int] = [:]
        var table = [UInt8](repeating: 0, count: 256)
        for (index, colour) in palette.enumerated() where uses[index] > 0 {
            // All fully transparent pixels get the same colour, and duplicate palette entries are merged.
            let seen = colour.alpha == 0 ? RGBAColour.clear : colour
            let place = places[seen] ?? colours.count
            if place == colours.count {
                places[seen] = place
                colours.append(seen)
                counts.append(0)
            }
            counts[place] += uses[index]
            table[index] = UInt8(truncatingIfNeeded: place)
        }
        self.colours = colours
        self.counts = counts
        self.table = table
    }

    /// The number of pixels with each of the 256 indices.
    private static func histogram(of images: [IndexedImage]) -> [Int] {
        var uses = [Int](repeating: 0, count: 256)
        for image in images {
            image.indices.withUnsafeBufferPointer { indices in
                uses.withUnsafeMutableBufferPointer { uses in
                    for index in indices {
                        uses[Int(index)] &+= 1
                    }
                }
            }
        }
        return uses
    }
}

extension ChunkWriter {
    /// Writes PLTE. Also writes tRNS, up to the last colour that is not opaque (PNG 11.3.1.1).
    mutating func append(palette: [RGBAColour]) {
        append(.PLTE, palette.flatMap { [$0.red, $0.green, $0.blue] })
        let alphas = palette.map(\.alpha)
        if let last = alphas.lastIndex(where: { $0 < 255 }) {
            append(.tRNS, alphas[...last])
        }
    }
}
