/// A picture in a `data:` address: the media type on its label, and the kind that its first bytes tell.
struct EmbeddedPicture {
    private enum Kind: String {
        case png, jpeg, gif
        /// A format that the renderer has no reader for.
        case unreadable
    }

    private let kind: Kind?
    private let label: String

    /// - Returns: nil for an address that is not `data:`.
    init?(_ address: String) {
        let bytes = address.utf8.drop { $0 <= 0x20 }
        guard String(decoding: bytes.prefix(5), as: UTF8.self).lowercased() == "data:",
            let comma = bytes.prefix(200).firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let head = String(decoding: bytes[..<comma].dropFirst(5), as: UTF8.self).lowercased()
        let parts = head.split(separator: ";", omittingEmptySubsequences: false).map(\.trimmed)
        label = parts.first ?? ""
        let content = bytes[bytes.index(after: comma)...]
        kind = parts.last == "base64" ? EmbeddedPicture.kind(EmbeddedPicture.decoded(content)) : nil
    }

    var isReadable: Bool { kind != .unreadable }

    /// Whether the label names another format than the content has, which the renderer follows. Without a label it looks
    /// at the content.
    var isMislabelled: Bool {
        guard let kind, kind != .unreadable else { return false }
        return !["", "text/plain", "application/octet-stream", "image/\(kind.rawValue)"].contains(label)
    }

    private static func kind(_ bytes: [UInt8]) -> Kind? {
        if bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) { return .png }
        if bytes.starts(with: [0xFF, 0xD8, 0xFF]) { return .jpeg }
        if bytes.starts(with: Array("GIF8".utf8)) { return .gif }
        let isWebP = bytes.starts(with: Array("RIFF".utf8)) && bytes.dropFirst(8).starts(with: Array("WEBP".utf8))
        let isJPEGXL = bytes.starts(with: [0xFF, 0x0A]) || bytes.starts(with: [0, 0, 0, 0x0C, 0x4A, 0x58, 0x4C, 0x20])
        // AVIF and HEIC.
        let isBoxes = bytes.dropFirst(4).starts(with: Array("ftyp".utf8))
        return isWebP || isJPEGXL || isBoxes ? .unreadable : nil
    }

    /// The first bytes of base64, whose text may hold white space and `%` sequences.
    private static func decoded(_ text: Substring.UTF8View) -> [UInt8] {
        var (bytes, value, bits): ([UInt8], UInt32, Int) = ([], 0, 0)
        for character in text.prefix(400) {
            let digit: UInt8
            switch character {
            case UInt8(ascii: "A")...UInt8(ascii: "Z"): digit = character - UInt8(ascii: "A")
            case UInt8(ascii: "a")...UInt8(ascii: "z"): digit = character - UInt8(ascii: "a") + 26
            case UInt8(ascii: "0")...UInt8(ascii: "9"): digit = character - UInt8(ascii: "0") + 52
            case UInt8(ascii: "+"), UInt8(ascii: "-"): digit = 62
            case UInt8(ascii: "/"), UInt8(ascii: "_"): digit = 63
            case 0...0x20: continue
            default: return bytes
            }
            (value, bits) = ((value << 6 | UInt32(digit)) & 0xFFFF, bits + 6)
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: value >> UInt32(bits)))
            }
        }
        return bytes
    }
}
