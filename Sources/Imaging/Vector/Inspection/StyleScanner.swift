/// Splits CSS text into statements. Separators in strings, brackets and comments are ignored.
struct StyleScanner {
    enum Statement {
        /// `@import …` and similar rules.
        case atRule(String)
        /// `@font-face`, `@media` and similar rules.
        case atBlock(String, block: String)
        case ruleSet(selectors: String, block: String)
    }

    private var rest: Substring.UnicodeScalarView

    init(_ text: String) {
        // Old files hide their style sheets in an XML comment.
        let plain = StyleScanner.withoutComments(text)
            .replacing("<!--", with: " ").replacing("-->", with: " ")
        rest = Substring(plain).unicodeScalars
    }

    mutating func nextStatement() -> Statement? {
        while true {
            rest = rest.drop { $0.properties.isWhitespace || $0 == "}" || $0 == ";" }
            guard let first = rest.first else { return nil }
            let head = take(until: first == "@" ? ["{", ";"] : ["{"])
            guard rest.first == "{" else {
                rest = rest.dropFirst()
                if first == "@" { return .atRule(head) }
                // Selectors without a block, at the end of the text, are ignored.
                continue
            }
            rest = rest.dropFirst()
            let block = takeBlock()
            return first == "@" ? .atBlock(head, block: block) : .ruleSet(selectors: head, block: block)
        }
    }

    /// Splits a text at separators outside strings and brackets.
    static func split(_ text: String, at separator: Unicode.Scalar) -> [String] {
        var scanner = StyleScanner(rest: Substring(text).unicodeScalars)
        var parts: [String] = []
        while !scanner.rest.isEmpty {
            parts.append(scanner.take(until: [separator]))
            scanner.rest = scanner.rest.dropFirst()
        }
        return parts.map(\.trimmed).filter { !$0.isEmpty }
    }

    /// The declarations of a block, and the rules that are nested in it.
    static func separate(_ block: String) -> (declarations: String, nested: [(selectors: String, block: String)]) {
        guard block.contains("{") else { return (block, []) }
        var scanner = StyleScanner(rest: Substring(block).unicodeScalars)
        var (declarations, nested) = ("", [(selectors: String, block: String)]())
        while !scanner.rest.isEmpty {
            let head = scanner.take(until: [";", "{"])
            if scanner.rest.popFirst() == "{" {
                nested.append((head.trimmed, scanner.takeBlock()))
            } else {
                declarations += head + ";"
            }
        }
        return (declarations, nested)
    }

    private init(rest: Substring.UnicodeScalarView) {
        self.rest = rest
    }

    /// Reads to the end of the current block, including the blocks nested in it.
    private mutating func takeBlock() -> String {
        var (taken, depth) = ("", 1)
        while depth > 0, !rest.isEmpty {
            taken += take(until: ["{", "}"])
            guard let bracket = rest.popFirst() else { break }
            depth += bracket == "{" ? 1 : -1
            if depth > 0 { taken.unicodeScalars.append(bracket) }
        }
        return taken
    }

    private mutating func take(until ends: [Unicode.Scalar]) -> String {
        var taken = String.UnicodeScalarView()
        var (quote, depth): (Unicode.Scalar?, Int) = (nil, 0)
        while let next = rest.first {
            if let open = quote {
                if next == "\\" {
                    taken.append(next)
                    rest = rest.dropFirst()
                    guard let escaped = rest.popFirst() else { break }
                    taken.append(escaped)
                    continue
                }
                if next == open { quote = nil }
            } else if depth == 0, ends.contains(next) {
                break
            } else if next == "\"" || next == "'" {
                quote = next
            } else if next == "(" {
                depth += 1
            } else if next == ")" {
                depth = max(0, depth - 1)
            }
            taken.append(next)
            rest = rest.dropFirst()
        }
        return String(taken)
    }

    private static func withoutComments(_ text: String) -> String {
        var (kept, rest) = ("", text[...])
        while let start = rest.firstRange(of: "/*") {
            kept += rest[..<start.lowerBound] + " "
            guard let end = rest[start.upperBound...].firstRange(of: "*/") else { return kept }
            rest = rest[end.upperBound...]
        }
        return kept + rest
    }
}
