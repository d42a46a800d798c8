import CRsvg
import Pixels

/// Text that stickerd has typeset, as opaque pixels on white.
package enum VectorPicture {
    /// Draws SVG on white.
    ///
    /// - Parameters:
    ///   - width: units of the art.
    ///   - height: units of the art.
    ///   - scale: pixels per unit.
    /// - Throws: `VectorError`.
    package static func draw(svg: [UInt8], width: Double, height: Double, scale: Double) throws -> RGBAImage {
        let surface = try CairoPicture(
            width: Int((width * scale).rounded()), height: Int((height * scale).rounded()))
        cairo_set_source_rgb(surface.context, 1, 1, 1)
        cairo_paint(surface.context)
        cairo_scale(surface.context, scale, scale)
        try SVGDocument(svg).render(width: width, height: height, on: surface.context)
        return try surface.opaque()
    }
}
