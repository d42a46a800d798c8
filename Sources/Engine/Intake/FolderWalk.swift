import FileAccess

/// Visits the drop folder and the folders below it by the ignore rules, without opening a file. It finds the folders to
/// watch and to poll.
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
    private let calls: TimedCalls

    /// - Parameters:
    ///   - folder: the path of the drop folder; a link is followed.
    ///   - calls: limits the time that each folder has for its answer.
    /// - Throws: `IntakeError.dropFolderMissing`, `dropFolderIsAFile` or `dropFolderUnreadable`.
    package init(_ folder: String, calls: TimedCalls = .system) throws(IntakeError) {
        self.calls = calls
        root = try DropRoot(folder, calls: calls)
        do {
            top = Place(path: "", absolutePath: root.path, stamp: try FileStat(ofFolder: root.path + "/"))
        } catch {
            throw error.saysMissing
                ? .dropFolderMissing(folder) : .dropFolderUnreadable(folder, reason: error.description)
        }
    }

    /// The direct entries of a folder.
    package struct Contents: Sendable {
        package var files: [Place]
        /// Does not contain links to folders. Their targets are in the drop folder and are visited there.
        package var folders: [Place]
        /// Paths that cannot be examined, such as a mount that does not answer.
        package var unreadable: Set<String>
    }

    /// The entries directly in a folder. Nil if the listing is incomplete.
    package func contents(of folder: Place) -> Contents? {
        guard let contents = list(folder) else { return nil }
        return Contents(
            files: contents.files.map(Place.init),
            folders: contents.folders.filter { $0.absolutePath.nfc == "\(folder.absolutePath)/\($0.name)".nfc }
                .map(Place.init),
            unreadable: Set(contents.ignored.filter { $0.reason == .unreadable }.map(\.path)))
    }

    private func list(_ folder: Place) -> FolderContents? {
        guard !folder.path.isEmpty else { return try? FolderContents(of: root, calls: calls) }
        let entry = ScannedFile(name: "", path: folder.path, absolutePath: folder.absolutePath, stamp: folder.stamp)
        return calls.run(root.topFolder(of: folder.absolutePath)) { [root] in try? FolderContents(of: entry, in: root) }
            ?? nil
    }
}

extension FolderWalk.Place {
    fileprivate init(_ entry: ScannedFile) {
        self.init(path: entry.path, absolutePath: entry.absolutePath, stamp: entry.stamp)
    }
}
