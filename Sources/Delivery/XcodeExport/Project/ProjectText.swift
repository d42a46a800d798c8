/// Writes values in the layout of project files.
struct ProjectText {
    /// An attribute that carries the project's name for comments and is not written.
    static let hiddenName = "stickerd.projectName"
    /// Attributes in which an identifier stands without a comment.
    private static let uncommented: Set<String> = ["remoteGlobalIDString", "TestTargetID"]

    let comments: ProjectComments
    private(set) var text = ""

    init(comments: ProjectComments) {
        self.comments = comments
    }

    mutating func raw(_ string: String) {
        text += string
    }

    mutating func object(_ id: String, _ object: ProjectFile.Object, isOnOneLine: Bool) {
        text += "\t\t\(comments.commented(id)) = "
        if isOnOneLine {
            text += inline(.dictionary(object)) + ";\n"
        } else {
            dictionary(object, indent: "\t\t")
            text += ";\n"
        }
    }

    private func sorted(_ members: [String: ProjectValue]) -> [(key: String, value: ProjectValue)] {
        members.filter { $0.key != ProjectText.hiddenName }.sorted { left, right in
            if (left.key == "isa") != (right.key == "isa") { return left.key == "isa" }
            return left.key.utf8.lexicographicallyPrecedes(right.key.utf8)
        }
    }

    private mutating func dictionary(_ members: [String: ProjectValue], indent: String) {
        text += "{\n"
        for (key, value) in sorted(members) {
            text += "\(indent)\t\(ProjectText.quoted(key)) = "
            switch value {
            case .text(let string): text += written(string, key: key)
            case .list(let values):
                text += "(\n"
                for value in values { text += "\(indent)\t\t\(inline(value)),\n" }
                text += "\(indent)\t)"
            case .dictionary(let members): dictionary(members, indent: indent + "\t")
            }
            text += ";\n"
        }
        text += "\(indent)}"
    }

    private func inline(_ value: ProjectValue) -> String {
        switch value {
        case .text(let string): return comments.commented(string)
        case .list(let values): return "(" + values.map { inline($0) + ", " }.joined() + ")"
        case .dictionary(let members):
            let pairs = sorted(members).map { key, value in
                let text = value.text.map { written($0, key: key) } ?? inline(value)
                return "\(ProjectText.quoted(key)) = \(text); "
            }
            return "{" + pairs.joined() + "}"
        }
    }

    private func written(_ string: String, key: String) -> String {
        ProjectText.uncommented.contains(key) ? ProjectText.quoted(string) : comments.commented(string)
    }

    /// As Xcode does, text is quoted unless it is of letters, digits and `_ . $ /`, not empty, and has no `//` or `___`.
    static func quoted(_ string: String) -> String {
        let isPlain = string.unicodeScalars.allSatisfy { scalar in
            switch scalar {
            case "a"..."z", "A"..."Z", "0"..."9", "_", ".", "$", "/": true
            default: false
            }
        }
        if isPlain, !string.isEmpty, !string.contains("//"), !string.contains("___") { return string }
        var quoted = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
