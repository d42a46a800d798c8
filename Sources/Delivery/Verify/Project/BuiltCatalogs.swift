/// Which targets of a project build which asset catalogs.
struct BuiltCatalogs {
    /// A folder that Xcode 16 and later keep in step with targets.
    private struct SynchronizedFolder {
        var id: String
        var catalogs: [String]
        /// Catalogs that are treated the other way round for a target, by its object.
        var exceptions: [(target: PropertyList?, paths: Set<String>)]
    }

    let location: TargetLocation
    private let folders: [SynchronizedFolder]

    init(location: TargetLocation) {
        self.location = location
        folders = location.project.objects.sorted { $0.key < $1.key }.compactMap { id, group in
            guard group["isa"]?.text == "PBXFileSystemSynchronizedRootGroup", let folder = location.path(id),
                !folder.hasPrefix("..")
            else { return nil }
            let exceptions = location.project.objects("exceptions", of: group).map { set in
                (
                    target: location.project.object("target", of: set),
                    paths: Set((set["membershipExceptions"]?.texts ?? []).map { location.view.join(folder, $0) })
                )
            }
            return SynchronizedFolder(
                id: id, catalogs: location.view.folders(ending: [".xcstickers", ".xcassets"], below: folder),
                exceptions: exceptions)
        }
    }

    /// The catalogs that a target builds, relative to what is checked; also those that are not there.
    func catalogs(of target: PropertyList) -> [String] {
        let phases = location.project.objects("buildPhases", of: target).filter {
            $0["isa"]?.text == "PBXResourcesBuildPhase"
        }
        let listed = phases.flatMap { location.project.objects("files", of: $0) }.compactMap { $0["fileRef"]?.text }
            .compactMap(location.path).filter(BuiltCatalogs.isCatalog)
        return listed + synchronized(target).filter { !listed.contains($0) }
    }

    /// Every catalog that a target builds, and whether an app is made of it.
    var uses: [String: Bool] {
        var uses: [String: Bool] = [:]
        for target in location.project.targets {
            let isApp = target["productType"]?.text == "com.apple.product-type.application.messages"
            for catalog in catalogs(of: target) { uses[catalog] = uses[catalog, default: false] || isApp }
        }
        return uses
    }

    /// Names of catalogs in the project whose place is not known: they lie in packages, or at absolute paths.
    var unresolvedNames: Set<String> {
        let objects = location.project.objects.filter {
            $0.value["isa"]?.text == "PBXFileReference" && location.path($0.key) == nil
        }
        return Set(objects.compactMap { $0.value["path"]?.text.map(\.lastComponent) }.filter(BuiltCatalogs.isCatalog))
    }

    /// All that is in the target's own folders but the exceptions, and the exceptions in the folders of other targets.
    private func synchronized(_ target: PropertyList) -> [String] {
        let own = Set(target["fileSystemSynchronizedGroups"]?.texts ?? [])
        return folders.flatMap { folder in
            let exceptions = folder.exceptions.filter { $0.target == target }.reduce(into: Set()) {
                $0.formUnion($1.paths)
            }
            return folder.catalogs.filter { own.contains(folder.id) != exceptions.contains($0) }
        }
    }

    private static func isCatalog(_ path: String) -> Bool {
        path.hasSuffix(".xcstickers") || path.hasSuffix(".xcassets")
    }
}
