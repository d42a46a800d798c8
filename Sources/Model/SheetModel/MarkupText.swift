/// Text made safe for SVG and HTML, between tags and in quoted attributes.
package enum MarkupText {
    /// Every character that markup gives a meaning is written as a reference; what XML does not allow, and controls that
    /// turn the direction of what follows, are left out.
    ///
    /// This goes by Unicode scalars: to Swift a quotation mark with an accent is another character, to a parser it is
    /// a quotation mark.
    package static func escaped(_ text: String) -> String {
        var result = ""
        result.reserveCapacity(text.utf8.count)
        for scalar in text.unicodeScalars {
            switch scalar {
            case "&": result += "&amp;"
            case "<": result += "&lt;"
            case ">": result += "&gt;"
            case "\"": result += "&quot;"
            case "'": result += "&#39;"
            default:
                if isShown(scalar) { result.unicodeScalars.append(scalar) }
            }
        }
        return result
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
