import ImageHeaders
import Pixels

/// The colours which indexed images with one palette use, each once.
struct UsedColours {
    let colours: [RGBAColour]
    /// How many pixels have each of `colours`.
    let counts: [Int]
    /// For each of 256 indices of the images its place in `colours`; 0 where no pixel has it.
    let table: [UInt8]

    /// - Parameter images: all with the same palette.
    /// - Throws: `indexOutsidePalette` when a pixel has no colour.
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
            // All that cannot be seen is one colour, and so is what the palette has twice.
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

    /// How many pixels have each of 256 indices.
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
