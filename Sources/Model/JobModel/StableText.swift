/// Any value as text that is the same in every process: what is in it, by its names, and dictionaries and sets in order.
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
