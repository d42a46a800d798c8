/// A picture whose pixels are places in a palette of at most 256 colours.
package struct IndexedImage: Equatable, Sendable {
    /// Pixels in a row.
    package let width: Int
    /// Rows.
    package let height: Int
    /// `width * height` places in `palette`, row by row from the top.
    package var indices: [UInt8]
    /// 1 to 256 colours.
    package var palette: [RGBAColour]

    package init(width: Int, height: Int, indices: [UInt8], palette: [RGBAColour]) {
        precondition(indices.count == width * height, "an indexed image holds one byte a pixel")
        precondition((1...256).contains(palette.count), "a palette holds 1 to 256 colours")
        self.width = width
        self.height = height
        self.indices = indices
        self.palette = palette
    }

    /// The same picture with every pixel looked up in the palette.
    package var expanded: RGBAImage {
        let bytes = [UInt8](unsafeUninitializedCapacity: indices.count * 4) { buffer, count in
            for (pixel, index) in indices.enumerated() {
                let colour = palette[Int(index)]
                buffer[pixel * 4] = colour.red
                buffer[pixel * 4 + 1] = colour.green
                buffer[pixel * 4 + 2] = colour.blue
                buffer[pixel * 4 + 3] = colour.alpha
            }
            count = indices.count * 4
        }
        return RGBAImage(width: width, height: height, bytes: bytes)
    }
}
