import CRsvg
import Pixels

/// Vector art as pixels on paper, drawn at once on one surface. libvips draws art from outside, bounded and in tiles; what
/// stickerd itself has set in type needs neither, and is opaque.
package enum VectorPicture {
    /// Draws SVG on white.
    ///
    /// - Parameters:
    ///   - width: units of the art.
    ///   - height: units of the art.
    ///   - scale: pixels a unit.
    /// - Throws: `PDFError`.
    package static func draw(svg: [UInt8], width: Double, height: Double, scale: Double) throws -> RGBAImage {
        let (columns, rows) = (Int((width * scale).rounded()), Int((height * scale).rounded()))
        let surface = cairo_image_surface_create(CAIRO_FORMAT_ARGB32, Int32(columns), Int32(rows))
        defer { cairo_surface_destroy(surface) }
        let context = cairo_create(surface)
        defer { cairo_destroy(context) }
        cairo_set_source_rgb(context, 1, 1, 1)
        cairo_paint(context)
        cairo_scale(context, scale, scale)
        try render(svg, width: width, height: height, on: context)
        cairo_surface_flush(surface)
        guard cairo_surface_status(surface) == CAIRO_STATUS_SUCCESS, cairo_status(context) == CAIRO_STATUS_SUCCESS,
            let pixels = cairo_image_surface_get_data(surface)
        else { throw PDFError.cannotDraw(String(cString: cairo_status_to_string(cairo_status(context)))) }
        let stride = Int(cairo_image_surface_get_stride(surface))
        return RGBAImage(
            width: columns, height: rows,
            bytes: [UInt8](unsafeUninitializedCapacity: columns * rows * 4) { target, count in
                let (source, target) = (UnsafeRawPointer(pixels), UnsafeMutableRawBufferPointer(target))
                for row in 0..<rows {
                    for column in 0..<columns {
                        // Cairo keeps a pixel as a 32-bit number, blue in the lowest byte.
                        let word = source.load(fromByteOffset: row &* stride &+ column &* 4, as: UInt32.self)
                        let swapped = (word & 0xFF00_FF00) | (word >> 16) & 0xFF | (word & 0xFF) << 16
                        target.storeBytes(
                            of: swapped.littleEndian, toByteOffset: (row &* columns &+ column) &* 4, as: UInt32.self)
                    }
                }
                count = columns * rows * 4
            })
    }

    /// Draws SVG at the origin of a context, a unit as large as the context has it.
    static func render(_ svg: [UInt8], width: Double, height: Double, on context: OpaquePointer?) throws {
        var failure: UnsafeMutablePointer<GError>?
        guard let handle = rsvg_handle_new_from_data(svg, gsize(svg.count), &failure) else { throw PDFError(failure) }
        defer { g_object_unref(UnsafeMutableRawPointer(handle)) }
        var viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
        guard rsvg_handle_render_document(handle, context, &viewport, &failure) != 0 else { throw PDFError(failure) }
    }
}

extension PDFError {
    /// What librsvg says; it is released.
    fileprivate init(_ failure: UnsafeMutablePointer<GError>?) {
        defer { g_error_free(failure) }
        self = .unreadableVector(failure.map { String(cString: $0.pointee.message) } ?? "no reason was given")
    }
}
