/// What templates show, as dictionaries. Mustache looks into anything, but looks at all of a value for every name that it
/// needs, and at all that is around it for a name that is not there.
package enum PageContent {
    /// Dictionaries for structures, arrays for collections, and what stands in the text as it is; nil for nothing.
    package static func plain(_ value: Any) -> Any? {
        if value is String || value is Bool || value is Int || value is Double { return value }
        let mirror = Mirror(reflecting: value)
        switch mirror.displayStyle {
        case .optional: return mirror.children.first.flatMap { plain($0.value) }
        case .collection: return mirror.children.compactMap { plain($0.value) }
        case .struct:
            var members: [String: Any] = [:]
            for child in mirror.children {
                // What is nothing stays so: else what is around it would be shown.
                if let name = child.label { members[name] = plain(child.value) ?? child.value }
            }
            return members.isEmpty ? value : members
        default: return value
        }
    }
}
