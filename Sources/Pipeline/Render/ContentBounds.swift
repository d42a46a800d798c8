import Pixels

/// Where the visible part of a picture lies.
struct ContentBounds {
    /// The smallest rectangle with every pixel whose alpha is above the threshold; nil when there is none.
    let rectangle: PixelRectangle?
    /// Whether every pixel is fully opaque.
    let isOpaque: Bool

    static func find(in image: RGBAImage, alphaAbove threshold: UInt8) -> ContentBounds {
        var left = image.width
        var right = -1
        var top = image.height
        var bottom = -1
        var everything: UInt8 = 255
        image.bytes.withUnsafeBufferPointer { bytes in
            for y in 0..<image.height {
                let row = y &* image.width &* 4 &+ 3
                var first = -1
                var last = -1
                for x in 0..<image.width {
                    let alpha = bytes[row &+ x &* 4]
                    everything &= alpha
                    if alpha > threshold {
                        if first < 0 { first = x }
                        last = x
                    }
                }
                guard first >= 0 else { continue }
                left = min(left, first)
                right = max(right, last)
                top = min(top, y)
                bottom = y
            }
        }
        guard right >= 0 else { return ContentBounds(rectangle: nil, isOpaque: false) }
        return ContentBounds(
            rectangle: PixelRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1),
            isOpaque: everything == 255)
    }
}
