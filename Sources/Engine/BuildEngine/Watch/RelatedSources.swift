import JobModel

/// Finds the sources of a folder that affect each other and must be planned, checked and published together.
///
/// Sources are related if they have equal ids, bytes or pictures. Game pieces and messages are not supported, because
/// their rules compare all sources of a pack.
package struct RelatedSources: Sendable {
    /// The values by which sources are compared.
    private struct Keys: Sendable {
        var id: String
        var digest: String?
        /// The hash of the picture. Nil if the picture is unknown.
        var pixels: String?
    }

    private var keys: [String: Keys] = [:]
    private var byID: [String: Set<String>] = [:]
    private var byDigest: [String: Set<String>] = [:]
    private var byPixels: [String: Set<String>] = [:]

    /// - Parameter sources: all planned sources of the folder.
    package init(_ sources: [PlannedSource]) {
        for source in sources { add(source) }
    }

    /// Replaces some sources.
    ///
    /// - Parameters:
    ///   - paths: the paths of the replaced sources, including removed ones.
    ///   - sources: the new plan of the current sources at these paths.
    package mutating func replace(_ paths: Set<String>, by sources: [PlannedSource]) {
        for path in paths { remove(path) }
        for source in sources { add(source) }
    }

    private mutating func add(_ source: PlannedSource) {
        let new = Keys(id: source.art.id, digest: source.sha256, pixels: source.pixels)
        keys[source.path] = new
        byID[new.id, default: []].insert(source.path)
        if let digest = new.digest { byDigest[digest, default: []].insert(source.path) }
        if let pixels = new.pixels { byPixels[pixels, default: []].insert(source.path) }
    }

    private mutating func remove(_ path: String) {
        guard let old = keys.removeValue(forKey: path) else { return }
        RelatedSources.remove(path, old.id, from: &byID)
        if let digest = old.digest { RelatedSources.remove(path, digest, from: &byDigest) }
        if let pixels = old.pixels { RelatedSources.remove(path, pixels, from: &byPixels) }
    }

    private static func remove(_ path: String, _ key: String, from index: inout [String: Set<String>]) {
        index[key]?.remove(path)
        if index[key]?.isEmpty == true { index[key] = nil }
    }

    /// Returns the given sources with all related sources, and the ids of their stickers.
    ///
    /// - Parameters:
    ///   - paths: paths relative to the drop folder. They may be missing from the plan.
    ///   - known: returns additional values to compare for a source, such as the values of its published sticker.
    package func related(
        to paths: Set<String>, knowing known: (String) -> [(id: String?, digest: String?, pixels: String?)]
    ) -> (paths: Set<String>, ids: Set<String>) {
        var all = paths
        var ids: Set<String> = []
        var open = paths
        while let path = open.popFirst() {
            var keys = known(path)
            if let own = self.keys[path] { keys.append((own.id, own.digest, own.pixels)) }
            for key in keys {
                var found = key.id.flatMap { byID[$0] } ?? []
                if let id = key.id { ids.insert(id) }
                found.formUnion(key.digest.flatMap { byDigest[$0] } ?? [])
                found.formUnion(key.pixels.flatMap { byPixels[$0] } ?? [])
                for new in found where all.insert(new).inserted { open.insert(new) }
            }
        }
        return (all, ids)
    }
}

extension PlannedSource {
    /// The hash of the picture. Nil if the plan contains no result of the source.
    var pixels: String? {
        if case .reuse(let result) = step { result.output?.pixels } else { nil }
    }
}
