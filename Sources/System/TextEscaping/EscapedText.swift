/// Makes text from outside stickerd safe for the formats that stickerd writes.
package enum EscapedText {
    /// JSON that is safe in an HTML script element. It contains neither the start nor the end of a tag.
    ///
    /// - Parameter json: valid JSON, which contains the escaped characters only in strings.
    package static func scriptJSON(_ json: String) -> String {
        visibleJSON(json).escapingScalars { scalar in
            switch scalar {
            case "<", ">", "&": unicodeEscape(scalar)
            default: nil
            }
        }
    }

    /// JSON without raw control characters and without characters that change the text direction. The line breaks of
    /// the JSON itself are kept.
    ///
    /// - Parameter json: valid JSON, which contains the escaped characters only in strings.
    package static func visibleJSON(_ json: String) -> String {
        json.escapingScalars { $0 != "\n" && $0.isSteering ? unicodeEscape($0) : nil }
    }

    /// A value in quotation marks for a configuration file of curl. NUL is removed, because it would end the value.
    package static func curl(_ text: String) -> String {
        text.escapingScalars { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            case "\r": "\\r"
            case "\t": "\\t"
            case "\u{B}": "\\v"
            case "\0": ""
            default: nil
            }
        }
    }

    /// A field of a CSV file (RFC 4180). Control characters, and characters that change the text direction, are
    /// replaced with U+FFFD.
    ///
    /// If a spreadsheet would interpret the field as a formula, an apostrophe precedes it.
    package static func csv(_ text: String) -> String {
        var safe = text.escapingScalars { $0 != "\n" && $0.isSteering ? "\u{FFFD}" : nil }
        let begin = safe.unicodeScalars.first { !$0.properties.isWhitespace && $0 != "\u{FFFD}" }
        if let begin, "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(begin) { safe = "'" + safe }
        guard safe.unicodeScalars.contains(where: { $0 == "," || $0 == "\"" || $0 == "\n" }) else { return safe }
        return "\"" + safe.escapingScalars { $0 == "\"" ? "\"\"" : nil } + "\""
    }

    /// Text for a message to Slack: https://api.slack.com/reference/surfaces/formatting. Line breaks are kept. Other
    /// control characters, and characters that change the text direction, are removed.
    package static func slack(_ text: String) -> String {
        text.escapingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\n", "\t": nil
            default: scalar.isSteering ? "" : nil
            }
        }
    }

    /// Text on one line of a terminal or a log. Control characters and separators are replaced with “␤”, and
    /// characters that change the text direction with U+FFFD.
    package static func line(_ text: String) -> String {
        text.escapingScalars { scalar in
            guard scalar.isSteering else { return nil }
            let isBreak =
                scalar.properties.generalCategory == .control || scalar.value == 0x2028 || scalar.value == 0x2029
            return isBreak ? "␤" : "\u{FFFD}"
        }
    }

    /// The value for `key=value`. It is in quotation marks if it would otherwise be read as several words.
    package static func logValue(_ text: String) -> String {
        let isWord =
            !text.isEmpty
            && !text.unicodeScalars.contains { $0.properties.isWhitespace || $0 == "\"" || $0 == "=" }
        return isWord ? text : "\"" + text.escapingScalars { $0 == "\"" ? "'" : nil } + "\""
    }

    /// A value in quotation marks for the text format of Prometheus.
    package static func prometheus(_ text: String) -> String {
        text.escapingScalars { scalar in
            switch scalar {
            case "\\": "\\\\"
            case "\"": "\\\""
            case "\n": "\\n"
            default: nil
            }
        }
    }

    /// One argument for a POSIX shell, in quotation marks if necessary.
    package static func shell(_ text: String) -> String {
        let isPlain = !text.isEmpty && text.unicodeScalars.allSatisfy { plainInShell.contains($0) }
        return isPlain ? text : "'" + text.escapingScalars { $0 == "'" ? "'\\''" : nil } + "'"
    }

    private static let plainInShell = Set(
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_./=:@,+%".unicodeScalars)

    /// Text on one line for a comment in Swift source. Characters that change the text direction are removed, so that
    /// an editor shows the text as the compiler reads it.
    package static func swiftComment(_ text: String) -> String {
        let lines = text.escapingScalars { scalar in
            guard scalar.isSteering else { return nil }
            let isSpace = scalar.properties.isWhitespace
            return isSpace ? " " : ""
        }
        return lines.split(separator: " ").joined(separator: " ")
    }

    /// A string literal for Swift source, including its quotation marks.
    package static func swiftLiteral(_ text: String) -> String {
        let escaped = text.escapingScalars { scalar in
            scalar == "\"" || scalar == "\\" || scalar.isSteering ? "\\u{\(String(scalar.value, radix: 16))}" : nil
        }
        return "\"\(escaped)\""
    }

    /// A string literal for C# source, including its quotation marks.
    package static func csharpLiteral(_ text: String) -> String {
        let escaped = text.escapingScalars { scalar in
            guard scalar == "\"" || scalar == "\\" || scalar.isSteering else { return nil }
            let digits = String(scalar.value, radix: 16)
            return "\\U" + String(repeating: "0", count: max(0, 8 - digits.count)) + digits
        }
        return "\"\(escaped)\""
    }

    /// Text for an element or an attribute of XML. Characters that XML does not allow, and characters that change the
    /// text direction, are removed.
    package static func xml(_ text: String) -> String {
        text.escapingScalars { scalar in
            switch scalar {
            case "&": "&amp;"
            case "<": "&lt;"
            case ">": "&gt;"
            case "\"": "&quot;"
            default: scalar.isSteering || scalar.value == 0xFFFE || scalar.value == 0xFFFF ? "" : nil
            }
        }
    }

    /// `\u` and four hexadecimal digits. The escaped scalars are all below U+10000.
    private static func unicodeEscape(_ scalar: Unicode.Scalar) -> String {
        let digits = String(scalar.value, radix: 16)
        return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
