import CRsvg
import Pixels
import Synchronization

/// An SVG drawing, which is read once and can be drawn at any size.
///
/// It is read from memory and without a file path, so that librsvg opens no other files.
package final class SVGDocument: @unchecked Sendable {
    /// The size of the canvas in its own units, 96 per inch. Zero for an empty drawing without a size.
    package let width: Double
    package let height: Double

    private let handle: OpaquePointer
    /// The document, and the scale of its `feMorphology` effects at its own size. Nil unless these effects must be
    /// rewritten for each size.
    private let outlines: (bytes: [UInt8], scale: Double)?
    /// A handle may be used by only one thread at a time.
    private let turn = Mutex(())

    /// - Parameter isInspected: whether the nesting of the document has been checked. If so, longer texts, such as
    ///   embedded pictures, are allowed.
    /// - Parameter outlineScale: `SVGContents.outlineScale` of the document.
    /// - Throws: `VectorError.unreadable`.
    package init(_ bytes: [UInt8], isInspected: Bool = false, outlineScale: Double? = nil) throws {
        var failure: UnsafeMutablePointer<GError>?
        let isLong = isInspected && XMLLimits.needsMore(bytes)
        let handle =
            isLong
            ? SVGDocument.openLong(bytes, &failure) : rsvg_handle_new_from_data(bytes, gsize(bytes.count), &failure)
        guard let handle else { throw VectorError.unreadable(words(of: failure)) }
        self.handle = handle
        outlines = outlineScale.map { (bytes, $0) }
        rsvg_handle_set_dpi(handle, SVGLength.dotsPerInch)
        (width, height) = SVGLength.canvas(of: handle)
    }

    deinit {
        g_object_unref(UnsafeMutableRawPointer(handle))
    }

    private static func openLong(
        _ bytes: [UInt8], _ failure: inout UnsafeMutablePointer<GError>?
    ) -> OpaquePointer? {
        guard let handle = rsvg_handle_new_with_flags(RSVG_HANDLE_FLAG_UNLIMITED) else { return nil }
        let isRead =
            rsvg_handle_write(handle, bytes, gsize(bytes.count), &failure) != 0
            && rsvg_handle_close(handle, &failure) != 0
        if isRead { return handle }
        g_object_unref(UnsafeMutableRawPointer(handle))
        return nil
    }

    /// Draws a part of the canvas.
    ///
    /// - Parameters:
    ///   - size: the size of the whole canvas, in pixels.
    ///   - part: the rectangle to draw, in pixels, inside the canvas.
    /// - Returns: the part, with straight alpha.
    /// - Throws: `VectorError.cannotDraw`.
    package func draw(
        size: (width: Int, height: Int), part: (x: Int, y: Int, width: Int, height: Int)
    ) throws -> RGBAImage {
        if let outlines, width > 0,
            let bytes = MorphologyRewrite.bytes(
                of: outlines.bytes, scale: outlines.scale * Double(size.width) / width)
        {
            return try SVGDocument(bytes, isInspected: true).draw(size: size, part: part)
        }
        let surface = try CairoPicture(width: part.width, height: part.height)
        cairo_translate(surface.context, -Double(part.x), -Double(part.y))
        try render(width: Double(size.width), height: Double(size.height), on: surface.context)
        return try surface.straight()
    }

    /// Calls `body` with the handle. No other thread uses the handle during the call.
    func withHandle<Result: Sendable>(_ body: (OpaquePointer) -> Result) -> Result {
        turn.withLock { _ in body(handle) }
    }

    /// Draws the whole document at the origin of a context, scaled to a size in the context's units.
    ///
    /// - Throws: `VectorError.cannotDraw`.
    func render(width: Double, height: Double, on context: OpaquePointer?) throws {
        var failure: UnsafeMutablePointer<GError>?
        var viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
        let isDrawn = turn.withLock { _ in rsvg_handle_render_document(handle, context, &viewport, &failure) != 0 }
        guard isDrawn else { throw VectorError.cannotDraw(words(of: failure)) }
    }
}
