import FileAccess

/// Visits the drop folder and the folders below it, except ignored ones. Opens no files. Used to find the folders that
/// are watched or polled.
package struct FolderWalk: Sendable {
    /// The drop folder itself, with an empty path.
    package let top: ScannedFile
    private let root: DropRoot
    private let calls: TimedCalls

    /// - Parameters:
    ///   - folder: the path of the drop folder. Symbolic links are followed.
    ///   - calls: limits the time for reading each folder.
    /// - Throws: `IntakeError.dropFolderMissing`, `dropFolderIsAFile` or `dropFolderUnreadable`.
    package init(_ folder: String, calls: TimedCalls = .system) throws(IntakeError) {
        self.calls = calls
        root = try DropRoot(folder, calls: calls)
        do {
            top = ScannedFile(path: "", absolutePath: root.path, stamp: try FileStat(ofFolder: root.path + "/"))
        } catch {
            throw error.saysMissing
                ? .dropFolderMissing(folder) : .dropFolderUnreadable(folder, reason: error.description)
        }
    }

    /// The entries directly in a folder.
    package struct Contents: Sendable {
        package var files: [ScannedFile]
        /// The subfolders. Links to folders are left out, because their targets are visited at their own place in the
        /// drop folder.
        package var folders: [ScannedFile]
        /// The paths of entries that cannot be examined, for example on an unresponsive mount.
        package var unreadable: Set<String>
    }

    /// The entries directly in a folder. Nil if the folder cannot be listed completely.
    package func contents(of folder: ScannedFile) -> Contents? {
        guard let contents = list(folder) else { return nil }
        return Contents(
            files: contents.files,
            folders: contents.folders.filter { $0.absolutePath.nfc == "\(folder.absolutePath)/\($0.name)".nfc },
            unreadable: Set(contents.ignored.filter { $0.reason == .unreadable }.map(\.path)))
    }

    private func list(_ folder: ScannedFile) -> FolderContents? {
        guard !folder.path.isEmpty else { return try? FolderContents(of: root, calls: calls) }
        return calls.run(root.topFolder(of: folder.absolutePath)) { [root] in
            try? FolderContents(of: folder, in: root)
        } ?? nil
    }
}
