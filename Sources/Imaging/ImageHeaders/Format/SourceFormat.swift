/// What a file is, by its bytes or by its name's ending.
///
/// The cases stand in the order in which a pack prefers them when a sticker lies in it in several formats: vector art
/// first, then pictures without loss, then pictures with loss but with transparency, then 256 colours, then no
/// transparency, then what is read only where the configuration asks for it, and last what stickerd does not read.
package enum SourceFormat: String, Codable, Sendable, CaseIterable {
    case svg, tiff, png, avif, heic, webp, gif, jpeg, pdf, psd, jxl, bmp, svgz

    /// As the manifest writes it. A PNG that moves is `apng` there, which only its chunks can tell.
    package var name: String { rawValue }

    /// The endings that its files have, in lower case without the dot; the usual one first.
    package var fileExtensions: [String] {
        switch self {
        case .svg: ["svg"]
        // Illustrator's own files are PDF as well, unless that is switched off when they are saved.
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

    /// For people: why stickerd does not read the format, and what to do; nil for the formats that it reads.
    ///
    /// - Parameter extra: the formats that the configuration asks for.
    package func unsupportedBecause(extra: [ExtraFormat]) -> (reason: String, fix: String)? {
        switch self {
        case .svgz: return ("a compressed SVG is not read", "Save it as plain SVG.")
        case .bmp: return ("BMP has no dependable transparency", "Export the art as PNG.")
        case .pdf, .psd, .jxl:
            guard let format = ExtraFormat(self), !extra.contains(format) else { return nil }
            return (
                "it is read only where \"limits.extraFormats\" in pipeline.json has \"\(format.rawValue)\"",
                "Export the art as PNG or SVG."
            )
        case .svg, .tiff, .png, .avif, .heic, .webp, .gif, .jpeg: return nil
        }
    }

    /// The format whose files have this ending, in any case and without the dot; nil when no picture has it.
    package init?(fileExtension: String) {
        guard let format = Self.byExtension[fileExtension.lowercased()] else { return nil }
        self = format
    }

    /// Whether the ending, in any case and without the dot, is a picture's.
    package static func isKnownExtension(_ fileExtension: String) -> Bool {
        SourceFormat(fileExtension: fileExtension) != nil
    }

    /// Where the format stands in the order of preference; 0 is the best.
    package var preference: Int { Self.preferences[self] ?? Self.allCases.count }

    private static let preferences = Dictionary(
        uniqueKeysWithValues: allCases.enumerated().map { ($0.element, $0.offset) })

    private static let byExtension = Dictionary(
        allCases.flatMap { format in format.fileExtensions.map { ($0, format) } },
        uniquingKeysWith: { first, _ in first })
}
