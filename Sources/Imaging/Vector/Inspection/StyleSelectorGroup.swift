/// Selectors that browsers support and librsvg does not. librsvg ignores a whole rule if it does not know one of its
/// selectors.
///
/// Selectors with `:is()`, `:where()` or `:-webkit-any()` are expanded to simple selectors. Others, with `:has()`,
/// `:nth-child(… of …)` or a group within `:not()`, cannot be expanded. Source: W3C, Selectors Level 4.
enum StyleSelectorGroup {
    private static let names = [":is(", ":where(", ":-webkit-any("]
    private static let mostAlternatives = 50

    /// Whether a list of selectors contains one that librsvg does not support.
    static func isIn(_ selectors: String) -> Bool {
        let text = selectors.lowercased()
        return names.contains { text.contains($0) } || isUnknown(text)
    }

    /// The selectors that together match the same elements. Each has its own specificity, not that of the group. Nil
    /// for a selector that cannot be expanded.
    static func alternatives(of selector: String) -> [String]? {
        var (waiting, finished) = ([selector], [String]())
        while let next = waiting.popLast() {
            guard waiting.count + finished.count < mostAlternatives, !isUnknown(next.lowercased()) else { return nil }
            switch Group.first(in: Array(next)) {
            case .none: finished.append(next)
            case .some(nil): return nil
            case .some(let group?):
                guard let parts = group.alternatives else { return nil }
                waiting += parts.reversed()
            }
        }
        return finished
    }

    /// The selector without the parts that librsvg does not support, which matches more elements.
    static func approximation(of selector: String) -> String {
        selector.replacing(
            /(?i):(?:is|where|-webkit-any|has|not|nth-(?:last-)?child)\([^()]*(?:\([^()]*\)[^()]*)*\)/, with: "")
    }

    private static func isUnknown(_ text: String) -> Bool {
        text.contains(":has(") || text.contains(/:nth-(?:last-)?child\([^)]*\sof\s/)
    }

    /// The first group of a selector, and the text around it.
    private struct Group {
        /// The text before the compound selector that contains the group.
        var head: String
        /// The part of that compound selector before the group.
        var before: String
        var members: String
        var after: String

        /// The first group. Nil if there is none, and `.some(nil)` if it is within other brackets.
        static func first(in text: [Character]) -> Group?? {
            var (depth, compound) = (0, 0)
            var quote: Character?
            for (place, next) in text.enumerated() {
                if let open = quote {
                    if next == open { quote = nil }
                    continue
                }
                switch next {
                case "\"", "'": quote = next
                case "(", "[": depth += 1
                case ")", "]": depth -= 1
                case " ", "\t", "\n", ">", "+", "~": if depth == 0 { compound = place + 1 }
                case ":":
                    guard let name = StyleSelectorGroup.names.first(where: { isName($0, at: place, in: text) }) else {
                        continue
                    }
                    guard depth == 0, let end = closing(from: place + name.count, in: text) else { return .some(nil) }
                    return Group(
                        head: String(text[..<compound]), before: String(text[compound..<place]),
                        members: String(text[(place + name.count)..<end]), after: String(text[(end + 1)...]))
                default: continue
                }
            }
            return nil
        }

        /// The selectors with each member in place of the group. Nil if a member with combinators is not at the start
        /// of the selector.
        var alternatives: [String]? {
            var texts: [String] = []
            for member in StyleScanner.split(members, at: ",") {
                if Group.hasCombinator(member) {
                    guard head.isEmpty, before.isEmpty else { return nil }
                    texts.append(member + after)
                } else if let compound = joined(member) {
                    texts.append(head + compound + after)
                }
            }
            return texts
        }

        /// Joins `before` and a member to one compound selector, with the type first. Nil for two different types.
        private func joined(_ member: String) -> String? {
            let (type, inner) = (Group.typeName(of: member), Group.typeName(of: before))
            guard type.isEmpty || type == "*" || inner.isEmpty || inner == "*" || type == inner else { return nil }
            let name = type.isEmpty || type == "*" && !inner.isEmpty ? inner : type
            return name + before.dropFirst(inner.count) + member.dropFirst(type.count)
        }

        private static func typeName(of compound: String) -> String {
            String(compound.prefix { !".#[:".contains($0) })
        }

        private static func hasCombinator(_ member: String) -> Bool {
            var depth = 0
            for next in member {
                if "([".contains(next) { depth += 1 }
                if ")]".contains(next) { depth -= 1 }
                if depth == 0, next.isWhitespace || ">+~".contains(next) { return true }
            }
            return false
        }

        private static func isName(_ name: String, at place: Int, in text: [Character]) -> Bool {
            let part = text[place...].prefix(name.count)
            return part.count == name.count && String(part).lowercased() == name
        }

        private static func closing(from start: Int, in text: [Character]) -> Int? {
            var depth = 1
            var quote: Character?
            for place in start..<text.count {
                let next = text[place]
                if let open = quote {
                    if next == open { quote = nil }
                    continue
                }
                if next == "\"" || next == "'" { quote = next }
                if next == "(" { depth += 1 }
                if next == ")" { depth -= 1 }
                if depth == 0 { return place }
            }
            return nil
        }
    }
}
