import JobModel

/// Reads JSON (RFC 8259) into values that know their line and column.
///
/// Two things more than the standard are accepted: `//` and `/* */` comments, and a byte order mark. Everything else
/// that some parsers wink at is an error with a line and a column: trailing commas, single quotes, missing quotes.
struct JSONParser {
    /// Far more than any of our files needs; without a limit, a file of brackets would exhaust the stack.
    static let deepestNesting = 32
    /// Settings are a few kilobytes; what is larger was given the wrong name.
    static let largestFile = 1_000_000

    /// Keeps a hostile file from costing more than a moment.
    static let mostValues = 10_000

    private let bytes: [UInt8]
    private var index = 0
    private var valueCount = 0
    private(set) var position = JSONPosition(line: 1, column: 1)

    /// The value that a file holds.
    static func value(of json: [UInt8]) throws(JSONSyntaxError) -> JSONValue {
        guard json.count <= largestFile else {
            let (most, found) = (Wording.number(largestFile), Wording.number(json.count))
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
                position: position, message: "expected at most \(Wording.number(Self.mostValues)) values")
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

// MARK: - Moving along

extension JSONParser {
    /// The byte that is read next; nil at the end.
    var next: UInt8? { index < bytes.count ? bytes[index] : nil }

    /// The byte after that.
    var afterNext: UInt8? { index + 1 < bytes.count ? bytes[index + 1] : nil }

    /// What has not been read yet.
    var rest: ArraySlice<UInt8> { bytes[index...] }

    mutating func advance() {
        guard let byte = next else { return }
        index += 1
        if byte == UInt8(ascii: "\n") {
            position = JSONPosition(line: position.line + 1, column: 1)
        } else if byte & 0xC0 != 0x80 {
            // Only the first byte of a character moves the column.
            position.column += 1
        }
    }

    /// Reads a character if it comes next, and says whether it did.
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

    /// What is wrong here: that this was expected and something else comes.
    func expected(_ what: String) -> JSONSyntaxError {
        guard let scalar = String(decoding: rest.prefix(4), as: UTF8.self).unicodeScalars.first else {
            return JSONSyntaxError(position: position, message: "expected \(what), found the end of the file")
        }
        let hint = "“”„‘’'«»".unicodeScalars.contains(scalar) ? "; use straight double quotes (\")" : ""
        let found = scalar == "\"" ? "a quote (\")" : String(scalar).quoted
        return JSONSyntaxError(position: position, message: "expected \(what), found \(found)\(hint)")
    }
}
