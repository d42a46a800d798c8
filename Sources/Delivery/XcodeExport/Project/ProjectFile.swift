import JobModel

/// A `project.pbxproj`: objects that refer to each other by identifier.
package struct ProjectFile: Sendable, Equatable {
    /// The attributes of an object by name; `isa` is its class.
    package typealias Object = [String: ProjectValue]

    package var objectVersion: String
    package var objects: [String: Object]
    /// The identifier of the project object.
    package var root: String

    package init(objectVersion: String, objects: [String: Object], root: String) {
        self.objectVersion = objectVersion
        self.objects = objects
        self.root = root
    }

    /// The bytes in Xcode's form: objects by class and identifier, `isa` first and the other attributes sorted, and a
    /// comment that describes each identifier. `docs/internals/public-projects.md` compares them with public projects.
    package var bytes: [UInt8] {
        let comments = ProjectComments(objects)
        var text = ProjectText(comments: comments)
        text.raw("// !$*UTF8*$!\n{\n\tarchiveVersion = 1;\n\tclasses = {\n\t};\n\tobjectVersion = \(objectVersion);\n")
        text.raw("\tobjects = {\n")
        let classes = Dictionary(grouping: objects.keys) { objects[$0]?["isa"]?.text ?? "" }
        for (name, ids) in classes.sorted(by: { $0.key < $1.key }) {
            text.raw("\n/* Begin \(name) section */\n")
            for id in ids.sorted() {
                text.object(id, objects[id] ?? [:], isOnOneLine: name == "PBXBuildFile" || name == "PBXFileReference")
            }
            text.raw("/* End \(name) section */\n")
        }
        text.raw("\t};\n\trootObject = \(comments.commented(root));\n}\n")
        return Array(text.text.utf8)
    }
}

/// A value in a project file. A text that is an object's identifier is a reference to it.
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

/// The identifiers of a project's objects: 24 hexadecimal digits that depend only on the object's role. The same packs
/// therefore give the same file, and a new pack does not change the objects of other packs.
enum ProjectIdentifier {
    static func of(_ role: String) -> String {
        Digest.sha256("stickerd project object: \(role)").prefix(24).uppercased()
    }
}

/// The `.xcodeproj` folder.
enum ProjectFolder {
    static func files(_ project: ProjectFile, name: String) -> [PlannedFile] {
        let workspace = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Workspace
               version = "1.0">
               <FileRef
                  location = "self:">
               </FileRef>
            </Workspace>

            """
        return [
            PlannedFile("\(name).xcodeproj/project.pbxproj", .bytes(project.bytes)),
            PlannedFile(
                "\(name).xcodeproj/project.xcworkspace/contents.xcworkspacedata", .bytes(Array(workspace.utf8))),
        ]
    }
}
