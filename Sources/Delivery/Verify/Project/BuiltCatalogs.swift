import XcodeExport

/// The use of an asset catalog by targets. It determines the required icons.
struct CatalogUse {
    /// Whether an app is built from the catalog. False if only an extension is built from it.
    var isApp: Bool
    /// The device families as in `TARGETED_DEVICE_FAMILY`: 1 for iPhone, 2 for iPad. Nil if unknown. The asset
    /// compiler receives them as `--target-device`, and omits the icons of other devices (swift-build,
    /// DeviceFamily.swift).
    var families: Set<String>?
    /// The paths of all catalogs that are built into the same products, including the catalog itself.
    var catalogs: Set<String>

    init(_ target: PropertyList, catalogs: [String], in project: XcodeProject) {
        self.catalogs = Set(catalogs)
        isApp = target["productType"]?.text == "com.apple.product-type.application.messages"
        let settings = ProjectTarget(target, in: project)?.settings ?? []
        let values = settings.map { $0["TARGETED_DEVICE_FAMILY"] }
        guard !values.isEmpty, !values.contains(nil), !settings.contains(where: \.hasMore) else { return }
        families = Set(values.flatMap { ($0 ?? "").split { !$0.isNumber }.map(String.init) })
    }

    /// The combined use if several targets build the same catalog.
    func merged(with other: CatalogUse) -> CatalogUse {
        var merged = self
        merged.isApp = isApp || other.isApp
        merged.catalogs.formUnion(other.catalogs)
        if let own = families, let others = other.families {
            merged.families = own.union(others)
        } else {
            merged.families = nil
        }
        return merged
    }

    /// Whether the icon of a slot is shown on one of the devices.
    func needs(_ slot: StickersIconSlot) -> Bool {
        guard let families, !families.isEmpty else { return true }
        switch slot.idiom {
        case "iphone": return families.contains("1")
        case "ipad": return families.contains("2")
        default: return true
        }
    }
}

/// The asset catalogs that each target of a project builds.
struct BuiltCatalogs {
    let location: TargetLocation
    private let folders: [(folder: SynchronizedFolder, catalogs: [String])]

    init(location: TargetLocation) {
        self.location = location
        folders = location.synchronizedFolders.filter { !$0.isOutside }.map {
            ($0, location.view.folders(ending: [".xcstickers", ".xcassets"], below: $0.path))
        }
    }

    /// The paths of a target's catalogs, relative to the checked folder. Includes catalogs that do not exist.
    func catalogs(of target: PropertyList) -> [String] {
        let phases = location.project.objects("buildPhases", of: target).filter {
            $0["isa"]?.text == "PBXResourcesBuildPhase"
        }
        let listed = phases.flatMap { location.project.objects("files", of: $0) }.compactMap { $0["fileRef"]?.text }
            .compactMap(location.path).filter(BuiltCatalogs.isCatalog)
        return listed + synchronized(target) { $0.catalogs }.filter { !listed.contains($0) }
    }

    /// The paths of a target's source files and resources, relative to the checked folder. Includes files that do not
    /// exist.
    func files(of target: ProjectTarget) -> [String] {
        let phases = target.phases("PBXSourcesBuildPhase") + target.phases("PBXResourcesBuildPhase")
        return target.files(in: phases, of: location.project).compactMap(location.path)
            + synchronized(target.object) { location.view.files(below: $0.folder.path) }
    }

    /// The use of each catalog that a target builds, by path.
    var uses: [String: CatalogUse] {
        var uses: [String: CatalogUse] = [:]
        for target in location.project.targets {
            let catalogs = catalogs(of: target)
            let use = CatalogUse(target, catalogs: catalogs, in: location.project)
            for catalog in catalogs { uses[catalog] = uses[catalog].map { $0.merged(with: use) } ?? use }
        }
        return uses
    }

    /// The names of catalogs in the project whose location is unknown, for example in packages or at absolute paths.
    var unresolvedNames: Set<String> {
        let objects = location.project.objects.filter {
            $0.value["isa"]?.text == "PBXFileReference" && location.path($0.key) == nil
        }
        return Set(objects.compactMap { $0.value["path"]?.text.map(\.lastComponent) }.filter(BuiltCatalogs.isCatalog))
    }

    /// The contents of buildable folders that a target builds: its own folders without their exceptions, and the
    /// exceptions in folders of other targets.
    private func synchronized(
        _ target: PropertyList, _ contents: ((folder: SynchronizedFolder, catalogs: [String])) -> [String]
    ) -> [String] {
        folders.filter { $0.folder.isUsed(by: target) }.flatMap { entry in
            contents(entry).filter { entry.folder.builds($0, for: target) }
        }
    }

    private static func isCatalog(_ path: String) -> Bool {
        path.hasSuffix(".xcstickers") || path.hasSuffix(".xcassets")
    }
}
