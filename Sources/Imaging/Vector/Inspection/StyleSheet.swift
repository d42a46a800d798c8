/// The rules of a CSS text that can affect which files are loaded, which fonts are used and what is drawn.
///
/// Selectors consist of types, classes, ids and `*`, joined by descendant and child combinators, and of groups such as
/// `:is()`. Rules with other selectors are not applied. Source: W3C, CSS 2.1, chapters 4 and 5.
struct StyleSheet {
    struct Declaration {
        var property: String
        var value: String
        var isImportant: Bool
    }

    struct Rule {
        var selector: StyleSelector
        var declarations: [Declaration]
        /// The position among all rules. If two rules are equally specific, the later one takes precedence.
        var order: Int
    }

    /// The URLs of `@import` rules.
    private(set) var imports: [String] = []
    /// Rules by the id, class or type in the last part of their selector.
    private var rules: [StyleSelector.Key: [Rule]] = [:]
    private var count = 0
    /// Whether the text contains `@keyframes`.
    private(set) var hasKeyframes = false
    /// Whether a rule has a selector that librsvg supports and resvg may not.
    private(set) var hasUncommonSelectors = false
    /// Rules that librsvg ignores because they are nested, or have groups of selectors. The array has at most one
    /// sheet.
    private var nestedSheets: [StyleSheet] = []
    /// Rules in `@media`, `@supports` or `@layer` that apply to a sticker, and that librsvg ignores. The array has at
    /// most one sheet.
    private var conditionalSheets: [StyleSheet] = []

    /// Rules that librsvg ignores and that cannot be rewritten. Their selectors are approximations, which match more
    /// elements.
    private var unread: [Rule] = []

    var nested: StyleSheet? { nestedSheets.first }
    var conditional: StyleSheet? { conditionalSheets.first }

    private static let mostLevels = 4
    private static let mostNestedRules = 2000

    init(_ text: String) {
        self.init(text, level: 0)
    }

    private init(_ text: String, level: Int) {
        var scanner = StyleScanner(text)
        var (nested, conditional) = ([String](), "")
        while let statement = scanner.nextStatement() {
            switch statement {
            case .atRule(let text): addImport(text)
            case .atBlock(let head, let block):
                hasKeyframes = hasKeyframes || head.lowercased().contains("keyframes")
                if StyleCondition.holds(head) { conditional += block + "\n" }
            case .ruleSet(let selectors, let block):
                if StyleSelectorGroup.isIn(selectors) {
                    nested += addGroups(selectors, block).prefix(max(0, StyleSheet.mostNestedRules - nested.count))
                    continue
                }
                let parts = StyleScanner.separate(block)
                addRules(selectors, StyleSheet.declarations(parts.declarations))
                for inner in parts.nested where nested.count < StyleSheet.mostNestedRules {
                    nested += StyleSheet.resolved(inner.selectors, in: selectors).map { "\($0) {\(inner.block)}" }
                }
            }
        }
        guard level < StyleSheet.mostLevels else { return }
        if !nested.isEmpty {
            nestedSheets = [StyleSheet(nested.joined(separator: "\n"), level: level + 1)]
        }
        if !conditional.isEmpty { conditionalSheets = [StyleSheet(conditional, level: level + 1)] }
    }

    /// Whether a rule sets a property of an element that affects the drawing.
    func decides(_ element: SVGElement) -> Bool {
        rules(for: element).contains { $0.declarations.contains { SVGStyle.decidesDrawing($0.property) } }
            || nested?.decides(element) == true || conditional?.decides(element) == true
    }

    /// Whether a rule that is not applied could set a property of an element that affects the drawing.
    func missesRule(for element: SVGElement) -> Bool {
        unread.contains { rule in
            rule.declarations.contains { SVGStyle.decidesDrawing($0.property) } && rule.selector.matches(element)
        } || nested?.missesRule(for: element) == true || conditional?.missesRule(for: element) == true
    }

    /// The selectors of a nested rule, written without nesting.
    static func resolved(_ selectors: String, in outer: String) -> [String] {
        guard !selectors.hasPrefix("@") else { return [] }
        let inner = StyleScanner.split(selectors, at: ",").prefix(20)
        return StyleScanner.split(outer, at: ",").prefix(20).flatMap { parent in
            inner.map { $0.contains("&") ? $0.replacing("&", with: parent) : "\(parent) \($0)" }
        }
    }

    /// The rules that match an element, in ascending order of precedence.
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

    /// Records the rules that cannot be expanded, and returns the others, each with one selector.
    private mutating func addGroups(_ selectors: String, _ block: String) -> [String] {
        StyleScanner.split(selectors, at: ",").flatMap { text -> [String] in
            if let alternatives = StyleSelectorGroup.alternatives(of: text) {
                return alternatives.map { "\($0) {\(block)}" }
            }
            if let selector = StyleSelector(StyleSelectorGroup.approximation(of: text)) {
                let declarations = StyleSheet.declarations(StyleScanner.separate(block).declarations)
                unread.append(Rule(selector: selector, declarations: declarations, order: count))
            }
            return []
        }
    }

    private mutating func addRules(_ selectors: String, _ declarations: [Declaration]) {
        for text in StyleScanner.split(selectors, at: ",") {
            let isUncommon = text.contains(":") || text.contains("+") || text.contains("~")
            if isUncommon, declarations.contains(where: { !$0.property.hasPrefix("--") }) {
                hasUncommonSelectors = true
            }
            guard let selector = StyleSelector(text) else { continue }
            rules[selector.key, default: []].append(
                Rule(selector: selector, declarations: declarations, order: count))
            count += 1
        }
    }
}

extension StringProtocol {
    /// The text without white space at both ends.
    var trimmed: String {
        var rest = self[...].drop(while: \.isWhitespace)
        while rest.last?.isWhitespace == true { rest.removeLast() }
        return String(rest)
    }
}
