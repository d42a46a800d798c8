import Pixels

/// The bounds of the visible part of a picture.
struct ContentBounds {
    /// The smallest rectangle that contains all pixels whose alpha is above the threshold. Nil without such pixels.
    let rectangle: PixelRectangle?
    /// Whether every pixel is fully opaque.
    let isOpaque: Bool

    static func find(in image: RGBAImage, alphaAbove threshold: UInt8) -> ContentBounds {
        var left = image.width
        var right = -1
        var top = image.height
        var bottom = -1
        var everything: UInt32 = .max
        image.bytes.withUnsafeBytes { bytes in
            for y in 0..<image.height {
                let row = y &* image.width &* 4
                for x in 0..<image.width {
                    everything &= UInt32(
                        littleEndian: bytes.loadUnaligned(fromByteOffset: row &+ x &* 4, as: UInt32.self))
                }
                // Rows are examined from both ends, because pixels between the first and the last visible one do not
                // matter.
                var first = 0
                while first < image.width, bytes[row &+ first &* 4 &+ 3] <= threshold { first &+= 1 }
                guard first < image.width else { continue }
                var last = image.width &- 1
                while bytes[row &+ last &* 4 &+ 3] <= threshold { last &-= 1 }
                left = min(left, first)
                right = max(right, last)
                top = min(top, y)
                bottom = y
            }
        }
        guard right >= 0 else { return ContentBounds(rectangle: nil, isOpaque: false) }
        return ContentBounds(
            rectangle: PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1),
            isOpaque: everything >> 24 == 255)
    }
}
