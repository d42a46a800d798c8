/// Texts, numbers and the three words.
extension JSONParser {
    /// Reads from the opening quote to the closing one.
    mutating func parseText() throws(JSONSyntaxError) -> String {
        let start = position
        var text: [UInt8] = []
        advance()
        while let byte = next {
            switch byte {
            case UInt8(ascii: "\""):
                advance()
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                text.append(contentsOf: String(try parseEscape()).utf8)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                throw JSONSyntaxError(
                    position: start, message: "expected a closing quote (\") on the same line, found the line's end")
            case 0..<0x20:
                throw expected("a text without control characters")
            default:
                text.append(byte)
                advance()
            }
        }
        throw JSONSyntaxError(position: start, message: "expected a closing quote (\"), found the end of the file")
    }

    private mutating func parseEscape() throws(JSONSyntaxError) -> Unicode.Scalar {
        let start = position
        advance()
        guard let letter = next else { throw expected("a character after \"\\\"") }
        advance()
        switch letter {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(letter)
        case UInt8(ascii: "b"): return "\u{8}"
        case UInt8(ascii: "f"): return "\u{C}"
        case UInt8(ascii: "n"): return "\n"
        case UInt8(ascii: "r"): return "\r"
        case UInt8(ascii: "t"): return "\t"
        case UInt8(ascii: "u"): return try parseUnicodeEscape(start)
        default:
            throw JSONSyntaxError(
                position: start,
                message: "expected \\n, \\t, \\\" or another escape of JSON; write \\\\ for a backslash, / in paths")
        }
    }

    /// Reads the digits after `\u`, and the second half of a pair where the first asks for one.
    private mutating func parseUnicodeEscape(_ start: JSONPosition) throws(JSONSyntaxError) -> Unicode.Scalar {
        let first = try parseHexDigits()
        if let scalar = Unicode.Scalar(first) { return scalar }
        if first < 0xDC00, take("\\"), take("u") {
            let second = try parseHexDigits()
            if (0xDC00...0xDFFF).contains(second),
                let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00))
            {
                return scalar
            }
        }
        throw JSONSyntaxError(position: start, message: "expected a character after \\u, found half of one")
    }

    private mutating func parseHexDigits() throws(JSONSyntaxError) -> UInt32 {
        let digits = String(decoding: rest.prefix(4), as: UTF8.self)
        guard digits.utf8.count == 4, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
            let value = UInt32(digits, radix: 16)
        else {
            throw expected("four hexadecimal digits after \\u")
        }
        for _ in 0..<4 { advance() }
        return value
    }

    /// Reads a number, `true`, `false` or `null`: whatever goes on until a space or a mark.
    mutating func parseWord() throws(JSONSyntaxError) -> JSONValue.Content {
        let word = String(decoding: rest.prefix { Self.isOfWord($0) }, as: UTF8.self)
        let content: JSONValue.Content
        switch word {
        case "": throw expected("a value")
        case "true": content = .boolean(true)
        case "false": content = .boolean(false)
        case "null": content = .null
        default:
            guard Self.isNumber(word), let number = Double(word) else {
                throw JSONSyntaxError(
                    position: position,
                    message: "expected a value, found \(word.shortened(to: 40)); texts need double quotes")
            }
            content = .number(number, written: word)
        }
        for _ in 0..<word.utf8.count { advance() }
        return content
    }

    /// Whether a word is a number of JSON's grammar, which is narrower than Swift's.
    private static func isNumber(_ word: String) -> Bool {
        var rest = Substring(word).utf8
        func digits() -> Int {
            let count = rest.prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }.count
            rest = rest.dropFirst(count)
            return count
        }
        func take(_ marks: String) -> Bool {
            guard let first = rest.first, marks.utf8.contains(first) else { return false }
            rest = rest.dropFirst()
            return true
        }
        _ = take("-")
        let startsWithZero = rest.first == UInt8(ascii: "0")
        let whole = digits()
        guard whole == 1 || (whole > 1 && !startsWithZero) else { return false }
        if take("."), digits() == 0 { return false }
        if take("eE") {
            _ = take("+-")
            if digits() == 0 { return false }
        }
        return rest.isEmpty
    }

    private static func isOfWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."),
            UInt8(ascii: "_"), UInt8(ascii: "#"):
            true
        default:
            false
        }
    }
}
