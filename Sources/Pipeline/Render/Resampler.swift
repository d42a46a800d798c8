import Pixels
import Vips

/// Brings pixels to another size without fringes: colours are multiplied by alpha first, so that what is invisible
/// has no say in the average.
enum Resampler {
    /// `image` at the given size in pixels, by Lanczos' kernel.
    ///
    /// Eight bits are enough for the premultiplied values: laid on any background the result is within one level of what
    /// floating point gives (see docs/decisions/premultiplied-8-bit.md).
    static func resize(_ image: RGBAImage, width: Int, height: Int) throws -> RGBAImage {
        if image.width == width, image.height == height { return cleared(image) }
        let premultiplied = RGBAImage(
            width: image.width, height: image.height, bytes: premultiplied(image.bytes))
        let resized = try Image(premultiplied).resized(width: width, height: height).rgba()
        return RGBAImage(width: width, height: height, bytes: straight(resized.bytes))
    }

    /// A rectangle of a picture.
    static func crop(_ image: RGBAImage, to rectangle: PixelRectangle) -> RGBAImage {
        if rectangle.width == image.width, rectangle.height == image.height { return image }
        let rowBytes = rectangle.width * 4
        let bytes = [UInt8](unsafeUninitializedCapacity: rowBytes * rectangle.height) { target, count in
            image.bytes.withUnsafeBufferPointer { source in
                for row in 0..<rectangle.height {
                    let start = ((rectangle.y + row) * image.width + rectangle.x) * 4
                    let line = UnsafeBufferPointer(rebasing: source[start..<start + rowBytes])
                    _ = UnsafeMutableBufferPointer(rebasing: target[row * rowBytes..<(row + 1) * rowBytes])
                        .initialize(from: line)
                }
            }
            count = rowBytes * rectangle.height
        }
        return RGBAImage(width: rectangle.width, height: rectangle.height, bytes: bytes)
    }

    /// A transparent square with the picture in its middle.
    static func centre(_ image: RGBAImage, inSquareOf side: Int) -> RGBAImage {
        if image.width == side, image.height == side { return image }
        var square = RGBAImage(width: side, height: side, filledWith: .clear)
        let left = (side - image.width) / 2
        let top = (side - image.height) / 2
        image.bytes.withUnsafeBufferPointer { source in
            square.bytes.withUnsafeMutableBufferPointer { target in
                for row in 0..<image.height {
                    let from = row * image.width * 4
                    let to = ((top + row) * side + left) * 4
                    for offset in 0..<image.width * 4 { target[to &+ offset] = source[from &+ offset] }
                }
            }
        }
        return square
    }

    /// With the colours of fully transparent pixels, which nobody sees, set to zero.
    private static func cleared(_ image: RGBAImage) -> RGBAImage {
        var result = image
        result.bytes.withUnsafeMutableBufferPointer { bytes in
            for offset in stride(from: 0, to: bytes.count, by: 4) where bytes[offset &+ 3] == 0 {
                bytes[offset] = 0
                bytes[offset &+ 1] = 0
                bytes[offset &+ 2] = 0
            }
        }
        return result
    }

    private static func premultiplied(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            bytes.withUnsafeBufferPointer { source in
                for offset in stride(from: 0, to: bytes.count, by: 4) {
                    let alpha = UInt32(source[offset &+ 3])
                    for channel in 0..<3 {
                        let product = UInt32(source[offset &+ channel]) &* alpha &+ 128
                        target[offset &+ channel] = UInt8(truncatingIfNeeded: (product &+ product >> 8) >> 8)
                    }
                    target[offset &+ 3] = UInt8(truncatingIfNeeded: alpha)
                }
            }
            count = bytes.count
        }
    }

    private static func straight(_ bytes: [UInt8]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
            bytes.withUnsafeBufferPointer { source in
                for offset in stride(from: 0, to: bytes.count, by: 4) {
                    let alpha = UInt32(source[offset &+ 3])
                    for channel in 0..<3 {
                        let value = UInt32(source[offset &+ channel])
                        target[offset &+ channel] =
                            alpha == 255
                            ? UInt8(truncatingIfNeeded: value)
                            : alpha == 0 ? 0 : UInt8(truncatingIfNeeded: min(255, (value &* 255 &+ alpha / 2) / alpha))
                    }
                    target[offset &+ 3] = UInt8(truncatingIfNeeded: alpha)
                }
            }
            count = bytes.count
        }
    }
}
