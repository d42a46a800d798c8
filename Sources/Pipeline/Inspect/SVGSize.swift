/// Whether an SVG says how large its canvas is.
enum SVGSize {
    /// False when the root element has neither a `viewBox` nor a width and a height in units: librsvg then makes the
    /// canvas as large as the ink, and at another scale puts the ink beside it.
    static func isStated(in bytes: [UInt8]) -> Bool {
        let text = String(decoding: bytes.prefix(1 << 16), as: UTF8.self)
        // Anything but plain text, such as UTF-16, is left to the decoder.
        guard let root = text.firstMatch(of: /<(?:[A-Za-z][\w.-]*:)?svg\b[^>]*/)?.output else { return true }
        if root.contains(/\bviewBox\s*=/) { return true }
        return root.contains(/\swidth\s*=\s*["']\s*[0-9.]+[a-z]*\s*["']/)
            && root.contains(/\sheight\s*=\s*["']\s*[0-9.]+[a-z]*\s*["']/)
    }
}
