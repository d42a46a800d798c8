/// A value in a JSON schema. The members of an object keep their order.
package indirect enum SchemaNode: Sendable {
    package typealias Members = [(String, SchemaNode)]

    case text(String)
    case number(String)
    case boolean(Bool)
    case list([SchemaNode])
    case object(Members)

    /// The schema of comments, which are keys that begin with `//`.
    static let comments: SchemaNode = ["^//": [:]]
    static let pathPattern: SchemaNode = "^[^\\u0000-\\u001f\\u007f]+$"
    static let colourPattern: SchemaNode = "^#([0-9A-Fa-f]{3}|[0-9A-Fa-f]{6})$"

    static func words(_ words: [String]) -> SchemaNode { .list(words.map { .text($0) }) }

    /// The schema as JSON, indented by two spaces.
    package func rendered(indent: String = "") -> String {
        let inner = indent + "  "
        func lines(_ items: [String], _ brackets: (String, String)) -> String {
            guard !items.isEmpty else { return brackets.0 + brackets.1 }
            return "\(brackets.0)\n\(inner)\(items.joined(separator: ",\n\(inner)"))\n\(indent)\(brackets.1)"
        }
        return switch self {
        case .text(let text): text.jsonText
        case .number(let digits): digits
        case .boolean(let value): String(value)
        case .list(let items): lines(items.map { $0.rendered(indent: inner) }, ("[", "]"))
        case .object(let members):
            lines(members.map { "\($0.jsonText): \($1.rendered(indent: inner))" }, ("{", "}"))
        }
    }
}

extension SchemaNode: ExpressibleByStringLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral {
    package init(stringLiteral text: String) { self = .text(text) }
    package init(arrayLiteral items: SchemaNode...) { self = .list(items) }
    package init(dictionaryLiteral members: (String, SchemaNode)...) { self = .object(members) }
}
