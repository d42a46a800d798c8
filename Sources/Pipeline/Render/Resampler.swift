import Pixels
import Vips

/// Brings a picture to other sizes without fringes: colours are multiplied by alpha first, so that what is invisible
/// has no say in the average.
///
/// The sums are in floating point; libvips streams them, so only the result is ever in memory. Whole numbers would save
/// no time and cost sharpness: see docs/decisions/resampling.md.
final class Resampler {
    private let pixels: RGBAImage
    private let source: Image

    /// - Throws: `VipsError`.
    init(_ pixels: RGBAImage) throws {
        self.pixels = pixels
        source = try Image(pixels)
    }

    /// A rectangle of the picture at the given size in pixels, by Lanczos' kernel.
    ///
    /// - Throws: `VipsError`.
    func resize(_ rectangle: PixelRectangle, width: Int, height: Int) throws -> RGBAImage {
        if rectangle.width == width, rectangle.height == height {
            return Resampler.cleared(Resampler.crop(pixels, to: rectangle))
        }
        let resized = try source.cropped(
            x: rectangle.x, y: rectangle.y, width: rectangle.width, height: rectangle.height
        ).premultiplied().resized(width: width, height: height)
        return RGBAImage(width: width, height: height, bytes: Resampler.straight(try resized.floats()))
    }

    /// All of a picture at the given size in pixels.
    ///
    /// - Throws: `VipsError`.
    static func resize(_ pixels: RGBAImage, width: Int, height: Int) throws -> RGBAImage {
        try Resampler(pixels).resize(
            PixelRectangle(x: 0, y: 0, width: pixels.width, height: pixels.height), width: width, height: height)
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

    /// Colours divided by alpha again and rounded. Lanczos' kernel overshoots at edges, in colour and alpha alike: divided
    /// by each other before either is clipped, a flat colour stays just that up to its rim.
    private static func straight(_ values: [Float]) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: values.count) { target, count in
            values.withUnsafeBufferPointer { source in
                for offset in stride(from: 0, to: values.count, by: 4) {
                    let raw = source[offset &+ 3]
                    let alpha = UInt8(min(max(raw, 0), 255) + 0.5)
                    target[offset &+ 3] = alpha
                    let factor: Float = alpha == 0 ? 0 : 255 / max(raw, 0.5)
                    for channel in 0..<3 {
                        let value = source[offset &+ channel] * factor
                        target[offset &+ channel] = UInt8(min(max(value, 0), 255) + 0.5)
                    }
                }
            }
            count = values.count
        }
    }
}
