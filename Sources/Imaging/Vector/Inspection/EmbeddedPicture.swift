/// A picture in a `data:` URL: its declared media type, and the format that its first bytes show.
struct EmbeddedPicture {
    private enum Kind: String {
        case png, jpeg, gif
        /// A format that the renderer cannot read.
        case unreadable
    }

    private let kind: Kind?
    private let label: String
    /// Whether the picture may contain metadata about colours or orientation.
    private let hasNotes: Bool

    /// The number of base64 characters that are searched for such metadata.
    private static let searchedLength = 90_000

    /// - Returns: nil unless the URL is a `data:` URL.
    init?(_ address: String) {
        guard let parts = EmbeddedPicture.parts(of: address) else { return nil }
        label = parts.label
        guard parts.isBase64 else {
            (kind, hasNotes) = (nil, false)
            return
        }
        let bytes = Base64.bytes(parts.content.prefix(EmbeddedPicture.searchedLength))
        kind = EmbeddedPicture.kind(bytes)
        hasNotes = EmbeddedPicture.notes(in: kind).contains { bytes.firstRange(of: Array($0.utf8)) != nil }
    }

    var isReadable: Bool { kind != .unreadable }

    /// Whether the declared media type differs from the format of the content. The renderer uses the declared type,
    /// and examines the content only if no type is declared.
    var isMislabelled: Bool {
        guard let kind, kind != .unreadable else { return false }
        return !["", "text/plain", "application/octet-stream", "image/\(kind.rawValue)"].contains(label)
    }

    /// Whether the picture must be decoded with another library before its appearance is known.
    var needsDecoder: Bool { !isReadable || hasNotes }

    var isDrawnAsItIs: Bool { !needsDecoder && !isMislabelled }

    /// The bytes of the picture. Nil if the URL is not in base64.
    func content(of address: String) -> [UInt8]? {
        guard let parts = EmbeddedPicture.parts(of: address), parts.isBase64 else { return nil }
        return Base64.bytes(parts.content, reserving: parts.content.count / 4 * 3)
    }

    /// The URL with the media type of the content.
    ///
    /// - Returns: nil if the declared media type is correct.
    func relabelled(_ address: String) -> String? {
        guard isMislabelled, let kind, let parts = EmbeddedPicture.parts(of: address) else { return nil }
        return "data:image/\(kind.rawValue);base64,\(String(decoding: parts.content, as: UTF8.self))"
    }

    private static func parts(
        of address: String
    ) -> (label: String, isBase64: Bool, content: Substring.UTF8View)? {
        let bytes = address.utf8.drop { $0 <= 0x20 }
        guard String(decoding: bytes.prefix(5), as: UTF8.self).lowercased() == "data:",
            let comma = bytes.prefix(200).firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let head = String(decoding: bytes[..<comma].dropFirst(5), as: UTF8.self).lowercased()
        let parts = head.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
        return (parts.first ?? "", parts.last == "base64", bytes[bytes.index(after: comma)...])
    }

    private static func kind(_ bytes: [UInt8]) -> Kind? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: Array("GIF8".utf8)) { return .gif }
        let isWebP = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        let isTIFF = bytes.starts(with: [0x49, 0x49, 0x2A, 0]) || bytes.starts(with: [0x4D, 0x4D, 0, 0x2A])
        let isJPEGXL = bytes.starts(with: [0xFF, 0x0A]) || bytes.starts(with: [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20])
        // AVIF and HEIC files.
        let isBoxes = bytes.dropFirst(4).starts(with: Array("ftyp".utf8))
        return isWebP || isTIFF || isJPEGXL || isBoxes ? .unreadable : nil
    }

    /// Texts in the metadata about colours or orientation. Every CMYK JPEG contains Adobe's marker.
    private static func notes(in kind: Kind?) -> [String] {
        switch kind {
        case .jpeg: ["Exif\0\0", "ICC_PROFILE\0", "Adobe\0"]
        case .png: ["iCCP", "cICP", "cHRM", "eXIf"]
        default: []
        }
    }
}
