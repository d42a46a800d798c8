/// Wraps text into lines for a terminal. Ideographs are two columns wide, and most other characters are one column
/// wide.
package struct TerminalParagraph {
    /// The width in columns.
    let width: Int

    package init(width: Int) {
        self.width = width
    }

    /// Breaks a text into lines of at most `width` columns, between words.
    ///
    /// - Parameters:
    ///   - indent: the number of columns before the first line.
    ///   - hanging: the number of columns before all other lines.
    package func lines(_ text: String, indent: Int = 0, hanging: Int = 0) -> [String] {
        var lines: [String] = []
        var line = String(repeating: " ", count: indent)
        var used = indent
        var isEmpty = true
        for word in text.split(whereSeparator: \.isWhitespace) {
            let shown = TerminalParagraph.printable(word)
            let columns = TerminalParagraph.columns(of: shown)
            if !isEmpty, used + 1 + columns > width {
                lines.append(line)
                line = String(repeating: " ", count: hanging)
                used = hanging
                isEmpty = true
            }
            line += isEmpty ? shown : " " + shown
            used += columns + (isEmpty ? 0 : 1)
            isEmpty = false
        }
        return lines + [line]
    }

    /// Replaces control characters, because a file name can contain escape sequences that a terminal would execute.
    private static func printable(_ word: Substring) -> String {
        var result = ""
        for scalar in word.unicodeScalars {
            let isControl = scalar.properties.generalCategory == .control || scalar.properties.isBidiControl
            result.unicodeScalars.append(isControl ? "\u{FFFD}" : scalar)
        }
        return result
    }

    private static func columns(of word: String) -> Int {
        word.reduce(0) { columns, character in
            guard let value = character.unicodeScalars.first?.value else { return columns }
            let isWide =
                (0x1100..<0x1160).contains(value) || (0x2E80..<0xD7B0).contains(value)
                || (0xF900..<0xFB00).contains(value) || (0xFF00..<0xFF61).contains(value) || value >= 0x1F300
            return columns + (isWide ? 2 : 1)
        }
    }
}
