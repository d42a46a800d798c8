/// Where the drop folder, the results and the ledger may be.
extension Configuration {
    /// Checks that the folders do not get in each other's way. A command that puts another `drop` or `out` into a
    /// configuration checks it again.
    ///
    /// - Throws: `ConfigurationError.invalid`.
    package func checkFolders() throws(ConfigurationError) {
        let conflicts = folderConflicts.map {
            ConfigurationIssue(file: nil, position: nil, key: $0.key, message: $0.message)
        }
        guard conflicts.isEmpty else { throw .invalid(conflicts) }
    }

    /// The path of the output folder with its symbolic links followed, as far as it exists.
    package var resolvedOut: String { FolderPath.linksFollowed(out) }

    /// Folders that must not be where they are, each by its key, with the reason.
    var folderConflicts: [(key: String, message: String)] {
        var conflicts: [(key: String, message: String)] = []
        if let message = conflictOfOut { conflicts.append((key: "out", message: message)) }
        if let message = conflictOfState { conflicts.append((key: "state", message: message)) }
        return conflicts
    }

    private var conflictOfOut: String? {
        let outIsInDrop = FolderPath.folder(drop, holds: out)
        let dropIsInOut = FolderPath.folder(out, holds: drop)
        let relation =
            switch (outIsInDrop, dropIsInOut) {
            case (true, true): "the same folder as drop"
            case (true, false): "inside drop"
            case (false, true): "a folder that drop is inside of"
            case (false, false): ""
            }
        guard !relation.isEmpty else { return nil }
        let reason =
            outIsInDrop ? "the results would be read as new art" : "the art would lie among the published files"
        return "expected a folder apart from drop (\(drop.harmless)), found \(relation) (\(out.harmless)): \(reason)"
    }

    private var conflictOfState: String? {
        guard let state else { return nil }
        let place: String
        let reason: String
        if FolderPath.folder(drop, holds: state) {
            (place, reason) = ("inside drop", "every note in the ledger would look like new art")
        } else if FolderPath.folder(out, holds: state) {
            (place, reason) = ("inside out", "the ledger would be published with the stickers")
        } else {
            return nil
        }
        return "expected a folder apart from drop and out, found one \(place) (\(state.harmless)): \(reason)"
    }
}
