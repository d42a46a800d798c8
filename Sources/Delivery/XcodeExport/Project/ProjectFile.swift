/// A `project.pbxproj`: objects that name each other by identifier.
package struct ProjectFile: Sendable, Equatable {
    /// Attributes by name, by the object's identifier; `isa` is the object's class.
    package typealias Object = [String: ProjectValue]

    package var objectVersion: String
    package var objects: [String: Object]
    /// Identifier of the project object.
    package var root: String

    package init(objectVersion: String, objects: [String: Object], root: String) {
        self.objectVersion = objectVersion
        self.objects = objects
        self.root = root
    }

    /// The bytes that Xcode writes: objects by class and identifier, `isa` first and the other attributes sorted, and a
    /// comment that says what an identifier stands for. Held against public projects; see `docs/xcode.md`.
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
