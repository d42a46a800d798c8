/// The SHA-256 of the planned sources of all folders. Finds the sources with equal bytes.
struct SourceDigests {
    /// The SHA-256 of each source, by folder and path.
    private var byFolder: [String: [String: String]] = [:]
    private var pathsByDigest = PathsByDigest()

    /// The folders that contain sources with a hash.
    var folders: [String] { Array(byFolder.keys) }

    /// The paths of the sources of a folder that have a hash.
    func paths(in folder: String) -> Set<String> { Set((byFolder[folder] ?? [:]).keys) }

    /// The paths of the sources whose bytes have this SHA-256.
    func paths(withDigest sha256: String) -> Set<String> { pathsByDigest[sha256] }

    /// Replaces the hashes of some sources of a folder.
    ///
    /// - Parameters:
    ///   - gone: the paths of the sources whose hashes are removed before the new ones are added.
    ///   - sources: the new sources. Sources without a hash are left out.
    mutating func replace(_ gone: Set<String>, by sources: [PlannedSource], in folder: String) {
        for path in gone {
            guard let sha256 = byFolder[folder]?.removeValue(forKey: path) else { continue }
            pathsByDigest.remove(path, sha256)
        }
        for source in sources {
            guard let sha256 = source.sha256 else { continue }
            byFolder[folder, default: [:]][source.path] = sha256
            pathsByDigest.insert(source.path, sha256)
        }
        if byFolder[folder]?.isEmpty == true { byFolder[folder] = nil }
    }
}

/// The paths of sources by the SHA-256 of their bytes. Most hashes have only one path, which is stored without a set.
private struct PathsByDigest: Sendable {
    private var first: [String: String] = [:]
    /// The other paths, for hashes with several paths.
    private var others: [String: Set<String>] = [:]

    subscript(sha256: String) -> Set<String> {
        guard let first = first[sha256] else { return [] }
        return others[sha256].map { $0.union([first]) } ?? [first]
    }

    mutating func insert(_ path: String, _ sha256: String) {
        guard let known = first[sha256] else { return first[sha256] = path }
        if known != path { others[sha256, default: []].insert(path) }
    }

    mutating func remove(_ path: String, _ sha256: String) {
        guard first[sha256] == path else {
            others[sha256]?.remove(path)
            if others[sha256]?.isEmpty == true { others[sha256] = nil }
            return
        }
        first[sha256] = others[sha256]?.popFirst()
        if others[sha256]?.isEmpty == true { others[sha256] = nil }
    }
}
