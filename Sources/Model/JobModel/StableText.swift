/// Converts a value to a text that is equal in every process. The text has the members by name; dictionaries and sets
/// are sorted.
package enum StableText {
    package static func of(_ value: Any) -> String {
        let mirror = Mirror(reflecting: value)
        let parts = mirror.children.map { child in
            (child.label.map { $0 + ":" } ?? "") + of(child.value)
        }
        switch mirror.displayStyle {
        case .dictionary, .set: return "{" + parts.sorted().joined(separator: ",") + "}"
        case .none where parts.isEmpty: return String(reflecting: value)
        case .enum where parts.isEmpty: return "\(value)"
        default: return "\(mirror.subjectType)(" + parts.joined(separator: ",") + ")"
        }
    }
}
