/// Rewrites style sheets to plain rules. Nested rules follow their parents, and groups such as `:is()` are expanded.
/// Of `@media`, `@supports` and `@layer`, only the rules that apply to a sticker are kept. Source: W3C, CSS Nesting
/// Module and CSS Conditional Rules.
enum StyleRuleRewrite {
    private static let mostLevels = 4
    private static let mostRules = 2000

    /// - Returns: whether anything was changed.
    static func apply(to source: inout SVGSource) -> Bool {
        var isChanged = false
        var (plainText, ruleCount) = ("", 0)
        for (element, known) in zip(source.elements, source.tree.elements)
        where known.name == "style" && known.isStyleSheet {
            let text = element.text
            let plain = flattened(text, level: 0, count: &ruleCount)
            plainText += plain + "\n"
            guard plain != text else { continue }
            element.text = plain
            isChanged = true
        }
        if isChanged { source.sheet = StyleSheet(plainText) }
        return isChanged
    }

    private static func flattened(_ text: String, level: Int, count: inout Int) -> String {
        guard level < mostLevels else { return "" }
        var scanner = StyleScanner(text)
        // Rules in layers have a lower precedence than all others, so they are written first.
        var (layered, plain) = ("", "")
        while let statement = scanner.nextStatement() {
            switch statement {
            case .atRule(let rule):
                if !rule.lowercased().hasPrefix("@layer") { plain += "\(rule);\n" }
            case .atBlock(let head, let block):
                let isLayer = head.lowercased().hasPrefix("@layer")
                if isLayer {
                    layered += flattened(block, level: level + 1, count: &count)
                } else if StyleCondition.holds(head) {
                    plain += flattened(block, level: level + 1, count: &count)
                } else if !StyleCondition.isKnown(head) {
                    plain += "\(head) {\(block)}\n"
                }
            case .ruleSet(let selectors, let block):
                plain += rules(selectors, block, level: level, count: &count)
            }
        }
        return layered + plain
    }

    /// Up to two lists: the selectors that librsvg can read, and the others. librsvg ignores a whole list if it
    /// cannot read one of its selectors.
    private static func plain(_ selectors: String) -> [String] {
        guard StyleSelectorGroup.isIn(selectors) else { return [selectors] }
        var (plain, unread) = ([String](), [String]())
        for selector in StyleScanner.split(selectors, at: ",") {
            if let alternatives = StyleSelectorGroup.alternatives(of: selector) {
                plain += alternatives
            } else {
                unread.append(selector)
            }
        }
        return [plain, unread].filter { !$0.isEmpty }.map { $0.joined(separator: ", ") }
    }

    /// A rule and the rules that are nested in it, as CSS.
    private static func rules(_ selectors: String, _ block: String, level: Int, count: inout Int) -> String {
        count += 1
        guard count < mostRules, level < mostLevels else { return "\(selectors) {\(block)}\n" }
        let parts = StyleScanner.separate(block)
        var text = plain(selectors).map { "\($0) {\(parts.declarations)}\n" }.joined()
        for inner in parts.nested {
            if inner.selectors.hasPrefix("@") {
                guard StyleCondition.holds(inner.selectors) else { continue }
                text += rules(selectors, inner.block, level: level + 1, count: &count)
            } else {
                let resolved = StyleSheet.resolved(inner.selectors, in: selectors).joined(separator: ", ")
                text += rules(resolved, inner.block, level: level + 1, count: &count)
            }
        }
        return text
    }
}
