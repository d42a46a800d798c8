/// Collects the objects of a project.
struct ProjectBuilder {
    private(set) var objects: [String: ProjectFile.Object] = [:]
    /// The identifiers of the targets, in order.
    private(set) var targets: [String] = []
    /// The identifiers of the targets' products, in order.
    private(set) var products: [String] = []
    /// The identifiers of the top-level items of the project, in order.
    private(set) var topLevel: [String] = []
    /// Languages other than the project's own.
    private(set) var languages: Set<String> = []

    static let project = ProjectIdentifier.of("project")

    /// - Parameter role: describes the role of the object in the project. The words must never change.
    /// - Returns: the object's identifier.
    @discardableResult
    mutating func add(_ isa: String, role: String, _ attributes: ProjectFile.Object) -> String {
        let id = ProjectIdentifier.of("\(isa) \(role)")
        objects[id] = attributes.merging(["isa": .text(isa)]) { $1 }
        return id
    }

    /// Adds a file, with a path relative to its group.
    mutating func file(_ path: String, type: String, role: String, name: String? = nil) -> String {
        var attributes: ProjectFile.Object = [
            "lastKnownFileType": .text(type), "path": .text(path), "sourceTree": "<group>",
        ]
        if let name { attributes["name"] = .text(name) }
        return add("PBXFileReference", role: role, attributes)
    }

    /// Adds a file in several languages.
    mutating func variants(_ fileName: String, languages: [String], role: String) -> String {
        let files = languages.map { language in
            file(
                "\(language).lproj/\(fileName)", type: "text.plist.strings", role: "\(role) in \(language)",
                name: language)
        }
        self.languages.formUnion(languages)
        return add(
            "PBXVariantGroup", role: role,
            ["children": .texts(files), "name": .text(fileName), "sourceTree": "<group>"])
    }

    /// Adds a file to a phase.
    mutating func buildFile(_ file: String, role: String, attributes: [String] = []) -> String {
        var object: ProjectFile.Object = ["fileRef": .text(file)]
        if !attributes.isEmpty { object["settings"] = .dictionary(["ATTRIBUTES": .texts(attributes)]) }
        return add("PBXBuildFile", role: role, object)
    }

    mutating func phase(
        _ isa: String, role: String, files: [String], more: ProjectFile.Object = [:]
    ) -> String {
        let common: ProjectFile.Object = [
            "buildActionMask": "2147483647", "files": .texts(files), "runOnlyForDeploymentPostprocessing": "0",
        ]
        return add(isa, role: role, common.merging(more) { $1 })
    }

    mutating func configurations(
        role: String, debug: ProjectFile.Object, release: ProjectFile.Object
    ) -> String {
        let ids = [("Debug", debug), ("Release", release)].map { name, settings in
            add(
                "XCBuildConfiguration", role: "\(role) \(name)",
                ["buildSettings": .dictionary(settings), "name": .text(name)])
        }
        return add(
            "XCConfigurationList", role: role,
            [
                "buildConfigurations": .texts(ids), "defaultConfigurationIsVisible": "0",
                "defaultConfigurationName": "Release",
            ])
    }

    mutating func product(_ name: String, type: String, role: String) -> String {
        let id = add(
            "PBXFileReference", role: role,
            [
                "explicitFileType": .text(type), "includeInIndex": "0", "path": .text(name),
                "sourceTree": "BUILT_PRODUCTS_DIR",
            ])
        products.append(id)
        return id
    }

    /// - Parameter more: attributes that only some targets have.
    mutating func target(
        _ name: String, role: String, type: String, product: String, phases: [String], dependencies: [String] = [],
        settings: ProjectFile.Object, more: ProjectFile.Object = [:]
    ) -> String {
        let list = configurations(role: role, debug: settings, release: settings)
        let common: ProjectFile.Object = [
            "buildConfigurationList": .text(list), "buildPhases": .texts(phases), "buildRules": .list([]),
            "dependencies": .texts(dependencies), "name": .text(name), "productName": .text(name),
            "productReference": .text(product), "productType": .text(type),
        ]
        let id = add("PBXNativeTarget", role: role, common.merging(more) { $1 })
        targets.append(id)
        return id
    }

    /// Adds a dependency on another target.
    mutating func dependency(on target: String, name: String, role: String) -> String {
        let proxy = add(
            "PBXContainerItemProxy", role: role,
            [
                "containerPortal": .text(ProjectBuilder.project), "proxyType": "1",
                "remoteGlobalIDString": .text(target), "remoteInfo": .text(name),
            ])
        return add("PBXTargetDependency", role: role, ["target": .text(target), "targetProxy": .text(proxy)])
    }

    mutating func group(_ path: String, role: String, children: [String]) {
        topLevel.append(
            add(
                "PBXGroup", role: role,
                ["children": .texts(children), "path": .text(path), "sourceTree": "<group>"]))
    }

    /// Makes the project file.
    ///
    /// - Parameters:
    ///   - more: attributes that only some projects have.
    ///   - objectVersion: 56 is read by Xcode 14 and later, 60 by Xcode 15 and later.
    mutating func finish(_ settings: ProjectSettings, more: ProjectFile.Object = [:], objectVersion: String = "56")
        -> ProjectFile
    {
        let productGroup = add(
            "PBXGroup", role: "products",
            ["children": .texts(products), "name": "Products", "sourceTree": "<group>"])
        let main = add(
            "PBXGroup", role: "main", ["children": .texts(topLevel + [productGroup]), "sourceTree": "<group>"])
        let wide = ProjectWideSettings(settings)
        let list = configurations(role: "project", debug: wide.debug, release: wide.release)
        let created = ["CreatedOnToolsVersion": ProjectValue.text("15.0")]
        let common: ProjectFile.Object = [
            "isa": "PBXProject",
            "attributes": .dictionary([
                "BuildIndependentTargetsInParallel": "1", "LastUpgradeCheck": "2660",
                "TargetAttributes": .dictionary(
                    Dictionary(uniqueKeysWithValues: targets.map { ($0, .dictionary(created)) })),
            ]),
            "buildConfigurationList": .text(list), "compatibilityVersion": "Xcode 14.0",
            "developmentRegion": .text(settings.language), "hasScannedForEncodings": "0",
            "knownRegions": .texts(
                [settings.language, "Base"] + languages.subtracting([settings.language]).sorted()),
            "mainGroup": .text(main), "productRefGroup": .text(productGroup), "projectDirPath": "", "projectRoot": "",
            "targets": .texts(targets), ProjectText.hiddenName: .text(settings.name),
        ]
        objects[ProjectBuilder.project] = common.merging(more) { $1 }
        return ProjectFile(objectVersion: objectVersion, objects: objects, root: ProjectBuilder.project)
    }
}
