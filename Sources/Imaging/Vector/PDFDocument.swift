import CRsvg
import Pixels

/// Writes a PDF page by page. Text stays text, and written pages are not kept in memory.
///
/// The same calls produce the same bytes, because Cairo numbers its objects in the order of the calls, and the time
/// in the file is a parameter.
package final class PDFDocument {
    /// A rectangle in points from the page's top left corner.
    package struct Area: Equatable, Sendable {
        package var x: Double
        package var y: Double
        package var width: Double
        package var height: Double

        package init(x: Double, y: Double, width: Double, height: Double) {
            self.x = x
            self.y = y
            self.width = width
            self.height = height
        }
    }

    private let surface: OpaquePointer
    private let context: OpaquePointer
    private let sink: Sink
    private let area: Area
    private var page = 1

    /// - Parameters:
    ///   - width: the width of every page, in points.
    ///   - height: the height of every page, in points.
    ///   - title: the title that PDF readers show.
    ///   - created: the time in the file, as ISO 8601: `2026-11-21T21:17:00Z`.
    ///   - write: receives the bytes of the file as they are written. An error ends the document.
    /// - Throws: `VectorError` if Cairo cannot start.
    package init(
        width: Double, height: Double, title: String, created: String,
        write: @escaping (UnsafeRawBufferPointer) throws -> Void
    ) throws {
        sink = Sink(write)
        area = Area(x: 0, y: 0, width: width, height: height)
        surface = cairo_pdf_surface_create_for_stream(
            { closure, bytes, count in
                guard let closure else { return CAIRO_STATUS_WRITE_ERROR }
                return Unmanaged<Sink>.fromOpaque(closure).takeUnretainedValue().take(bytes, Int(count))
            }, Unmanaged.passUnretained(sink).toOpaque(), width, height)
        context = cairo_create(surface)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_TITLE, title)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_CREATE_DATE, created)
        cairo_pdf_surface_set_metadata(surface, CAIRO_PDF_METADATA_MOD_DATE, created)
        try check()
    }

    deinit {
        cairo_destroy(context)
        // Discards Cairo's remaining output if the document is unfinished.
        sink.close()
        cairo_surface_destroy(surface)
    }

    /// Draws an SVG, scaled to the whole page.
    ///
    /// - Throws: `VectorError`.
    package func draw(svg: [UInt8]) throws {
        try SVGDocument(svg).render(width: area.width, height: area.height, on: context)
        try check()
    }

    /// Draws an opaque picture.
    ///
    /// - Parameter jpeg: the same picture as JPEG, which is then stored in the file. Nil to store every pixel exactly.
    /// - Throws: `VectorError`.
    package func draw(_ picture: RGBAImage, jpeg: [UInt8]? = nil, in area: Area) throws {
        let image = try PDFDocument.surface(of: picture)
        defer { cairo_surface_destroy(image) }
        if let jpeg { try PDFDocument.attach(jpeg, to: image) }
        cairo_save(context)
        cairo_translate(context, area.x, area.y)
        cairo_scale(context, area.width / Double(picture.width), area.height / Double(picture.height))
        cairo_set_source_surface(context, image, 0, 0)
        // Prevents readers from smoothing pictures that have exactly the displayed size.
        cairo_pattern_set_filter(cairo_get_source(context), CAIRO_FILTER_NEAREST)
        cairo_paint(context)
        cairo_restore(context)
        try check()
    }

    /// Draws the border of a rectangle, with a line of 0.5 points.
    package func frame(_ area: Area, colour: RGBAColour) throws {
        cairo_save(context)
        cairo_set_source_rgb(
            context, Double(colour.red) / 255, Double(colour.green) / 255, Double(colour.blue) / 255)
        cairo_set_line_width(context, 0.5)
        cairo_rectangle(context, area.x, area.y, area.width, area.height)
        cairo_stroke(context)
        cairo_restore(context)
        try check()
    }

    /// Adds an entry to the outline that links to the current page.
    package func bookmark(_ title: String) {
        _ = cairo_pdf_surface_add_outline(
            surface, CAIRO_PDF_OUTLINE_ROOT, title, "page=\(page) pos=[0 0]", CAIRO_PDF_OUTLINE_FLAG_OPEN)
    }

    /// Writes the page and starts the next one.
    ///
    /// - Throws: `VectorError`, or the error of the writer.
    package func endPage() throws {
        cairo_show_page(context)
        page += 1
        try check()
    }

    /// Completes the document. Nothing can be drawn afterwards.
    ///
    /// - Throws: `VectorError`, or the error of the writer.
    package func finish() throws {
        cairo_surface_finish(surface)
        try check()
    }

    private func check() throws {
        if let failure = sink.failure { throw failure }
        for status in [cairo_surface_status(surface), cairo_status(context)] where status != CAIRO_STATUS_SUCCESS {
            throw VectorError(status)
        }
    }

    /// A Cairo surface with a picture's pixels, each a 32-bit number with blue in the lowest byte.
    private static func surface(of picture: RGBAImage) throws -> OpaquePointer {
        let surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, Int32(picture.width), Int32(picture.height))
        guard let surface, let target = cairo_image_surface_get_data(surface) else {
            cairo_surface_destroy(surface)
            throw VectorError.cannotDraw(
                "a picture of \(picture.width) × \(picture.height) pixels does not fit into memory")
        }
        cairo_surface_flush(surface)
        let stride = Int(cairo_image_surface_get_stride(surface))
        let words = UnsafeMutableRawPointer(target)
        picture.bytes.withUnsafeBufferPointer { bytes in
            for y in 0..<picture.height {
                for x in 0..<picture.width {
                    let place = (y * picture.width + x) * 4
                    let word =
                        UInt32(bytes[place]) << 16 | UInt32(bytes[place + 1]) << 8 | UInt32(bytes[place + 2])
                    words.storeBytes(of: word, toByteOffset: y * stride + x * 4, as: UInt32.self)
                }
            }
        }
        cairo_surface_mark_dirty(surface)
        return surface
    }

    private static func attach(_ jpeg: [UInt8], to surface: OpaquePointer) throws {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: jpeg.count)
        copy.initialize(from: jpeg, count: jpeg.count)
        let status = cairo_surface_set_mime_data(
            surface, CAIRO_MIME_TYPE_JPEG, copy, UInt(jpeg.count), { $0?.deallocate() }, copy)
        guard status == CAIRO_STATUS_SUCCESS else {
            copy.deallocate()
            throw VectorError(status)
        }
    }

    /// Receives the bytes that Cairo writes.
    private final class Sink {
        private var write: ((UnsafeRawBufferPointer) throws -> Void)?
        private(set) var failure: (any Error)?

        init(_ write: @escaping (UnsafeRawBufferPointer) throws -> Void) {
            self.write = write
        }

        func close() { write = nil }

        func take(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> cairo_status_t {
            guard failure == nil else { return CAIRO_STATUS_WRITE_ERROR }
            do {
                try write?(UnsafeRawBufferPointer(start: bytes, count: count))
                return CAIRO_STATUS_SUCCESS
            } catch {
                failure = error
                return CAIRO_STATUS_WRITE_ERROR
            }
        }
    }
}
