import JobModel
import PNG
import Pixels
import Vector

/// An SVG as the second renderer draws it.
struct SecondDrawing: Sendable {
    let renderer: any SecondRenderer
    let document: ResvgDocument
    let options: [String]
    let limits: SourceLimits

    /// The maximum long side of a canvas in pixels. Unlike librsvg, resvg cannot draw only a part of a larger canvas.
    private static let longestSide = 4096

    /// The maximum size of the output in bytes. The output consists of warnings and a PNG.
    private static func mostBytes(_ size: PixelSize) -> Int { size.width * size.height * 5 + (1 << 16) }

    /// The drawing of the whole canvas.
    ///
    /// - Throws: `SecondRendererFailure`.
    func drawn(_ size: PixelSize) throws -> RGBAImage {
        guard max(size.width, size.height) <= SecondDrawing.longestSide,
            let svg = document.bytes(width: size.width, height: size.height),
            let png = renderer.draw(svg, options: options, mostBytes: SecondDrawing.mostBytes(size), limits: limits),
            let pixels = PNGDecoder.pixels(of: png, limit: size.width * size.height),
            pixels.width == size.width, pixels.height == size.height
        else { throw SecondRendererFailure() }
        return pixels
    }
}
