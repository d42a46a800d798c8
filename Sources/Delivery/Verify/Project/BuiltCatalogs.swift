/// Which targets of a project build which asset catalogs.
struct BuiltCatalogs {
    let location: TargetLocation

    /// The catalogs that a target builds, relative to what is checked; also those that are not there.
    func catalogs(of target: PropertyList) -> [String] {
        let phases = location.project.objects("buildPhases", of: target).filter {
            $0["isa"]?.text == "PBXResourcesBuildPhase"
        }
        let listed = phases.flatMap { location.project.objects("files", of: $0) }.compactMap { $0["fileRef"]?.text }
            .compactMap(location.path).filter(BuiltCatalogs.isCatalog)
        return listed + synchronized(target).filter { !listed.contains($0) }
    }

    /// Whether a product of each kind is made of a catalog: nil where no target builds it.
    func isApp(_ catalog: String) -> Bool? {
        let kinds = location.project.targets.filter { catalogs(of: $0).contains(catalog) }.map { target in
            target["productType"]?.text == "com.apple.product-type.application.messages"
        }
        return kinds.isEmpty ? nil : kinds.contains(true)
    }

    /// Catalogs in folders that Xcode 16 and later keep in step with a target: all that is in the target's own folders but
    /// the exceptions, and the exceptions in the folders of other targets.
    private func synchronized(_ target: PropertyList) -> [String] {
        let own = Set(target["fileSystemSynchronizedGroups"]?.texts ?? [])
        var found: [String] = []
        for (id, group) in location.project.objects.sorted(by: { $0.key < $1.key })
        where group["isa"]?.text == "PBXFileSystemSynchronizedRootGroup" {
            guard let folder = location.path(id) else { continue }
            let exceptions = Set(
                location.project.objects("exceptions", of: group)
                    .filter { location.project.object("target", of: $0) == target }
                    .flatMap { $0["membershipExceptions"]?.texts ?? [] }
                    .map { location.view.join(folder, $0) })
            found += location.view.folders(ending: [".xcstickers", ".xcassets"], below: folder).filter {
                own.contains(id) != exceptions.contains($0)
            }
        }
        return found
    }

    private static func isCatalog(_ path: String) -> Bool {
        path.hasSuffix(".xcstickers") || path.hasSuffix(".xcassets")
    }
}
