/// A picture whose pixels are indices in a palette of at most 256 colours.
package struct IndexedImage: Equatable, Sendable {
    /// The number of pixels per row.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// `width * height` indices in `palette`, row by row from the top.
    package var indices: [UInt8]
    /// The palette of 1 to 256 colours.
    package var palette: [RGBAColour]

    package init(width: Int, height: Int, indices: [UInt8], palette: [RGBAColour]) {
        precondition(indices.count == width * height, "an indexed image holds one byte per pixel")
        precondition((1...256).contains(palette.count), "a palette holds 1 to 256 colours")
        self.width = width
        self.height = height
        self.indices = indices
        self.palette = palette
    }

    /// The same picture in true colours, with every pixel looked up in the palette.
    package var expanded: RGBAImage {
        let table = palette.map {
            UInt32($0.red) | UInt32($0.green) << 8 | UInt32($0.blue) << 16 | UInt32($0.alpha) << 24
        }
        let bytes = [UInt8](unsafeUninitializedCapacity: indices.count * 4) { buffer, count in
            let target = UnsafeMutableRawBufferPointer(buffer)
            table.withUnsafeBufferPointer { table in
                indices.withUnsafeBufferPointer { indices in
                    for pixel in 0..<indices.count {
                        target.storeBytes(
                            of: table[Int(indices[pixel])].littleEndian, toByteOffset: pixel &* 4, as: UInt32.self)
                    }
                }
            }
            count = indices.count * 4
        }
        return RGBAImage(width: width, height: height, bytes: bytes)
    }
}
