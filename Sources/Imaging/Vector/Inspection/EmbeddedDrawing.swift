/// An SVG in a `data:` URL.
struct EmbeddedDrawing {
    /// The content of the URL, after the comma.
    private let content: Substring.UTF8View
    private let isBase64: Bool
    /// Whether the content is compressed with gzip.
    let isCompressed: Bool

    private static let longestHead = 200
    private static let largest = 4 << 20

    /// - Returns: nil if the URL does not contain an SVG.
    init?(_ address: String) {
        let bytes = address.utf8.drop { $0 <= 0x20 }
        guard String(decoding: bytes.prefix(5), as: UTF8.self).lowercased() == "data:",
            let comma = bytes.prefix(EmbeddedDrawing.longestHead).firstIndex(of: UInt8(ascii: ","))
        else { return nil }
        let head = String(decoding: bytes[..<comma].dropFirst(5), as: UTF8.self).lowercased()
        isBase64 = head.split(separator: ";").last?.trimmed == "base64"
        content = bytes[bytes.index(after: comma)...]
        let start = EmbeddedDrawing.decoded(content.prefix(1024), isBase64: isBase64)
        isCompressed = start.starts(with: [0x1F, 0x8B])
        let isLabelled = head.hasPrefix("image/svg")
        let isText = start.first { $0 > 0x20 && $0 < 0x80 } == UInt8(ascii: "<")
        guard isText || (isCompressed && isLabelled) else { return nil }
    }

    /// The bytes of the SVG. Nil if it is compressed or too large.
    var bytes: [UInt8]? {
        guard !isCompressed, content.count <= EmbeddedDrawing.largest else { return nil }
        return EmbeddedDrawing.decoded(content, isBase64: isBase64)
    }

    private static func decoded(_ text: Substring.UTF8View, isBase64: Bool) -> [UInt8] {
        if isBase64 { return Base64.bytes(text) }
        var bytes: [UInt8] = []
        var rest = text.makeIterator()
        while let byte = rest.next() {
            guard byte == UInt8(ascii: "%") else {
                bytes.append(byte)
                continue
            }
            let digits = String(decoding: [rest.next(), rest.next()].compactMap { $0 }, as: UTF8.self)
            if let value = UInt8(digits, radix: 16) { bytes.append(value) }
        }
        return bytes
    }
}
