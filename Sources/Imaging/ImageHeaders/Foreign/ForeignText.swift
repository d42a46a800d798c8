/// Recognises texts that programs store in place of an image.
enum ForeignText {
    static func identify(_ head: [UInt8]) -> ForeignFile? {
        let text = start(of: head)
        guard let first = text.utf8.first else { return nil }
        if let prefix = prefixes.first(where: { text.hasPrefix($0.text) }) { return prefix.kind }
        switch first {
        case UInt8(ascii: "<"): return markup(text)
        case UInt8(ascii: "{"), UInt8(ascii: "["): return json(head)
        default: return nil
        }
    }

    /// The number of characters that are examined.
    private static let length = 1024

    /// The first characters in lower case, without leading white space. Characters outside ASCII are omitted.
    private static func start(of head: [UInt8]) -> String {
        let ascii = head.prefix(length * 2).filter { (0x09...0x0D).contains($0) || (0x20...0x7E).contains($0) }
        return String(decoding: ascii.drop { $0 <= 0x20 }.prefix(length), as: UTF8.self).lowercased()
    }

    /// The starts of texts, in lower case. The first match decides.
    private static let prefixes: [(text: String, kind: ForeignFile)] = [
        (
            "version https://git-lfs",
            ForeignFile(
                label: "a Git LFS pointer, which stands for the real file",
                fix: "Run \"git lfs pull\" in the repository, and copy the file again.")
        ),
        (
            "/annex/objects/",
            ForeignFile(
                label: "a git-annex pointer, which stands for the real file",
                fix: "Run \"git annex get\" in the repository, and copy the file again.")
        ),
        (
            "<<<<<<< ",
            ForeignFile(
                label: "a file with an unresolved Git merge conflict",
                fix: "Resolve the conflict, and copy the file again.")
        ),
        ("[internetshortcut]", webLink), ("data:image/", base64), ("ivborw0kggo", base64), ("r0lgod", base64),
        ("/9j/", base64), ("{\\rtf", ForeignFile(label: "a text document (RTF)", fix: ForeignFile.Fix.ask)),
        ("-----begin ", ForeignFile(label: "a key or a certificate", fix: ForeignFile.Fix.ask)),
    ]

    static let webLink = ForeignFile(label: "a link to a web page", fix: ForeignFile.Fix.download)
    private static let base64 = ForeignFile(
        label: "an image written as text (Base64)", fix: "Decode it, and save the image as an image file.")

    /// The kind of a web page, or of XML that is not an SVG. Nil for any other text.
    private static func markup(_ text: String) -> ForeignFile? {
        var rest = text[...]
        while let end = ["<!--": "-->", "<?": "?>"].first(where: { rest.hasPrefix($0.key) })?.value {
            guard let range = rest.firstRange(of: end) else { return xml }
            rest = rest[range.upperBound...].drop(while: \.isWhitespace)
        }
        if pageElements.contains(where: { rest.hasPrefix($0) }) {
            return ForeignFile(label: "a web page (HTML)", fix: ForeignFile.Fix.download)
        }
        if rest.hasPrefix("<!doctype plist") || rest.hasPrefix("<plist") {
            return text.contains("<key>url</key>")
                ? webLink : ForeignFile(label: "a property list", fix: ForeignFile.Fix.ask)
        }
        // Without an opening element among the first characters, the text may still be an SVG.
        return text.hasPrefix("<?xml") && rest.hasPrefix("<") && !rest.hasPrefix("<svg") ? xml : nil
    }

    private static let pageElements = [
        "<!doctype html", "<html", "<head", "<body", "<meta", "<title", "<script", "<div", "<p>", "<h1",
    ]
    private static let xml = ForeignFile(
        label: "an XML text that is not an SVG, such as the error message of a server", fix: ForeignFile.Fix.copyAgain)

    private static func json(_ head: [UInt8]) -> ForeignFile? {
        if let kind = ForeignJSON.identify(head) { return kind }
        guard let outline = JSONOutline(head), !outline.names.isEmpty else { return nil }
        return ForeignFile(
            label: "a JSON text, such as the error message of a server", fix: ForeignFile.Fix.copyAgain)
    }
}
