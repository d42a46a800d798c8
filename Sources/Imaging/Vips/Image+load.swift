import CVips

extension Image {
    /// The kinds of damage for which decoding fails.
    package enum Strictness: String, Sendable {
        /// Decoding does not fail. Every part that can be decoded is shown.
        case none
        /// Decoding fails if the file ends early.
        case truncated
        /// Decoding also fails if the compressed data contain errors.
        case error
        /// Decoding also fails if the decoder gives a warning.
        case warning
    }

    /// Opens a file from its bytes. The content determines the decoder. Only the header is read at first.
    ///
    /// A decoder such as librsvg cannot open other files if the file is read from memory.
    ///
    /// - Parameters:
    ///   - sequential: whether the pixels are read only once, from top to bottom. This needs less memory.
    ///   - shrink: the largest factor by which a JPEG may be reduced while decoding. The factor that is used is 1, 2,
    ///     4 or 8. Other formats are decoded in full size.
    package static func load(
        _ bytes: [UInt8], strictness: Strictness, sequential: Bool = false, shrink: Int = 1
    ) throws -> Image {
        VipsModules.load(for: bytes)
        let loader = bytes.withUnsafeBytes { vips_foreign_find_load_buffer($0.baseAddress, $0.count) }
        guard let loader else { throw VipsError.failed("load") }
        // ImageMagick opens so many formats that it is not trusted with other files. Therefore it is used only for
        // Photoshop files.
        let name = String(cString: vips_nickname_find(g_type_from_name(loader)))
        guard !name.hasPrefix("magickload") || bytes.starts(with: Array("8BPS".utf8)) else {
            throw VipsError.operationFailed(operation: "load", detail: "the content is in no known format")
        }
        let operation = try VipsOperation(name)
        try operation.set("buffer", .bytes(bytes))
        try operation.set("fail_on", .text(strictness.rawValue))
        try operation.set("access", .text(sequential ? "sequential" : "random"))
        // libvips decodes images of 100 MB or more to a temporary file if it cannot read them row by row. This
        // includes all WebP images.
        if !sequential || name.hasPrefix("webpload") { try operation.set("memory", .bool(true)) }
        if name.hasPrefix("jpegload"), let factor = [8, 4, 2].first(where: { $0 <= shrink }) {
            try operation.set("shrink", .int(factor))
        }
        try operation.run()
        return try operation.image()
    }

    /// Opens the first page of a PDF with a transparent background, at `scale` pixels per point.
    package static func loadPDF(_ bytes: [UInt8], scale: Double) throws -> Image {
        VipsModules.load(for: bytes)
        return try VipsOperation.image(
            "pdfload_buffer",
            ["buffer": .bytes(bytes), "scale": .double(scale), "background": .doubles([0, 0, 0, 0])])
    }
}
