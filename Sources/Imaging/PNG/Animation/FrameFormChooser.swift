import Deflate
import ImageHeaders

/// Finds, frame after frame, the form that takes the fewest bytes: after which disposal of the last frame, which
/// rectangle, and replacing or laid over.
///
/// Holds three canvases, whatever the number of frames.
struct FrameFormChooser<Form: AnimationPixels> {
    typealias Pixel = Form.Pixel

    let form: Form
    let width: Int
    let height: Int

    /// What is seen now.
    private var shown: [Pixel] = []
    /// What was there before the last frame was drawn.
    private var beneath: [Pixel] = []
    private var lastRectangle = FrameRectangle(width: 0, height: 0)

    /// The level that forms are compared at.
    private let level: DeflateLevel

    /// - Parameter level: what the frames are deflated at in the end.
    init(form: Form, width: Int, height: Int, level: DeflateLevel) {
        self.form = form
        self.level = min(level, .balanced)
        self.width = width
        self.height = height
    }

    /// Whether a frame shows just what is seen already.
    func shows(_ frame: [Pixel]) -> Bool { frame == shown }

    /// The best form of the next frame, which then is what is seen.
    ///
    /// - Throws: `outOfMemory`.
    mutating func next(_ frame: [Pixel]) throws(PNGError) -> FrameForm<Pixel> {
        let whole = FrameRectangle(width: width, height: height)
        guard !shown.isEmpty else {
            beneath = [Pixel](repeating: form.clear ?? 0, count: width * height)
            (shown, lastRectangle) = (frame, whole)
            return FrameForm(replacing: whole, of: frame, width: width, after: .none)
        }
        let bases = self.bases(for: frame)
        let best = try smallest(of: bases.flatMap { forms(of: frame, on: $0) })
        beneath = bases.first { $0.disposal == best.disposalBefore }?.canvas ?? shown
        (shown, lastRectangle) = (frame, best.rectangle)
        return best
    }

    /// A canvas that the next frame can be drawn on.
    private struct Base {
        let disposal: FrameDisposal
        let canvas: [Pixel]
        let difference: CanvasDifference
    }

    /// What is seen now, and the best of what the other disposals leave, where it has less to be changed.
    private func bases(for frame: [Pixel]) -> [Base] {
        func base(_ disposal: FrameDisposal, _ canvas: [Pixel]) -> Base {
            Base(
                disposal: disposal, canvas: canvas,
                difference: CanvasDifference(canvas, frame, width: width, height: height))
        }
        let standing = base(.none, shown)
        guard form.clear != nil else { return [standing] }
        let others = [base(.background, cleared()), base(.previous, beneath)]
        let best = others.min { $0.difference.count < $1.difference.count }
        guard let best, best.difference.count < standing.difference.count else { return [standing] }
        return [standing, best]
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

    private func forms(of frame: [Pixel], on base: Base) -> [FrameForm<Pixel>] {
        // A frame has at least one pixel, also where nothing changes.
        let rectangle = base.difference.rectangle ?? FrameRectangle(width: 1, height: 1)
        let replacing = FrameForm(replacing: rectangle, of: frame, width: width, after: base.disposal)
        // Where all changes anyway there is nothing to leave out.
        guard base.difference.count < rectangle.width * rectangle.height else { return [replacing] }
        let laid = FrameForm(over: base.canvas, rectangle, of: frame, width: width, after: base.disposal, form: form)
        return [replacing] + (laid.map { [$0] } ?? [])
    }

    /// A quick level tells which form wins; tried in full, another would be smaller by a per cent at most.
    private func smallest(of forms: [FrameForm<Pixel>]) throws(PNGError) -> FrameForm<Pixel> {
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
