/// The changed folders of the drop folder, with their changed sources if only some sources have changed.
package struct ChangedFolders: Sendable {
    /// The paths of changed sources, by folder. Nil for a folder in which everything may have changed.
    private var sources: [String: Set<String>?] = [:]

    /// Creates a value in which the given folders have changed as a whole.
    package init(_ folders: some Sequence<String> = []) { insert(folders) }

    package var isEmpty: Bool { sources.isEmpty }

    package var names: Set<String> { Set(sources.keys) }

    /// The names of the folders that have changed as a whole.
    package var wholeFolders: Set<String> { Set(sources.filter { $0.value == nil }.keys) }

    package func contains(_ folder: String) -> Bool { sources.index(forKey: folder) != nil }

    /// The paths of the changed sources in a folder. Nil if the whole folder has changed, or if the folder has not
    /// changed.
    package func sources(in folder: String) -> Set<String>? { sources[folder] ?? nil }

    /// Whether a file of the drop folder has changed, or is in a folder that has changed as a whole.
    package func containsSource(at path: String) -> Bool {
        let folder = DropIndex.folder(ofFileAt: path)
        return contains(folder) && sources(in: folder)?.contains(path) ?? true
    }

    /// Adds folders that have changed as a whole.
    package mutating func insert(_ folders: some Sequence<String>) {
        for folder in folders { sources[folder] = .some(nil) }
    }

    /// Adds changed sources by their paths.
    package mutating func insert(sources paths: some Sequence<String>) {
        for path in paths {
            let folder = DropIndex.folder(ofFileAt: path)
            if let known = sources[folder] {
                if let known { sources[folder] = known.union([path]) }
            } else {
                sources[folder] = [path]
            }
        }
    }

    package mutating func formUnion(_ other: ChangedFolders) {
        for (folder, paths) in other.sources {
            if let paths { insert(sources: paths) } else { insert([folder]) }
        }
    }

    package func union(_ other: ChangedFolders) -> ChangedFolders {
        var union = self
        union.formUnion(other)
        return union
    }

    /// Removes folders that were processed.
    package mutating func subtract(_ folders: some Sequence<String>) {
        for folder in folders { sources[folder] = nil }
    }

    /// Removes folders and sources that were processed. Other sources of the same folders are kept.
    package mutating func subtract(_ other: ChangedFolders) {
        for (folder, done) in other.sources {
            guard let done else {
                sources[folder] = nil
                continue
            }
            guard let paths = self.sources(in: folder) else { continue }
            let rest = paths.subtracting(done)
            sources[folder] = rest.isEmpty ? nil : rest
        }
    }

    /// Removes all folders except the given ones.
    package mutating func formIntersection(_ folders: Set<String>) {
        sources = sources.filter { folders.contains($0.key) }
    }
}
