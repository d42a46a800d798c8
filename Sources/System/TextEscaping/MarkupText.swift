/// Makes text safe for SVG, XML and HTML, between tags and in quoted attributes.
package enum MarkupText {
    /// The text with references in place of characters that have a meaning in markup. Characters that XML does not
    /// allow, and characters that change the text direction, are removed.
    ///
    /// The function replaces Unicode scalars. Swift regards a quotation mark with an accent as a different character,
    /// but a parser still sees a quotation mark.
    package static func escaped(_ text: String) -> String {
        text.escapingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            case "'": "&#39;"
            default: isShown(scalar) ? nil : ""
            }
        }
    }

    private static func isShown(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x09, 0x0A, 0x0D: true
        case 0x00..<0x20, 0x7F..<0xA0: false
        case 0x202A...0x202E, 0x2066...0x2069: false
        case let value: value & 0xFFFE != 0xFFFE
        }
    }
}
