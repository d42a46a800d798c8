import Pixels
import Vips

/// Vector art, which is drawn at whatever size is wanted.
struct VectorDrawing: Sendable {
    let bytes: [UInt8]
    let format: SourceFormat
    /// The long side of its canvas, in its own units.
    let longSide: Double

    /// Long side in pixels of the drawing by which vector art is judged.
    static let probeSide = 1024

    /// By how much it is drawn larger than its own size to be judged.
    var probeScale: Double { Double(VectorDrawing.probeSide) / longSide }

    /// The whole canvas at `scale` times its own size.
    ///
    /// - Throws: `VipsError`.
    func drawn(scale: Double) throws -> RGBAImage {
        let image = format == .pdf ? try Image.loadPDF(bytes, scale: scale) : try Image.loadSVG(bytes, scale: scale)
        return try image.inSRGB(by: .sRGB).rgba()
    }
}
