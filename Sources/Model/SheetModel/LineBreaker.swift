/// Breaks text into lines that fit a width.
package enum LineBreaker {
    /// Breaks a text at spaces and between ideographs. Breaks within a word only if the word is wider than the line.
    ///
    /// - Parameters:
    ///   - width: the width in points.
    ///   - limit: the maximum number of lines. If the text is longer, the last line ends with an ellipsis.
    package static func lines(of text: String, in style: TextStyle, width: Double, limit: Int) -> [String] {
        var lines: [String] = []
        var line = ""
        var lineWidth = 0.0
        for piece in pieces(of: text) {
            let pieceWidth = TextRuler.width(of: trimmed(piece), in: style)
            if !line.isEmpty, lineWidth + pieceWidth > width {
                lines.append(trimmed(line))
                (line, lineWidth) = ("", 0)
                // Lines beyond the limit are not shown, so the rest is not measured.
                if lines.count > limit { break }
            }
            if pieceWidth > width {
                var parts = chopped(piece, in: style, width: width, limit: limit + 1)
                line = parts.popLast() ?? ""
                lines += parts
            } else {
                line += piece
            }
            lineWidth = TextRuler.width(of: line, in: style)
        }
        if !trimmed(line).isEmpty { lines.append(trimmed(line)) }
        guard lines.count > limit else { return lines }
        let last = lines[(limit - 1)...].prefix(2).joined(separator: " ")
        return lines.prefix(limit - 1) + [clipped(last, in: style, width: width, always: true)]
    }

    /// The text as one line. If it is wider than `width` points, its end is replaced by an ellipsis.
    package static func clipped(_ text: String, in style: TextStyle, width: Double, always: Bool = false) -> String {
        if !always, TextRuler.width(of: text, in: style) <= width { return text }
        let room = width - TextRuler.width(of: "…", in: style)
        var kept = ""
        var used = 0.0
        for character in text {
            used += TextRuler.width(of: String(character), in: style)
            if used > room { break }
            kept.append(character)
        }
        return trimmed(kept) + "…"
    }

    /// Splits text into words with the following spaces, and into single ideographs.
    private static func pieces(of text: String) -> [String] {
        var pieces: [String] = []
        var piece = ""
        for character in text {
            if character.isWhitespace {
                piece.append(" ")
                pieces.append(piece)
                piece = ""
            } else if isIdeograph(character) {
                if !piece.isEmpty { pieces.append(piece) }
                pieces.append(String(character))
                piece = ""
            } else {
                piece.append(character)
            }
        }
        if !piece.isEmpty { pieces.append(piece) }
        return pieces
    }

    private static func chopped(_ word: String, in style: TextStyle, width: Double, limit: Int) -> [String] {
        var parts: [String] = []
        var part = ""
        var used = 0.0
        for character in word {
            let advance = TextRuler.width(of: String(character), in: style)
            if used + advance > width, !part.isEmpty {
                parts.append(part)
                if parts.count == limit { return parts }
                (part, used) = ("", 0)
            }
            part.append(character)
            used += advance
        }
        return part.isEmpty ? parts : parts + [part]
    }

    private static func isIdeograph(_ character: Character) -> Bool {
        guard let value = character.unicodeScalars.first?.value else { return false }
        return (0x2E80..<0xA000).contains(value) || (0xF900..<0xFB00).contains(value)
            || (0x20000..<0x40000).contains(value)
    }

    private static func trimmed(_ text: String) -> String {
        var end = text.endIndex
        while end > text.startIndex, text[text.index(before: end)].isWhitespace {
            end = text.index(before: end)
        }
        return String(text[..<end].drop(while: \.isWhitespace))
    }
}
