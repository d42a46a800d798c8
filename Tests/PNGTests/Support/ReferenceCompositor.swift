import ImageHeaders
import Pixels

/// Draws frames according to the specification, with whole canvases and exact fractions.
struct ReferenceCompositor {
    private var output: RGBAImage
    /// The canvas on which the next frame is drawn.
    private var next: RGBAImage
    private var isFirst = true

    init(width: Int, height: Int) {
        output = RGBAImage(width: width, height: height, filledWith: .clear)
        next = output
    }

    mutating func draw(_ image: RGBAImage, _ control: FrameControl) -> RGBAImage {
        let before = next
        output = before
        var cleared = before
        let rectangle = control.rectangle
        for y in 0..<rectangle.height {
            for x in 0..<rectangle.width {
                let place = ((rectangle.y + y) * output.width + rectangle.x + x) * 4
                let beneath = before[rectangle.x + x, rectangle.y + y]
                let pixel = control.blend == .source ? image[x, y] : over(image[x, y], beneath)
                let bytes = [pixel.red, pixel.green, pixel.blue, pixel.alpha]
                output.bytes.replaceSubrange(place..<(place + 4), with: bytes)
                cleared.bytes.replaceSubrange(place..<(place + 4), with: [0, 0, 0, 0])
            }
        }
        switch control.disposal {
        case .none: next = output
        case .background:
            next = output
            for y in 0..<rectangle.height {
                for x in 0..<(rectangle.width * 4) {
                    next.bytes[((rectangle.y + y) * output.width + rectangle.x) * 4 + x] = 0
                }
            }
        case .previous: next = isFirst ? cleared : before
        }
        isFirst = false
        return output
    }

    private func over(_ above: RGBAColour, _ beneath: RGBAColour) -> RGBAColour {
        // The unit is 1 / 65,025, so that all numbers are integers until the last division.
        let weight = Int(above.alpha) * 255
        let rest = Int(beneath.alpha) * (255 - Int(above.alpha))
        guard weight + rest > 0 else { return .clear }
        func mean(_ one: UInt8, _ other: UInt8) -> UInt8 {
            let exact = Double(Int(one) * weight + Int(other) * rest) / Double(weight + rest)
            return UInt8(exact.rounded(.toNearestOrAwayFromZero))
        }
        let alpha = (Double(weight + rest) / 255).rounded(.toNearestOrAwayFromZero)
        return RGBAColour(
            red: mean(above.red, beneath.red), green: mean(above.green, beneath.green),
            blue: mean(above.blue, beneath.blue), alpha: UInt8(alpha))
    }
}
