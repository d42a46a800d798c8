/// A value in a project file. Whether a text names an object is told by the objects that there are.
package enum ProjectValue: Sendable, Hashable {
    case text(String)
    case list([ProjectValue])
    case dictionary([String: ProjectValue])

    var text: String? {
        if case .text(let text) = self { text } else { nil }
    }

    var texts: [String] {
        if case .list(let values) = self { values.compactMap(\.text) } else { [] }
    }

    static func texts(_ texts: [String]) -> ProjectValue { .list(texts.map(ProjectValue.text)) }
}

extension ProjectValue: ExpressibleByStringLiteral {
    package init(stringLiteral value: String) {
        self = .text(value)
    }
}
