/// Makes Swift identifiers from ids.
enum SwiftIdentifier {
    /// A scope in which each name may be used only once.
    struct Namespace {
        private var taken: Set<String>

        init(taken: Set<String> = []) {
            self.taken = taken
        }

        /// The name, or the name followed by a number if it is already used.
        mutating func take(_ name: String) -> String {
            var candidate = name
            var number = 2
            while !taken.insert(candidate).inserted {
                candidate = "\(name.filter { $0 != "`" })_\(number)"
                number += 1
            }
            return candidate
        }
    }

    /// The identifier of a value: `happy-cat` → `happyCat`.
    static func value(_ id: String) -> String {
        let name = words(id).enumerated().map { $0.offset == 0 ? $0.element : capitalized($0.element) }.joined()
        // After a dot, these two have a special meaning even in backticks.
        if ["self", "init"].contains(name) { return name + "_" }
        return keywords.contains(name) ? "`\(name)`" : legal(name)
    }

    /// The identifier of a type: `happy-cats` → `HappyCats`.
    static func type(_ id: String) -> String {
        let name = words(id).map(capitalized).joined()
        return ["Type", "Protocol", "Self", "Any"].contains(name) ? name + "_" : legal(name)
    }

    private static func words(_ id: String) -> [String] {
        id.split { !$0.isLetter && !("0"..."9").contains($0) }.map(String.init)
    }

    private static func capitalized(_ word: String) -> String {
        word.prefix(1).uppercased() + word.dropFirst()
    }

    private static func legal(_ name: String) -> String {
        guard let first = name.first else { return "unnamed" }
        return first.isNumber ? "_" + name : name
    }

    /// The keywords that are reserved everywhere. Source: The Swift Programming Language, "Lexical Structure".
    private static let keywords: Set<String> = [
        "actor", "any", "as", "associatedtype", "await", "break", "case", "catch", "class", "continue", "default",
        "defer",
        "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for", "func", "guard",
        "if",
        "import", "in", "inout", "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol",
        "public", "repeat", "rethrows", "return", "static", "struct", "subscript", "super", "switch", "throw", "throws",
        "true", "try", "typealias", "var", "where", "while",
    ]
}
