import CRsvg
import Pixels

/// Draws text that stickerd has typeset.
package enum VectorPicture {
    /// Draws an SVG as opaque pixels on white.
    ///
    /// - Parameters:
    ///   - width: the width of the drawing, in its own units.
    ///   - height: the height of the drawing, in its own units.
    ///   - scale: the number of pixels per unit.
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
