/// The rules of CSS text, as far as librsvg follows them and they can decide what is loaded or which font is used.
///
/// Selectors are made of types, classes, ids and `*`, joined by descendant and child; others match nothing here. Source:
/// W3C, CSS 2.1, chapters 4 and 5.
struct StyleSheet {
    struct Declaration {
        var property: String
        var value: String
        var isImportant: Bool
    }

    struct Rule {
        var selector: StyleSelector
        var declarations: [Declaration]
        /// Its place among all rules: of two that are equally specific, the later one counts.
        var order: Int
    }

    /// The addresses of `@import` rules.
    private(set) var imports: [String] = []
    /// Rules by the id, class or type that the last part of their selector asks for.
    private var rules: [StyleSelector.Key: [Rule]] = [:]
    private var count = 0

    init(_ text: String) {
        var scanner = StyleScanner(text)
        while let statement = scanner.nextStatement() {
            switch statement {
            case .atRule(let text): addImport(text)
            case .ruleSet(let selectors, let block): addRules(selectors, StyleSheet.declarations(block))
            }
        }
    }

    /// The rules that an element matches, the one that counts most last.
    func rules(for element: SVGElement) -> [Rule] {
        guard count > 0 else { return [] }
        var keys: [StyleSelector.Key] = [.any, .type(element.name)]
        keys += element.classes.map { .class(String($0)) }
        if let id = element.attributes["id"] { keys.append(.id(id)) }
        return keys.flatMap { rules[$0] ?? [] }
            .filter { $0.selector.matches(element) }
            .sorted { ($0.selector.specificity, $0.order) < ($1.selector.specificity, $1.order) }
    }

    /// The declarations of a block, or of a `style` attribute; property names in lower case.
    static func declarations(_ block: String) -> [Declaration] {
        StyleScanner.split(block, at: ";").compactMap { text in
            guard let colon = text.firstIndex(of: ":") else { return nil }
            var value = text[text.index(after: colon)...].trimmed
            let plain = value.lowercased()
            let isImportant = plain.hasSuffix("important") && plain.contains("!")
            if isImportant, let mark = value.lastIndex(of: "!") { value = value[..<mark].trimmed }
            return Declaration(
                property: text[..<colon].trimmed.lowercased(), value: value, isImportant: isImportant)
        }
    }

    private mutating func addImport(_ text: String) {
        guard text.lowercased().hasPrefix("@import") else { return }
        let rest = text.dropFirst("@import".count).trimmed
        if let link = StyleValue.links(in: rest).first {
            imports.append(link)
        } else if let quote = rest.first, quote == "\"" || quote == "'" {
            imports.append(String(rest.dropFirst().prefix { $0 != quote }))
        }
    }

    private mutating func addRules(_ selectors: String, _ declarations: [Declaration]) {
        for text in StyleScanner.split(selectors, at: ",") {
            guard let selector = StyleSelector(text) else { continue }
            rules[selector.key, default: []].append(
                Rule(selector: selector, declarations: declarations, order: count))
            count += 1
        }
    }
}

extension StringProtocol {
    /// Without white space at both ends.
    var trimmed: String {
        var rest = self[...].drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
