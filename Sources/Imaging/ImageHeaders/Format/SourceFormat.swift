/// The format of a file, from its bytes or its extension.
///
/// The order of the cases decides which file a pack uses if a sticker exists in several formats: vector graphics,
/// lossless images, lossy images with transparency, images with 256 colours, images without transparency, formats that
/// are read only if configured, and formats that stickerd does not read.
package enum SourceFormat: String, Codable, Sendable, CaseIterable {
    case svg, tiff, png, avif, heic, webp, gif, jpeg, pdf, psd, jxl, bmp, svgz

    /// The name in the manifest. The manifest calls an animated PNG `apng`. It is not a separate case here, because
    /// only the chunks of a file distinguish it from a still PNG.
    package var name: String { rawValue }

    /// The file extensions of the format, in lower case without the dot. The usual one is first.
    package var fileExtensions: [String] {
        switch self {
        case .svg: ["svg"]
        // Illustrator saves PDF-compatible files by default.
        case .pdf: ["pdf", "ai"]
        case .psd: ["psd", "psb"]
        case .tiff: ["tif", "tiff"]
        case .png: ["png", "apng"]
        case .avif: ["avif", "avifs"]
        case .heic: ["heic", "heif", "heics", "heifs", "hif"]
        case .webp: ["webp"]
        case .gif: ["gif"]
        case .jpeg: ["jpg", "jpeg", "jpe", "jfif"]
        case .jxl: ["jxl"]
        case .bmp: ["bmp", "dib"]
        case .svgz: ["svgz"]
        }
    }

    /// The reason why stickerd does not read the format, and the fix, for the designer. Nil for readable formats.
    ///
    /// - Parameter extra: the formats that the configuration enables.
    package func unsupportedBecause(extra: [ExtraFormat]) -> (reason: String, fix: String)? {
        switch self {
        case .svgz: return ("compressed files are not read", "Unpack it, and save an SVG as plain SVG.")
        case .bmp: return ("BMP does not store transparency reliably", "Export the art as PNG.")
        case .pdf, .psd, .jxl:
            guard let format = ExtraFormat(self), !extra.contains(format) else { return nil }
            return (
                "this format is turned off here (\"limits.extraFormats\" in pipeline.json)",
                "Export the art as PNG or SVG, or ask the person who runs stickerd to add \"\(format.rawValue)\" there."
            )
        case .svg, .tiff, .png, .avif, .heic, .webp, .gif, .jpeg: return nil
        }
    }

    /// The format with this extension, in any case and without the dot. Nil for an unknown extension.
    package init?(fileExtension: String) {
        guard let format = Self.byExtension[fileExtension.lowercased()] else { return nil }
        self = format
    }

    /// Whether the extension, in any case and without the dot, is that of a picture.
    package static func isKnownExtension(_ fileExtension: String) -> Bool {
        SourceFormat(fileExtension: fileExtension) != nil
    }

    /// The position in the order of preference. 0 is the best.
    package var preference: Int { Self.preferences[self] ?? Self.allCases.count }

    private static let preferences = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })

    private static let byExtension = Dictionary(
        allCases.flatMap { format in format.fileExtensions.map { ($0, format) } },
        uniquingKeysWith: { first, _ in first })
}

extension SourceFormat {
    /// The number of bytes at the start of a file that `identify` needs. An SVG may begin with a long comment.
    package static let headSize = 4096

    /// Identifies a file by its first bytes, regardless of its name. Nil for an unknown image format.
    ///
    /// - Parameter head: the start of the file, `headSize` bytes or all of them.
    package static func identify(_ head: some Collection<UInt8>) -> SourceFormat? {
        let head = Array(head.prefix(headSize))
        if let signature = signatures.first(where: { head.starts(with: $0.bytes) }) { return signature.format }
        if head.starts(with: Array("RIFF".utf8)), head.dropFirst(8).starts(with: Array("WEBP".utf8)) { return .webp }
        if isBitmap(head) { return .bmp }
        return MediaBrands(head)?.format ?? (SVGOpening.isFound(in: head) ? .svg : nil)
    }

    /// The first bytes of files, from the specifications of the formats.
    private static let signatures: [(bytes: [UInt8], format: SourceFormat)] = [
        ([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A], .png),  // W3C PNG, 5.2
        ([0xFF, 0xD8, 0xFF], .jpeg),  // ITU T.81, B.1.1.3: SOI, then any marker
        (Array("GIF87a".utf8), .gif),
        (Array("GIF89a".utf8), .gif),
        ([0x49, 0x49, 0x2A, 0x00], .tiff),  // TIFF 6.0, little-endian
        ([0x4D, 0x4D, 0x00, 0x2A], .tiff),  // TIFF 6.0, big-endian
        ([0x49, 0x49, 0x2B, 0x00, 0x08, 0x00, 0x00, 0x00], .tiff),  // BigTIFF: offsets of 8 bytes
        ([0x4D, 0x4D, 0x00, 0x2B, 0x00, 0x08, 0x00, 0x00], .tiff),
        (Array("8BPS".utf8) + [0, 1], .psd),  // Adobe Photoshop File Formats: version 1
        (Array("8BPS".utf8) + [0, 2], .psd),  // version 2, for large documents (PSB)
        (Array("%PDF-".utf8), .pdf),  // ISO 32000-1, 7.5.2
        ([0xFF, 0x0A], .jxl),  // ISO 18181-1: a bare codestream
        ([0, 0, 0, 0x0C] + Array("JXL ".utf8) + [0x0D, 0x0A, 0x87, 0x0A], .jxl),  // ISO 18181-2: in boxes
        ([0x1F, 0x8B, 0x08], .svgz),  // RFC 1952: gzip, with any content
    ]

    /// Whether a file is a BMP. `BM` alone is not enough, because a text may begin with it, so the size of the header
    /// is also checked.
    private static func isBitmap(_ head: [UInt8]) -> Bool {
        let headerSizes: [UInt8] = [12, 40, 52, 56, 64, 108, 124]
        return head.count >= 18 && head.starts(with: [0x42, 0x4D])
            && headerSizes.contains(head[14]) && head[15...17].allSatisfy { $0 == 0 }
    }
}

extension SourceFormat {
    /// The name of the format in messages, with its article.
    package var label: String {
        switch self {
        case .svg: "an SVG"
        case .svgz: "a file compressed with gzip"
        case .pdf: "a PDF"
        case .psd: "a Photoshop file"
        case .tiff: "a TIFF"
        case .png: "a PNG"
        case .avif: "an AVIF"
        case .heic: "a HEIC picture"
        case .webp: "a WebP picture"
        case .gif: "a GIF"
        case .jpeg: "a JPEG"
        case .jxl: "a JPEG XL picture"
        case .bmp: "a BMP"
        }
    }

    /// Whether a file of this format can be an animation. Other formats may contain several pages or versions of one
    /// picture.
    package var canMove: Bool { self == .gif || self == .webp }
}

/// A format whose decoder libvips marks as untrusted. It is read only if the configuration enables it.
///
/// Source: the flag `VIPS_OPERATION_UNTRUSTED` of libvips. The SVG loader also has this flag, but stickerd always
/// reads SVG. librsvg is written in a memory-safe language, and does not load other files for a drawing that is in
/// memory.
package enum ExtraFormat: String, Codable, Hashable, Sendable, CaseIterable {
    case pdf, psd, jxl

    /// Nil for formats that are always read, or never read.
    init?(_ format: SourceFormat) {
        switch format {
        case .pdf: self = .pdf
        case .psd: self = .psd
        case .jxl: self = .jxl
        default: return nil
        }
    }
}
