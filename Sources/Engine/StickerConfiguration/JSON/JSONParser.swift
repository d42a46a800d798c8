import JobModel

/// Parses JSON (RFC 8259) into values that contain their line and column.
///
/// In addition to the standard, `//` and `/* */` comments and a byte order mark are accepted. Other deviations that
/// some parsers tolerate are errors, such as trailing commas, single quotes and missing quotes.
package struct JSONParser {
    /// The maximum depth of nested objects and lists. Without a limit, a file of brackets would exhaust the stack.
    static let deepestNesting = 32
    /// The maximum size of a file in bytes. Settings have a few kilobytes, so a larger file is probably the wrong
    /// file.
    static let largestFile = 1_000_000

    /// The maximum number of values, so that a malicious file cannot cause much work.
    static let mostValues = 10_000

    private let bytes: [UInt8]
    private var index = 0
    private var valueCount = 0
    private(set) var position = JSONPosition(line: 1, column: 1)

    /// Parses the content of a file.
    package static func value(of json: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        guard json.count <= largestFile else {
            let (most, found) = (NumberFormat.number(largestFile), NumberFormat.number(json.count))
            throw JSONSyntaxError(message: "expected settings of at most \(most) bytes, found \(found)")
        }
        guard String(validating: json, as: UTF8.self) != nil else {
            throw JSONSyntaxError(message: "expected text in UTF-8, found other bytes; save the file as UTF-8")
        }
        var parser = JSONParser(bytes: json)
        return try parser.parseFile()
    }

    private init(bytes: [UInt8]) {
        self.bytes = bytes
    }

    private mutating func parseFile() throws(JSONSyntaxError) -> JSONValue {
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { index = 3 }
        try skipSpace()
        let value = try parseValue(depth: 0)
        try skipSpace()
        guard next == nil else { throw expected("the end of the file") }
        return value
    }

    private mutating func parseValue(depth: Int) throws(JSONSyntaxError) -> JSONValue {
        guard depth < Self.deepestNesting else { throw expected("less nesting") }
        valueCount += 1
        guard valueCount <= Self.mostValues else {
            throw JSONSyntaxError(
                position: position, message: "expected at most \(NumberFormat.number(Self.mostValues)) values")
        }
        let start = position
        let content: JSONValue.Content
        switch next {
        case UInt8(ascii: "{"): content = .object(try parseMembers(depth: depth))
        case UInt8(ascii: "["): content = .list(try parseItems(depth: depth))
        case UInt8(ascii: "\""): content = .text(try parseText())
        default: content = try parseWord()
        }
        return JSONValue(position: start, content: content)
    }

    private mutating func parseMembers(depth: Int) throws(JSONSyntaxError) -> [JSONValue.Member] {
        var members: [JSONValue.Member] = []
        advance()
        try skipSpace()
        if take("}") { return members }
        while true {
            guard next != UInt8(ascii: "}") else { throw expected("a key; remove the comma before this") }
            guard next == UInt8(ascii: "\"") else { throw expected("a key in straight double quotes") }
            let start = position
            let key = try parseText()
            try skipSpace()
            guard take(":") else { throw expected("\":\" after \(key.quoted)") }
            try skipSpace()
            members.append(.init(key: key, position: start, value: try parseValue(depth: depth + 1)))
            try skipSpace()
            if take("}") { return members }
            guard take(",") else { throw expected("\",\" after the value of \(key.quoted), or \"}\"") }
            try skipSpace()
        }
    }

    private mutating func parseItems(depth: Int) throws(JSONSyntaxError) -> [JSONValue] {
        var items: [JSONValue] = []
        advance()
        try skipSpace()
        if take("]") { return items }
        while true {
            guard next != UInt8(ascii: "]") else { throw expected("a value; remove the comma before this") }
            items.append(try parseValue(depth: depth + 1))
            try skipSpace()
            if take("]") { return items }
            guard take(",") else { throw expected("\",\" after a value of the list, or \"]\"") }
            try skipSpace()
        }
    }
}

// MARK: - Reading characters

extension JSONParser {
    /// The next byte. Nil at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// The byte after the next one. Nil at the end.
    var afterNext: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

    /// The bytes that were not read yet.
    var rest: ArraySlice<UInt8> { bytes[index...] }

    mutating func advance() {
        guard let byte = next else { return }
        index += 1
        if byte == UInt8(ascii: "\n") {
            position = JSONPosition(line: position.line + 1, column: 1)
        } else if byte & 0xC0 != 0x80 {
            // The column counts characters and not bytes, so only the first byte of a character increases it.
            position.column += 1
        }
    }

    /// Reads a character if it is the next one. Returns whether it was read.
    mutating func take(_ character: Unicode.Scalar) -> Bool {
        guard next == UInt8(ascii: character) else { return false }
        advance()
        return true
    }

    mutating func skipSpace() throws(JSONSyntaxError) {
        while let byte = next {
            switch byte {
            case UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                advance()
            case UInt8(ascii: "/"):
                try skipComment()
            default:
                return
            }
        }
    }

    private mutating func skipComment() throws(JSONSyntaxError) {
        let start = position
        switch afterNext {
        case UInt8(ascii: "/"):
            while let byte = next, byte != UInt8(ascii: "\n") { advance() }
        case UInt8(ascii: "*"):
            advance()
            advance()
            while !(next == UInt8(ascii: "*") && afterNext == UInt8(ascii: "/")) {
                guard next != nil else {
                    throw JSONSyntaxError(
                        position: start, message: "expected */ after this comment, found the end of the file")
                }
                advance()
            }
            advance()
            advance()
        default:
            throw expected("a value or a comment")
        }
    }

    /// The error for an unexpected character. `what` is the expected text.
    func expected(_ what: String) -> JSONSyntaxError {
        guard let scalar = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first else {
            return JSONSyntaxError(position: position, message: "expected \(what), found the end of the file")
        }
        let hint = "“”„‘’'«»".unicodeScalars.contains(scalar) ? "; use straight double quotes (\")" : ""
        let found = scalar == "\"" ? "a quote (\")" : String(scalar).quoted
        return JSONSyntaxError(position: position, message: "expected \(what), found \(found)\(hint)")
    }
}

/// Parses texts, numbers, and the words true, false and null.
extension JSONParser {
    /// Parses a text from its opening to its closing quote.
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

    /// Parses the digits after `\u`. If they are the first half of a surrogate pair, also parses the second half.
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

    /// Parses a number, `true`, `false` or `null`. The word ends before a space or a punctuation mark.
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

    /// Whether a word is a number according to the grammar of JSON, which allows fewer forms than Swift.
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

/// The reason why a text is not JSON.
package struct JSONSyntaxError: Error, Hashable {
    /// The position of the error. Nil if the error concerns the whole file.
    package var position: JSONPosition?
    /// The expected and the found text, without the file's name.
    package var message: String
}

/// A position in a text file. Lines and columns start at 1, as in editors. Columns count Unicode scalars.
package struct JSONPosition: Sendable, Hashable, Comparable {
    package var line: Int
    package var column: Int

    package init(line: Int, column: Int) {
        self.line = line
        self.column = column
    }

    package static func < (left: JSONPosition, right: JSONPosition) -> Bool {
        (left.line, left.column) < (right.line, right.column)
    }
}
