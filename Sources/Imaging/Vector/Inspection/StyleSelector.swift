/// A selector of CSS: `text.title`, `#badge > .label`, `*`.
struct StyleSelector {
    /// The type, class or id in the last part of a selector, by which its rule is found.
    enum Key: Hashable {
        case any
        case type(String)
        case `class`(String)
        case id(String)
    }

    private struct Part {
        var type: String?
        var id: String?
        var classes: [String] = []
        var isRoot = false
        /// Whether the previous part must match the parent, instead of any ancestor.
        var isChild = false

        func matches(_ element: SVGElement) -> Bool {
            if let type, type != element.name { return false }
            if let id, id != element.attributes["id"] { return false }
            if isRoot, element.parent != nil { return false }
            if classes.isEmpty { return true }
            let own = element.classes
            return classes.allSatisfy { wanted in own.contains { $0 == wanted } }
        }
    }

    private let parts: [Part]

    /// - Returns: nil for a selector with attributes, siblings, or pseudo-classes other than `:root`.
    init?(_ text: String) {
        var parts: [Part] = []
        var isChild = false
        for token in text.replacing(">", with: " > ").split(whereSeparator: \.isWhitespace) {
            if token == ">" {
                isChild = true
                continue
            }
            guard var part = StyleSelector.part(token) else { return nil }
            part.isChild = isChild
            isChild = false
            parts.append(part)
        }
        guard !parts.isEmpty else { return nil }
        self.parts = parts
    }

    var key: Key {
        guard let last = parts.last else { return .any }
        if let id = last.id { return .id(id) }
        if let name = last.classes.first { return .class(name) }
        return last.type.map(Key.type) ?? .any
    }

    /// The specificity of CSS 2.1, section 6.4.3, as one number.
    var specificity: Int {
        parts.reduce(0) { sum, part in
            sum + (part.id == nil ? 0 : 1_000_000) + (part.classes.count + (part.isRoot ? 1 : 0)) * 1000
                + (part.type == nil ? 0 : 1)
        }
    }

    func matches(_ element: SVGElement) -> Bool {
        matches(element, last: parts.count - 1)
    }

    private func matches(_ element: SVGElement, last: Int) -> Bool {
        guard parts[last].matches(element) else { return false }
        guard last > 0 else { return true }
        var ancestor = element.parent
        while let candidate = ancestor {
            if matches(candidate, last: last - 1) { return true }
            if parts[last].isChild { return false }
            ancestor = candidate.parent
        }
        return false
    }

    private static func part(_ token: Substring) -> Part? {
        let isRoot = token.hasSuffix(":root")
        guard let match = token.dropLast(isRoot ? 5 : 0).wholeMatch(of: /(\*|[^.#*\[\]:+~]+)?((?:[.#][^.#*\[\]:+~]+)*)/)
        else { return nil }
        var part = Part()
        part.isRoot = isRoot
        if let type = match.output.1, type != "*" { part.type = String(type) }
        for piece in match.output.2.matches(of: /([.#])([^.#]+)/) {
            let name = String(piece.output.2)
            if piece.output.1 == "#" { part.id = name } else { part.classes.append(name) }
        }
        return part
    }
}
