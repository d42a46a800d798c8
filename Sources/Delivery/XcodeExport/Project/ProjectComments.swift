/// What stands in comments behind identifiers, so that people can read a project file.
struct ProjectComments {
    private let objects: [String: ProjectFile.Object]
    /// The phase of a build file, by the build file's identifier.
    private let phases: [String: String]
    /// What a list of configurations belongs to, by the list's identifier.
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

    /// A text as it is written, with its comment where it names an object.
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
        // A project has no name of its own: Xcode writes that of its file, which a target's attribute carries here.
        return "\(isa) \"\(ProjectComments.projectName(object))\""
    }

    /// The project's name, which is not in the file but in comments; stickerd keeps it with the attributes that it
    /// does not write.
    static func projectName(_ project: ProjectFile.Object) -> String {
        project[ProjectText.hiddenName]?.text ?? ""
    }

    private static func packageName(_ url: String) -> String {
        let last = url.split(separator: "/").last.map(String.init) ?? url
        return last.hasSuffix(".git") ? String(last.dropLast(4)) : last
    }
}
