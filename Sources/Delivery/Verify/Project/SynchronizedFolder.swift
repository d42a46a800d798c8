/// A buildable folder: Xcode 16 and later synchronise it with targets, and build each file in it.
struct SynchronizedFolder {
    let id: String
    /// Relative to the checked folder; begins with `..` if it is outside.
    let path: String
    /// Folders that are copied as a whole and not built: “Build Folder Contents” is off for them.
    private let opaqueFolders: Set<String>
    /// Exceptions by target: excluded files of a target that builds the folder, and included ones of other targets.
    private let exceptions: [(target: PropertyList?, paths: Set<String>)]

    /// - Returns: nil if the object is not a buildable folder, or its location is unknown.
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

    /// Whether it is outside of the checked folder, so that its contents are unknown.
    var isOutside: Bool { path == ".." || path.hasPrefix("../") }

    /// Whether a target builds a file or folder in this folder, instead of copying a folder around it.
    func builds(_ path: String, for target: PropertyList) -> Bool {
        let isOwn = target["fileSystemSynchronizedGroups"]?.texts.contains(id) ?? false
        let isException = exceptions.contains { $0.target == target && $0.paths.containsAncestor(of: path) }
        return isOwn != isException && !opaqueFolders.containsAncestor(of: path)
    }

    /// Whether a target builds any part of it.
    func isUsed(by target: PropertyList) -> Bool {
        target["fileSystemSynchronizedGroups"]?.texts.contains(id) ?? false
            || exceptions.contains { $0.target == target }
    }
}

extension Set<String> {
    /// Whether a path, or a folder that it is in, is among these.
    fileprivate func containsAncestor(of path: String) -> Bool {
        var names = path.split(separator: "/", omittingEmptySubsequences: false)
        while !names.isEmpty {
            if contains(names.joined(separator: "/")) { return true }
            names.removeLast()
        }
        return false
    }
}
