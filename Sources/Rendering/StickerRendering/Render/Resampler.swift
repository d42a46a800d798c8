import Glibc
import Pixels

/// A picture's size in whole pixels.
package struct PixelSize: Hashable, Sendable {
    package var width: Int
    package var height: Int

    package init(width: Int, height: Int) {
        self.width = width
        self.height = height
    }
}

/// Resizes pictures without fringes. Colours are first multiplied by alpha, so that transparent pixels do not affect
/// the averages.
package enum Resampler {
    /// A rectangle of a picture in each of the given sizes. All sizes are computed from the original picture.
    ///
    /// The picture is read once for all sizes. docs/decisions/resampling.md explains why libvips is not used for this.
    static func resize(_ rectangle: PixelRectangle, of picture: RGBAImage, to sizes: [PixelSize]) -> [RGBAImage] {
        let source = PixelSize(width: rectangle.width, height: rectangle.height)
        var resized = sizes.filter { $0 != source }.map { ResizedPicture(of: source, size: $0) }
        if !resized.isEmpty { feed(rectangle, of: picture, to: &resized) }
        var finished = resized.indices.map { resized[$0].finished() }[...]
        return sizes.map { size in
            size == source ? cleared(crop(picture, to: rectangle)) : finished.removeFirst()
        }
    }

    /// The whole picture at the given size.
    package static func resize(_ picture: RGBAImage, to size: PixelSize) -> RGBAImage {
        resize(PixelRectangle(x: 0, y: 0, width: picture.width, height: picture.height), of: picture, to: [size])[0]
    }

    /// Passes the premultiplied rows of the rectangle to the pictures that are resized.
    private static func feed(_ rectangle: PixelRectangle, of picture: RGBAImage, to resized: inout [ResizedPicture]) {
        var row = [SIMD4<Float>](repeating: .zero, count: rectangle.width + SourceRow.room)
        var runs = [Int32](repeating: 0, count: rectangle.width)
        picture.bytes.withUnsafeBytes { bytes in
            row.withUnsafeMutableBufferPointer { row in
                runs.withUnsafeMutableBufferPointer { runs in
                    guard let start = bytes.baseAddress, let pixels = row.baseAddress, let places = runs.baseAddress
                    else { return }
                    for y in 0..<rectangle.height {
                        let line = start + ((rectangle.y + y) * picture.width + rectangle.x) * 4
                        let isRepeated = y > 0 && memcmp(line, line - picture.width * 4, rectangle.width * 4) == 0
                        if !isRepeated { premultiply(line, count: rectangle.width, to: pixels, runs: places) }
                        let source = SourceRow(pixels: pixels, runs: places, isRepeated: isRepeated)
                        for place in resized.indices { resized[place].take(source) }
                    }
                }
            }
        }
    }

    private static func premultiply(
        _ line: UnsafeRawPointer, count: Int, to pixels: UnsafeMutablePointer<SIMD4<Float>>,
        runs: UnsafeMutablePointer<Int32>
    ) {
        var (last, run, value): (UInt32, Int32, SIMD4<Float>) = (0, 0, .zero)
        for x in 0..<count {
            let bits = line.loadUnaligned(fromByteOffset: x &* 4, as: UInt32.self)
            if bits != last {
                (last, run) = (bits, Int32(truncatingIfNeeded: x))
                value = premultiplied(line.loadUnaligned(fromByteOffset: x &* 4, as: SIMD4<UInt8>.self))
            }
            pixels[x] = value
            runs[x] = run
        }
    }

    @inline(__always)
    private static func premultiplied(_ pixel: SIMD4<UInt8>) -> SIMD4<Float> {
        let values = SIMD4<Float>(SIMD4<Int32>(truncatingIfNeeded: pixel))
        let alpha = values.w
        var result = values * (alpha / 255)
        result.w = alpha
        return result
    }

    /// The part of a picture inside a rectangle.
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

    /// A transparent square with the picture in its centre.
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

    /// Sets the colours of fully transparent pixels to zero.
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
}
