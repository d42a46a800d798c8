import FileAccess

/// Goes through the drop folder and the folders below it by the ignore rules, without opening a file: what is watched
/// and what is polled.
package struct FolderWalk: Sendable {
    /// A file or folder, with links to files followed.
    package struct Place: Sendable, Hashable {
        /// Relative to the drop folder, in NFC; empty for the drop folder itself.
        package var path: String
        /// In the bytes of the file system, without a slash at its end.
        package var absolutePath: String
        package var stamp: FileStat

        package init(path: String, absolutePath: String, stamp: FileStat) {
            self.path = path
            self.absolutePath = absolutePath
            self.stamp = stamp
        }
    }

    /// The drop folder itself.
    package let top: Place
    private let root: DropRoot

    /// - Parameter folder: the path of the drop folder; a link is followed.
    /// - Throws: `IntakeError.dropFolderMissing`, `dropFolderIsAFile` or `dropFolderUnreadable`.
    package init(_ folder: String) throws(IntakeError) {
        root = try DropRoot(folder)
        do {
            top = Place(path: "", absolutePath: root.path, stamp: try FileStat(ofFolder: root.path + "/"))
        } catch {
            throw error.saysMissing
                ? .dropFolderMissing(folder) : .dropFolderUnreadable(folder, reason: error.description)
        }
    }

    /// What lies directly in a folder; nil when it cannot be listed to its end. Links to folders are left out: what
    /// they lead to lies in the drop folder, and is met there.
    package func contents(of folder: Place) -> (files: [Place], folders: [Place])? {
        guard let contents = try? list(folder) else { return nil }
        return (
            contents.files.map(Place.init),
            contents.folders.filter { $0.absolutePath.nfc == "\(folder.absolutePath)/\($0.name)".nfc }.map(Place.init)
        )
    }

    private func list(_ folder: Place) throws(SystemCallError) -> FolderContents {
        guard !folder.path.isEmpty else { return try FolderContents(of: root) }
        let entry = ScannedFile(name: "", path: folder.path, absolutePath: folder.absolutePath, stamp: folder.stamp)
        return try FolderContents(of: entry, in: root)
    }
}

extension FolderWalk.Place {
    fileprivate init(_ entry: ScannedFile) {
        self.init(path: entry.path, absolutePath: entry.absolutePath, stamp: entry.stamp)
    }
}
