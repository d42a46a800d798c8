import Deflate
import ImageHeaders

/// Finds the form with the fewest bytes for each frame. A form consists of the disposal of the previous frame, the
/// frame's rectangle, and its blending.
///
/// The optimizer keeps three canvases in memory, regardless of the number of frames.
struct FrameOptimizer<Form: AnimationPixels> {
    typealias Pixel = Form.Pixel

    let form: Form
    let width: Int
    let height: Int

    /// The visible pixels after the last frame.
    private var shown: [Pixel] = []
    /// The pixels before the last frame was drawn.
    private var beneath: [Pixel] = []
    private var lastRectangle = FrameRectangle(width: 0, height: 0)

    /// The level at which forms are compared.
    private let level: DeflateLevel

    /// - Parameter level: the deflate level at which the chosen forms are compressed later.
    init(form: Form, width: Int, height: Int, level: DeflateLevel) {
        self.form = form
        self.level = min(level, .balanced)
        self.width = width
        self.height = height
    }

    /// Whether a frame equals the visible canvas.
    func shows(_ frame: [Pixel]) -> Bool { frame == shown }

    /// Returns the smallest form of the next frame. Afterwards, `frame` is the visible canvas.
    ///
    /// - Throws: `outOfMemory`.
    mutating func next(_ frame: [Pixel]) throws(PNGError) -> FrameCandidate<Pixel> {
        let whole = FrameRectangle(width: width, height: height)
        guard !shown.isEmpty else {
            beneath = [Pixel](repeating: form.clear ?? 0, count: width * height)
            (shown, lastRectangle) = (frame, whole)
            return FrameCandidate(replacing: whole, of: frame, width: width, after: .none)
        }
        let bases = self.bases(for: frame)
        let best = try smallest(of: bases.flatMap { forms(of: frame, on: $0) })
        beneath = bases.first { $0.disposal == best.disposalBefore }?.canvas ?? shown
        (shown, lastRectangle) = (frame, best.rectangle)
        return best
    }

    /// A canvas on which the next frame can be drawn, and its difference from that frame.
    private struct Base {
        let disposal: FrameDisposal
        let canvas: [Pixel]
        let difference: CanvasDifference
    }

    /// The canvases that are compared: the visible one, and one after another disposal if it needs fewer changes.
    private func bases(for frame: [Pixel]) -> [Base] {
        func base(_ disposal: FrameDisposal, _ canvas: [Pixel]) -> Base {
            Base(
                disposal: disposal, canvas: canvas,
                difference: CanvasDifference(canvas, frame, width: width, height: height))
        }
        let unchanged = base(.none, shown)
        guard form.clear != nil else { return [unchanged] }
        let others = [base(.background, cleared()), base(.previous, beneath)]
        let best = others.min { $0.difference.count < $1.difference.count }
        guard let best, best.difference.count < unchanged.difference.count else { return [unchanged] }
        return [unchanged, best]
    }

    private func cleared() -> [Pixel] {
        guard let clear = form.clear else { return shown }
        var canvas = shown
        for y in lastRectangle.y..<(lastRectangle.y + lastRectangle.height) {
            let start = y * width + lastRectangle.x
            canvas.withUnsafeMutableBufferPointer { pixels in
                UnsafeMutableBufferPointer(rebasing: pixels[start..<(start + lastRectangle.width)])
                    .update(repeating: clear)
            }
        }
        return canvas
    }

    private func forms(of frame: [Pixel], on base: Base) -> [FrameCandidate<Pixel>] {
        // A frame must have at least one pixel, even if no pixel changes.
        let rectangle = base.difference.rectangle ?? FrameRectangle(width: 1, height: 1)
        let replacing = FrameCandidate(replacing: rectangle, of: frame, width: width, after: base.disposal)
        // If all pixels of the rectangle change, blending saves nothing.
        guard base.difference.count < rectangle.width * rectangle.height else { return [replacing] }
        let laid = FrameCandidate(
            over: base.canvas, rectangle, of: frame, width: width, after: base.disposal, form: form)
        return [replacing] + (laid.map { [$0] } ?? [])
    }

    /// The form that is smallest at a quick level. The full level would select a form that is at most 1 % smaller.
    private func smallest(of forms: [FrameCandidate<Pixel>]) throws(PNGError) -> FrameCandidate<Pixel> {
        var best = forms[0]
        guard forms.count > 1 else { return best }
        guard var compressor = try? Compressor(level) else { throw PNGError.outOfMemory }
        var least = Int.max
        for candidate in forms {
            let scanlines = form.scanlines(
                of: candidate.pixels, width: candidate.rectangle.width, height: candidate.rectangle.height)
            let size = compressor.zlib(form.quickFilter.apply(to: scanlines)).count
            if size < least { (best, least) = (candidate, size) }
        }
        return best
    }
}

/// A possible form of a frame: the disposal of the previous frame, the rectangle, and the blending.
struct FrameCandidate<Pixel: FixedWidthInteger & Sendable>: Sendable {
    /// The disposal that the previous frame must have.
    let disposalBefore: FrameDisposal
    let rectangle: FrameRectangle
    let blend: FrameBlend
    /// The pixels of the rectangle.
    let pixels: [Pixel]

    /// A frame that replaces all pixels of the rectangle.
    init(replacing rectangle: FrameRectangle, of frame: [Pixel], width: Int, after disposal: FrameDisposal) {
        disposalBefore = disposal
        self.rectangle = rectangle
        blend = .source
        pixels = FrameCandidate.cut(rectangle, of: frame, width: width)
    }

    /// A frame that is blended over the canvas: pixels that are already visible become transparent. Nil if a
    /// translucent pixel must replace visible pixels, which blending cannot do.
    init?<Form: AnimationPixels>(
        over base: [Pixel], _ rectangle: FrameRectangle, of frame: [Pixel], width: Int, after disposal: FrameDisposal,
        form: Form
    ) where Form.Pixel == Pixel {
        guard let clear = form.clear else { return nil }
        var pixels = FrameCandidate.cut(rectangle, of: frame, width: width)
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

/// The difference between two canvases of the same size.
struct CanvasDifference {
    /// The smallest rectangle that contains all differences. Nil if there are none.
    let rectangle: FrameRectangle?
    /// The number of differing pixels.
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

/// Composites RGBA pixels with straight alpha over a possibly translucent canvas, in integers, rounded to the nearest
/// level.
///
/// The alpha s above and the alpha d below are from 0 to 255. The alpha of the result is s + d (255 - s) / 255. Each
/// channel is the mean of both, weighted by their shares of this alpha (PNG 13.16, Porter and Duff 1984).
enum OverBlending {
    /// Composites a row of pixels over another row of the same length.
    static func blend(_ above: UnsafeBufferPointer<UInt8>, over beneath: UnsafeMutableBufferPointer<UInt8>) {
        let count = min(above.count, beneath.count)
        guard let source = above.baseAddress, let canvas = beneath.baseAddress else { return }
        for offset in stride(from: 0, to: count &- 3, by: 4) {
            let (from, to) = (source + offset, canvas + offset)
            switch (from[3], to[3]) {
            case (0, _): break
            case (255, _), (_, 0): to.update(from: from, count: 4)
            case (let alpha, let under): blendPixel(from, UInt32(alpha), over: to, UInt32(under))
            }
        }
    }

    @inline(__always)
    private static func blendPixel(
        _ above: UnsafePointer<UInt8>, _ aboveAlpha: UInt32, over beneath: UnsafeMutablePointer<UInt8>,
        _ beneathAlpha: UInt32
    ) {
        // The weights are alphas multiplied by 255, so their sum is at most 65,025. The sum cannot be 0 here.
        let weight = aboveAlpha &* 255
        let rest = beneathAlpha &* (255 &- aboveAlpha)
        let total = weight &+ rest
        for channel in 0..<3 {
            let sum = UInt32(above[channel]) &* weight &+ UInt32(beneath[channel]) &* rest
            beneath[channel] = UInt8(truncatingIfNeeded: (sum &+ total / 2) / total)
        }
        beneath[3] = UInt8(truncatingIfNeeded: (total &+ 127) / 255)
    }
}
