/// The changed folders of the drop folder, and their changed sources if these are known.
package struct ChangedFolders: Sendable {
    /// Paths of sources by folder; nil for everything in it.
    private var sources: [String: Set<String>?] = [:]

    /// Whole folders.
    package init(_ folders: some Sequence<String> = []) { insert(folders) }

    package var isEmpty: Bool { sources.isEmpty }

    package var names: Set<String> { Set(sources.keys) }

    /// The names of the folders in which every source counts as changed.
    package var wholeFolders: Set<String> { Set(sources.filter { $0.value == nil }.keys) }

    package func contains(_ folder: String) -> Bool { sources.index(forKey: folder) != nil }

    /// The paths of the changed sources. Nil if the whole folder has changed, or nothing in it.
    package func sources(in folder: String) -> Set<String>? { sources[folder] ?? nil }

    /// Whether a file of the drop folder counts as changed.
    package func containsSource(at path: String) -> Bool {
        let folder = DropIndex.folder(ofFileAt: path)
        return contains(folder) && sources(in: folder)?.contains(path) ?? true
    }

    /// Adds whole folders.
    package mutating func insert(_ folders: some Sequence<String>) {
        for folder in folders { sources[folder] = .some(nil) }
    }

    /// Adds sources, by their paths.
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

    /// Takes out folders that have been dealt with.
    package mutating func subtract(_ folders: some Sequence<String>) {
        for folder in folders { sources[folder] = nil }
    }

    /// Removes processed folders and sources. The other sources of the same folders are kept.
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

    /// Keeps these folders alone.
    package mutating func formIntersection(_ folders: Set<String>) {
        sources = sources.filter { folders.contains($0.key) }
    }
}
