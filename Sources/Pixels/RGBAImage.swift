/// A picture of 8-bit sRGB pixels with straight alpha: red, green, blue, alpha, row by row from the top, no padding.
package struct RGBAImage: Equatable, Sendable {
    /// Pixels in a row.
    package let width: Int
    /// Rows.
    package let height: Int
    /// `width * height * 4` bytes.
    package var bytes: [UInt8]

    package init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(bytes.count == width * height * 4, "an RGBA image holds four bytes a pixel")
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    package init(width: Int, height: Int, filledWith colour: RGBAColour) {
        var bytes = [UInt8](repeating: 0, count: width * height * 4)
        for offset in stride(from: 0, to: colour == .clear ? 0 : bytes.count, by: 4) {
            bytes[offset] = colour.red
            bytes[offset + 1] = colour.green
            bytes[offset + 2] = colour.blue
            bytes[offset + 3] = colour.alpha
        }
        self.init(width: width, height: height, bytes: bytes)
    }

    package subscript(x: Int, y: Int) -> RGBAColour {
        let offset = (y * width + x) * 4
        return RGBAColour(
            red: bytes[offset], green: bytes[offset + 1], blue: bytes[offset + 2], alpha: bytes[offset + 3])
    }
}
