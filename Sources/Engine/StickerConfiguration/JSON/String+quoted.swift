extension String {
    /// The text in straight quotes, shortened for a message, with control characters replaced.
    var quoted: String { "\"\(shortened(to: 60).harmless)\"" }

    /// The text with each control character replaced by U+FFFD, because a terminal would execute control characters.
    var harmless: String {
        var view = String.UnicodeScalarView()
        view.append(contentsOf: unicodeScalars.map { $0.isControl ? "\u{FFFD}" : $0 })
        return String(view)
    }

    /// The first `count` characters, followed by an ellipsis if the text is longer.
    func shortened(to count: Int) -> String {
        let start = prefix(count)
        return start.endIndex == endIndex ? self : start + "…"
    }

    /// The text as a quoted JSON string.
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
    /// Whether the scalar is a control or format character. Such characters can move the cursor of a terminal or
    /// change the direction of a line.
    var isControl: Bool {
        properties.generalCategory == .control || properties.generalCategory == .format
            || properties.generalCategory == .lineSeparator || properties.generalCategory == .paragraphSeparator
    }
}
