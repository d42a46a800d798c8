/// An element of an MSBuild project file. Comments, declarations and namespaces are ignored.
struct XMLElement {
    let name: String
    let attributes: [String: String]
    fileprivate(set) var children: [XMLElement] = []
    /// The text directly in the element, without surrounding white space.
    fileprivate(set) var text = ""

    private static let depthLimit = 64
    private static let sizeLimit = 4 << 20

    /// - Returns: nil if the bytes are not well-formed XML, are too large, or are too deeply nested.
    static func document(_ bytes: [UInt8]) -> XMLElement? {
        guard bytes.count <= sizeLimit, let text = String(validating: bytes, as: UTF8.self) else { return nil }
        var reader = XMLReader(Substring(text).unicodeScalars)
        return reader.readDocument(depthLimit: depthLimit)
    }

    /// All descendants with the given name.
    func all(_ name: String) -> [XMLElement] {
        children.flatMap { ($0.name == name ? [$0] : []) + $0.all(name) }
    }
}

/// Reads the subset of XML that project files use: elements, attributes, text, comments and predefined entities.
private struct XMLReader {
    private var rest: Substring.UnicodeScalarView

    init(_ text: Substring.UnicodeScalarView) {
        rest = text
        if rest.first == "\u{FEFF}" { rest.removeFirst() }
    }

    mutating func readDocument(depthLimit: Int) -> XMLElement? {
        var open: [XMLElement] = []
        while !rest.isEmpty {
            if starts(with: "<?") {
                guard skip(past: "?>") else { return nil }
            } else if starts(with: "<!--") {
                guard skip(past: "-->") else { return nil }
            } else if starts(with: "</") {
                guard var element = open.popLast(), readEnd(of: element.name) else { return nil }
                element.text = element.text.trimmed
                guard !open.isEmpty else { return isAtEnd ? element : nil }
                open[open.count - 1].children.append(element)
            } else if starts(with: "<") {
                guard open.count < depthLimit, let (element, isEmpty) = readStart() else { return nil }
                if !isEmpty {
                    open.append(element)
                } else if open.isEmpty {
                    return isAtEnd ? element : nil
                } else {
                    open[open.count - 1].children.append(element)
                }
            } else {
                let text = rest.prefix { $0 != "<" }
                rest = rest.dropFirst(text.count)
                guard !open.isEmpty || String(text).trimmed.isEmpty, let plain = XMLReader.decoded(text) else {
                    return nil
                }
                if !open.isEmpty { open[open.count - 1].text += plain }
            }
        }
        return nil
    }

    /// Whether only white space and comments are left.
    private var isAtEnd: Bool {
        var copy = self
        while true {
            copy.skipSpace()
            guard copy.starts(with: "<!--") else { return copy.rest.isEmpty }
            guard copy.skip(past: "-->") else { return false }
        }
    }

    private func starts(with text: String) -> Bool { rest.starts(with: text.unicodeScalars) }

    private mutating func skip(past text: String) -> Bool {
        while !rest.isEmpty {
            if starts(with: text) {
                rest = rest.dropFirst(text.unicodeScalars.count)
                return true
            }
            rest = rest.dropFirst()
        }
        return false
    }

    private mutating func skipSpace() { rest = rest.drop { $0.properties.isWhitespace } }

    private mutating func readName() -> String {
        let name = rest.prefix { !$0.properties.isWhitespace && !"<>/=\"'".unicodeScalars.contains($0) }
        rest = rest.dropFirst(name.count)
        return String(name)
    }

    private mutating func readEnd(of name: String) -> Bool {
        rest = rest.dropFirst(2)
        guard readName() == name else { return false }
        skipSpace()
        guard rest.first == ">" else { return false }
        rest = rest.dropFirst()
        return true
    }

    private mutating func readStart() -> (XMLElement, isEmpty: Bool)? {
        rest = rest.dropFirst()
        let name = readName()
        guard !name.isEmpty else { return nil }
        var attributes: [String: String] = [:]
        while true {
            skipSpace()
            if starts(with: "/>") || rest.first == ">" {
                let isEmpty = rest.first == "/"
                rest = rest.dropFirst(isEmpty ? 2 : 1)
                return (XMLElement(name: name, attributes: attributes), isEmpty)
            }
            let key = readName()
            skipSpace()
            guard !key.isEmpty, rest.first == "=" else { return nil }
            rest = rest.dropFirst()
            skipSpace()
            guard let quote = rest.first, quote == "\"" || quote == "'" else { return nil }
            rest = rest.dropFirst()
            let value = rest.prefix { $0 != quote && $0 != "<" }
            rest = rest.dropFirst(value.count)
            guard rest.first == quote, attributes[key] == nil, let plain = XMLReader.decoded(value) else { return nil }
            rest = rest.dropFirst()
            attributes[key] = plain
        }
    }

    /// The text with its entities replaced. Nil if it contains an unknown entity.
    private static func decoded(_ text: Substring.UnicodeScalarView) -> String? {
        guard text.contains("&") else { return String(text) }
        let known = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'"]
        var result = ""
        for (place, part) in String(text).split(separator: "&", omittingEmptySubsequences: false).enumerated() {
            guard place > 0 else {
                result += part
                continue
            }
            guard let end = part.firstIndex(of: ";"), let replacement = known[String(part[..<end])] else { return nil }
            result += replacement + part[part.index(after: end)...]
        }
        return result
    }
}

extension String {
    fileprivate var trimmed: String {
        let start = unicodeScalars.drop { $0.properties.isWhitespace }
        let length = start.reversed().drop { $0.properties.isWhitespace }.count
        return String(String.UnicodeScalarView(start.prefix(length)))
    }
}
