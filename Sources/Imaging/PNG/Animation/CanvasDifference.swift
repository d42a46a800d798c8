import ImageHeaders

/// Where two canvases of the same size differ.
struct CanvasDifference {
    /// The smallest rectangle around all that differs; nil when nothing does.
    let rectangle: FrameRectangle?
    /// How many pixels differ.
    let count: Int

    init<Pixel: FixedWidthInteger>(_ one: [Pixel], _ other: [Pixel], width: Int, height: Int) {
        var (left, right, top, bottom) = (width, -1, -1, -1)
        var total = 0
        one.withUnsafeBufferPointer { one in
            other.withUnsafeBufferPointer { other in
                for y in 0..<height {
                    let start = y &* width
                    var differing = 0
                    for x in 0..<width {
                        differing &+= one[start &+ x] == other[start &+ x] ? 0 : 1
                    }
                    guard differing > 0 else { continue }
                    total &+= differing
                    if top < 0 { top = y }
                    bottom = y
                    var first = 0
                    while one[start &+ first] == other[start &+ first] { first &+= 1 }
                    var last = width &- 1
                    while one[start &+ last] == other[start &+ last] { last &-= 1 }
                    left = min(left, first)
                    right = max(right, last)
                }
            }
        }
        count = total
        rectangle =
            total == 0
            ? nil : FrameRectangle(x: left, y: top, width: right - left + 1, height: bottom - top + 1)
    }
}
