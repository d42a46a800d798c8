/// The objects of an Xcode project file.
struct XcodeProject {
    /// The objects by identifier.
    let objects: [String: PropertyList]
    /// The project object itself.
    let root: PropertyList

    /// - Returns: nil if the bytes are not a project file.
    init?(_ bytes: [UInt8]) {
        guard let file = PropertyList(bytes), let objects = file["objects"]?.dictionary,
            let id = file["rootObject"]?.text, let root = objects[id]
        else { return nil }
        self.objects = objects
        self.root = root
    }

    /// The objects to which an attribute of another object refers. Missing objects are left out.
    func objects(_ attribute: String, of object: PropertyList) -> [PropertyList] {
        object[attribute]?.texts.compactMap { objects[$0] } ?? []
    }

    func object(_ attribute: String, of object: PropertyList) -> PropertyList? {
        object[attribute]?.text.flatMap { objects[$0] }
    }

    var targets: [PropertyList] {
        objects("targets", of: root).filter { $0["isa"]?.text == "PBXNativeTarget" }
    }

    /// The attributes that refer to other objects.
    private static let references: Set<String> = [
        "buildConfigurationList", "buildConfigurations", "buildPhases", "buildRules", "children", "containerPortal",
        "dependencies", "fileRef", "files", "mainGroup", "productRefGroup", "productReference", "productRef", "target",
        "targetProxy", "targets", "packageReferences", "packageProductDependencies", "package",
        "baseConfigurationReference",
    ]

    /// The references to objects that do not exist: the referring object, the attribute, and the missing identifier.
    var dangling: [(object: String, attribute: String, missing: String)] {
        var found: [(String, String, String)] = []
        for (id, object) in objects.sorted(by: { $0.key < $1.key }) {
            for (attribute, value) in (object.dictionary ?? [:]).sorted(by: { $0.key < $1.key })
            where XcodeProject.references.contains(attribute) {
                let names = value.text.map { [$0] } ?? value.texts
                // The files of a synchronized folder are listed by name and are not objects.
                for name in names where objects[name] == nil { found.append((id, attribute, name)) }
            }
        }
        return found
    }

    /// The paths of files and groups, relative to the project's folder, by identifier. Build products, and files at
    /// locations that only Xcode knows, are left out.
    var paths: [String: String] {
        var paths: [String: String] = [:]
        func visit(_ id: String, in folder: String, depth: Int) {
            guard depth < 64, paths[id] == nil, let object = objects[id] else { return }
            let own = object["path"]?.text ?? ""
            let place: String
            switch object["sourceTree"]?.text {
            case "<group>": place = own.isEmpty ? folder : folder.isEmpty ? own : "\(folder)/\(own)"
            case "SOURCE_ROOT": place = own
            default: return
            }
            paths[id] = place
            for child in object["children"]?.texts ?? [] { visit(child, in: place, depth: depth + 1) }
        }
        if let main = root["mainGroup"]?.text {
            visit(main, in: root["projectDirPath"]?.text ?? "", depth: 0)
        }
        return paths
    }
}
