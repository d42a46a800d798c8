/// A picture of 8-bit sRGB pixels with straight alpha: red, green, blue and alpha, row by row from the top, without
/// padding.
package struct RGBAImage: Equatable, Sendable {
    /// The number of pixels per row.
    package let width: Int
    /// The number of rows.
    package let height: Int
    /// `width * height * 4` bytes.
    package var bytes: [UInt8]

    package init(width: Int, height: Int, bytes: [UInt8]) {
        precondition(bytes.count == width * height * 4, "an RGBA image has four bytes per pixel")
        self.width = width
        self.height = height
        self.bytes = bytes
    }

    package init(width: Int, height: Int, filledWith colour: RGBAColour) {
        let count = width * height * 4
        let bytes = [UInt8](unsafeUninitializedCapacity: count) { buffer, initialized in
            let raw = UnsafeMutableRawBufferPointer(rebasing: UnsafeMutableRawBufferPointer(buffer)[..<count])
            raw.withMemoryRebound(to: SIMD4<UInt8>.self) { pixels in
                pixels.update(repeating: SIMD4(colour.red, colour.green, colour.blue, colour.alpha))
            }
            initialized = count
        }
        self.init(width: width, height: height, bytes: bytes)
    }

    package subscript(x: Int, y: Int) -> RGBAColour {
        let offset = (y * width + x) * 4
        return RGBAColour(
            red: bytes[offset], green: bytes[offset + 1], blue: bytes[offset + 2], alpha: bytes[offset + 3])
    }
}
