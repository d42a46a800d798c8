/// A buildable folder. Xcode 16 and later add all files in it to the targets automatically.
struct SynchronizedFolder {
    let id: String
    /// The path relative to the checked folder. Begins with `..` if the folder is outside of it.
    let path: String
    /// The subfolders that are copied as a whole, because “Build Folder Contents” is off for them.
    private let opaqueFolders: Set<String>
    /// The exceptions by target. For a target that builds the folder, these are excluded files; for other targets,
    /// included files.
    private let exceptions: [(target: PropertyList?, paths: Set<String>)]

    /// - Returns: nil if the object is not a buildable folder, or if its location is unknown.
    init?(_ id: String, _ group: PropertyList, in location: TargetLocation) {
        guard group["isa"]?.text == "PBXFileSystemSynchronizedRootGroup", let path = location.path(id) else {
            return nil
        }
        self.id = id
        self.path = path
        let paths = { (names: [String]) in Set(names.map { location.normalized(location.view.join(path, $0)) }) }
        opaqueFolders = paths(group["explicitFolders"]?.texts ?? [])
        exceptions = location.project.objects("exceptions", of: group).map { set in
            (
                target: location.project.object("target", of: set),
                paths: paths(set["membershipExceptions"]?.texts ?? [])
            )
        }
    }

    /// Whether the folder is outside of the checked folder. Its contents are then unknown.
    var isOutside: Bool { path == ".." || path.hasPrefix("../") }

    /// Whether a target builds a file or subfolder of this folder separately. False if it copies a folder that
    /// contains the path.
    func builds(_ path: String, for target: PropertyList) -> Bool {
        let isOwn = target["fileSystemSynchronizedGroups"]?.texts.contains(id) ?? false
        let isException = exceptions.contains { $0.target == target && $0.paths.containsAncestor(of: path) }
        return isOwn != isException && !opaqueFolders.containsAncestor(of: path)
    }

    /// Whether a target builds any part of the folder.
    func isUsed(by target: PropertyList) -> Bool {
        target["fileSystemSynchronizedGroups"]?.texts.contains(id) ?? false
            || exceptions.contains { $0.target == target }
    }
}

extension Set<String> {
    /// Whether the set contains a path or one of its parent folders.
    fileprivate func containsAncestor(of path: String) -> Bool {
        var names = path.split(separator: "/", omittingEmptySubsequences: false)
        while !names.isEmpty {
            if contains(names.joined(separator: "/")) { return true }
            names.removeLast()
        }
        return false
    }
}
