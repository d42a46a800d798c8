extension String {
    /// The text in straight quotes, cut to a length that fits a message, without control characters.
    var quoted: String { "\"\(shortened(to: 60).harmless)\"" }

    /// The text with a replacement character for each control character, because terminals execute those.
    var harmless: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 })
        return String(view)
    }

    /// At most `count` characters, with an ellipsis where something was cut off.
    func shortened(to count: Int) -> String {
        let start = prefix(count)
        return start.endIndex == endIndex ? self : start + "…"
    }

    /// The text as a JSON string, in quotes.
    var jsonText: String {
        var text = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\\(scalar)"
            case "\n": text += "\\n"
            case _ where scalar.value < 0x20:
                let digits = String(scalar.value, radix: 16)
                text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text + "\""
    }
}

extension Unicode.Scalar {
    /// Control and format characters, which can move a terminal's cursor or turn the direction of a line.
    var isControl: Bool {
        properties.generalCategory == .control || properties.generalCategory == .format
            || properties.generalCategory == .lineSeparator || properties.generalCategory == .paragraphSeparator
    }
}
