import Pixels

/// Properties of an animation that are found in a first pass over its frames.
struct MovingArt: Sendable {
    /// The smallest rectangle with all visible pixels of all frames. Nil if no pixel is visible.
    let content: PixelRectangle?
    /// Whether every pixel of every frame is opaque.
    let isOpaque: Bool
    /// The number of the first frame with a visible pixel, and its picture. Nil if no frame has one.
    let firstVisible: (place: Int, frame: RGBAImage)?
    /// The share of the visible pixels that differ between the first and the last frame, from 0 to 1.
    let jump: Double
    /// The largest share of the visible pixels that differ between two consecutive frames, from 0 to 1.
    let largestStep: Double
    /// The number of frames that equal the previous one.
    let repeats: Int

    /// - Throws: the errors of the source.
    init(_ source: some FrameSource, trimThreshold: UInt8) throws {
        var content: PixelRectangle?
        var isOpaque = true
        var firstVisible: (place: Int, frame: RGBAImage)?
        var first: RGBAImage?
        var last: RGBAImage?
        var largestStep = 0.0
        var repeats = 0
        try source.forEachFrame { place, frame in
            if let last, last.bytes == frame.bytes {
                repeats += 1
                return
            }
            let bounds = ContentBounds.find(in: frame, alphaAbove: trimThreshold)
            isOpaque = isOpaque && bounds.isOpaque
            if let rectangle = bounds.rectangle {
                content = content?.union(rectangle) ?? rectangle
                if firstVisible == nil { firstVisible = (place, frame) }
            }
            if let last { largestStep = max(largestStep, MovingArt.difference(last, frame)) }
            first = first ?? frame
            last = frame
        }
        self.content = content
        self.isOpaque = isOpaque
        self.firstVisible = firstVisible
        self.largestStep = largestStep
        self.repeats = repeats
        jump = first.flatMap { first in last.map { MovingArt.difference(first, $0) } } ?? 0
    }

    /// The share of pixels that clearly differ, among the pixels that are visible in at least one of two pictures.
    /// Only every fourth pixel of every fourth row is examined.
    private static func difference(_ one: RGBAImage, _ other: RGBAImage) -> Double {
        var visible = 0
        var different = 0
        one.bytes.withUnsafeBufferPointer { one8 in
            other.bytes.withUnsafeBufferPointer { other8 in
                for y in stride(from: 0, to: one.height, by: 4) {
                    for x in stride(from: 0, to: one.width, by: 4) {
                        let at = (y &* one.width &+ x) &* 4
                        guard one8[at &+ 3] > 25 || other8[at &+ 3] > 25 else { continue }
                        visible &+= 1
                        var distance = abs(Int(one8[at &+ 3]) - Int(other8[at &+ 3]))
                        for channel in 0..<3 {
                            distance = max(distance, abs(Int(one8[at &+ channel]) - Int(other8[at &+ channel])))
                        }
                        if distance > 48 { different &+= 1 }
                    }
                }
            }
        }
        return visible == 0 ? 0 : Double(different) / Double(visible)
    }
}

extension PixelRectangle {
    /// The smallest rectangle that contains both rectangles.
    func union(_ other: PixelRectangle) -> PixelRectangle {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return PixelRectangle(
            x: left, y: top, width: max(x + width, other.x + other.width) - left,
            height: max(y + height, other.y + other.height) - top)
    }
}
