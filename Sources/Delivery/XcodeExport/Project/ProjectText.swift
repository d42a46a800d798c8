/// Writes values in the layout of project files.
struct ProjectText {
    /// The name of an attribute that contains the project's name for comments. The attribute itself is not written.
    static let hiddenName = "stickerd.projectName"
    /// Attributes whose identifiers are written without a comment.
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

    /// Like Xcode, quotes a text unless it consists of letters, digits and `_ . $ /`, is not empty, and contains no
    /// `//` or `___`.
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

/// The comments after identifiers, which make a project file readable.
struct ProjectComments {
    private let objects: [String: ProjectFile.Object]
    /// The phase of a build file, by the build file's identifier.
    private let phases: [String: String]
    /// The owner of each list of configurations, by the list's identifier.
    private let owners: [String: String]

    init(_ objects: [String: ProjectFile.Object]) {
        self.objects = objects
        var phases: [String: String] = [:]
        var owners: [String: String] = [:]
        for (id, object) in objects {
            for file in object["files"]?.texts ?? [] { phases[file] = id }
            if let list = object["buildConfigurationList"]?.text { owners[list] = id }
        }
        self.phases = phases
        self.owners = owners
    }

    /// A text in its written form, with a comment if it is the identifier of an object.
    func commented(_ text: String) -> String {
        let written = ProjectText.quoted(text)
        guard let comment = comment(text) else { return written }
        return "\(written) /* \(comment) */"
    }

    private func comment(_ id: String) -> String? {
        guard let object = objects[id], let isa = object["isa"]?.text else { return nil }
        switch isa {
        case "PBXBuildFile":
            let file = (object["fileRef"] ?? object["productRef"])?.text.flatMap(comment)
            return "\(file ?? "(null)") in \(phases[id].flatMap(comment) ?? "(null)")"
        case "PBXProject": return "Project object"
        case "PBXResourcesBuildPhase": return object["name"]?.text ?? "Resources"
        case "PBXSourcesBuildPhase": return object["name"]?.text ?? "Sources"
        case "PBXFrameworksBuildPhase": return object["name"]?.text ?? "Frameworks"
        case "PBXCopyFilesBuildPhase": return object["name"]?.text ?? "CopyFiles"
        case "XCConfigurationList": return "Build configuration list for \(owner(of: id))"
        case "XCSwiftPackageProductDependency": return object["productName"]?.text
        case "XCLocalSwiftPackageReference", "XCRemoteSwiftPackageReference":
            let place = object["relativePath"]?.text ?? object["repositoryURL"]?.text ?? ""
            let name = isa == "XCLocalSwiftPackageReference" ? place : ProjectComments.packageName(place)
            return "\(isa) \"\(name)\""
        case "PBXTargetDependency", "PBXContainerItemProxy": return isa
        default:
            return object["name"]?.text ?? object["path"]?.text?.split(separator: "/").last.map(String.init)
        }
    }

    private func owner(of list: String) -> String {
        guard let id = owners[list], let object = objects[id], let isa = object["isa"]?.text else { return "(null)" }
        guard isa == "PBXProject" else { return "\(isa) \"\(object["name"]?.text ?? "")\"" }
        // A project object has no name. Xcode writes the name of the project's file, which is in a hidden attribute
        // here.
        return "\(isa) \"\(ProjectComments.projectName(object))\""
    }

    /// The project's name, which the file contains only in comments. stickerd stores it in a hidden attribute.
    static func projectName(_ project: ProjectFile.Object) -> String {
        project[ProjectText.hiddenName]?.text ?? ""
    }

    private static func packageName(_ url: String) -> String {
        let last = url.split(separator: "/").last.map(String.init) ?? url
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
}
