import JobModel
import Pixels
import Vector
import Vips

/// Vector art, which is drawn at any size.
struct VectorDrawing: Sendable {
    /// The renderer of the drawing, with the data that it needs.
    enum Source: Sendable {
        case svg(SVGDocument)
        /// An SVG that librsvg does not draw correctly.
        case second(SecondDrawing)
        /// The bytes of a PDF. libvips draws its first page.
        case pdf([UInt8])
    }

    let source: Source
    /// The size of the drawing's canvas, in its own units.
    let width: Double
    let height: Double
    /// Whether drawing takes long. Such art is drawn as few times as possible.
    var isCostly = false

    /// The number of `SVGContents.strokes` from which a drawing is costly. Drawing this number takes about a second.
    static let costlyStrokes = 5000

    var longSide: Double { max(width, height) }

    /// The long side, in pixels, of the drawing that the rules examine.
    static let probeSide = 1024

    /// The maximum long side of a canvas, in its own units. libvips cannot draw at a scale below a thousandth.
    static let longestSide = Double(probeSide) * 1000

    /// The finding about a canvas that is too large.
    func tooLarge(_ name: String) -> RuleFinding {
        // The exact number is not useful, and the largest values are not integers.
        let units = longSide < 1e12 ? "\(NumberFormat.number(longSide, digits: 0)) units" : "more than a trillion units"
        return Rule.damagedFile.finding(
            "\(name) has a canvas that is too large to be drawn: \(units).",
            fix: "Export it on a canvas of an ordinary size, such as 1,000 × 1,000.")
    }

    /// The scale of the drawing that the rules examine, relative to the art's own size.
    var probeScale: Double { Double(VectorDrawing.probeSide) / longSide }

    /// A part of the canvas, drawn at `scale` times the canvas's own size.
    ///
    /// - Parameter choose: returns the rectangle to draw, for a canvas of the given size. Nil to draw the whole
    ///   canvas.
    /// - Throws: `VipsError`, `VectorError`, `SecondRendererFailure`.
    func drawn(scale: Double, cutting choose: ((PixelSize) -> PixelRectangle)? = nil) throws -> RGBAImage {
        func part(of size: PixelSize) -> PixelRectangle {
            choose?(size) ?? PixelRectangle(x: 0, y: 0, width: size.width, height: size.height)
        }
        let size = PixelSize(
            width: max(1, Int(clamping: (width * scale).rounded())),
            height: max(1, Int(clamping: (height * scale).rounded())))
        switch source {
        case .svg(let document):
            let part = part(of: size)
            return try document.draw(
                size: (size.width, size.height), part: (part.x, part.y, part.width, part.height))
        case .second(let drawing): return Resampler.crop(try drawing.drawn(size), to: part(of: size))
        case .pdf(let bytes):
            let whole = try Image.loadPDF(bytes, scale: scale).inSRGB(by: .sRGB).rgba()
            return Resampler.crop(whole, to: part(of: PixelSize(width: whole.width, height: whole.height)))
        }
    }
}
