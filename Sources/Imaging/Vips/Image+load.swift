import CVips

extension Image {
    /// The damage that a decoder tolerates.
    package enum Strictness: String, Sendable {
        /// Damage is tolerated, and every decodable part is shown.
        case none
        /// A file that ends early is refused.
        case truncated
        /// Any error in the compressed data is refused.
        case error
        /// Any warning of the decoder is an error.
        case warning
    }

    /// Opens a file from its bytes, and selects the decoder by content. Only the header is read now.
    ///
    /// Decoders such as librsvg cannot open other files if the file is read from memory.
    ///
    /// - Parameters:
    ///   - sequential: whether the pixels are requested once, from top to bottom, which needs less memory.
    ///   - allFrames: whether all frames of a GIF or WebP are wanted, one below the other.
    ///   - frames: the frames to load. Nil for the first one, or for all if `allFrames` is true.
    ///   - shrink: the largest factor by which a JPEG may be reduced while decoding: the largest of 1, 2, 4 and 8 up to
    ///     this value is used. Other formats are decoded in full size.
    package static func load(
        _ bytes: [UInt8], strictness: Strictness, sequential: Bool = false, allFrames: Bool = false,
        frames: Range<Int>? = nil, shrink: Int = 1
    ) throws -> Image {
        VipsModules.load(for: bytes)
        let loader = bytes.withUnsafeBytes { vips_foreign_find_load_buffer($0.baseAddress, $0.count) }
        guard let loader else { throw VipsError.failed("load") }
        // ImageMagick opens too many formats to be trusted with other files. Therefore it is used only for Photoshop
        // files.
        let name = String(cString: vips_nickname_find(g_type_from_name(loader)))
        guard !name.hasPrefix("magickload") || bytes.starts(with: Array("8BPS".utf8)) else {
            throw VipsError.operationFailed(operation: "load", detail: "the content is in no known format")
        }
        let operation = try VipsOperation(name)
        try operation.set("buffer", .bytes(bytes))
        try operation.set("fail_on", .text(strictness.rawValue))
        try operation.set("access", .text(sequential ? "sequential" : "random"))
        // From 100 MB on, libvips would decode images that it cannot read row by row to a temporary file. This includes
        // all WebP images.
        if !sequential || name.hasPrefix("webpload") { try operation.set("memory", .bool(true)) }
        // Only the loaders of formats with frames have these arguments.
        if allFrames { try operation.set("n", .int(-1)) }
        if let frames {
            try operation.set("page", .int(frames.lowerBound))
            try operation.set("n", .int(frames.count))
        }
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
