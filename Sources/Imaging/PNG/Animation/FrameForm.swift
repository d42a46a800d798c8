import ImageHeaders

/// One way to store a frame: what becomes of the last one first, which rectangle is drawn, and how.
struct FrameForm<Pixel: FixedWidthInteger & Sendable>: Sendable {
    /// What the last frame's disposal has to be.
    let disposalBefore: FrameDisposal
    let rectangle: FrameRectangle
    let blend: FrameBlend
    /// The pixels of the rectangle.
    let pixels: [Pixel]

    /// The rectangle as it is to be seen.
    init(replacing rectangle: FrameRectangle, of frame: [Pixel], width: Int, after disposal: FrameDisposal) {
        disposalBefore = disposal
        self.rectangle = rectangle
        blend = .source
        pixels = FrameForm.cut(rectangle, of: frame, width: width)
    }

    /// The rectangle with all that is beneath it already left out; nil where something would shine through.
    init?<Form: AnimationPixels>(
        over base: [Pixel], _ rectangle: FrameRectangle, of frame: [Pixel], width: Int, after disposal: FrameDisposal,
        form: Form
    ) where Form.Pixel == Pixel {
        guard let clear = form.clear else { return nil }
        var pixels = FrameForm.cut(rectangle, of: frame, width: width)
        var isPossible = true
        pixels.withUnsafeMutableBufferPointer { pixels in
            base.withUnsafeBufferPointer { base in
                for y in 0..<rectangle.height {
                    let start = (rectangle.y &+ y) &* width &+ rectangle.x
                    for x in 0..<rectangle.width {
                        let wanted = pixels[y &* rectangle.width &+ x]
                        let beneath = base[start &+ x]
                        if wanted == beneath {
                            pixels[y &* rectangle.width &+ x] = clear
                        } else if beneath != clear, !form.isOpaque(wanted) {
                            isPossible = false
                            return
                        }
                    }
                }
            }
        }
        guard isPossible else { return nil }
        disposalBefore = disposal
        self.rectangle = rectangle
        blend = .over
        self.pixels = pixels
    }

    private static func cut(_ rectangle: FrameRectangle, of frame: [Pixel], width: Int) -> [Pixel] {
        let count = rectangle.width * rectangle.height
        return [Pixel](unsafeUninitializedCapacity: count) { target, filled in
            frame.withUnsafeBufferPointer { frame in
                for y in 0..<rectangle.height {
                    let start = (rectangle.y + y) * width + rectangle.x
                    for x in 0..<rectangle.width {
                        target[y &* rectangle.width &+ x] = frame[start &+ x]
                    }
                }
            }
            filled = count
        }
    }
}
