import JobModel
import StickerManifest

/// The content that the output folder should have. The assets must already exist, or be in the staging folder.
package struct Publication: Sendable {
    /// The bytes of the manifest's index.
    package var catalog: [UInt8]
    /// The manifest with its parts and records. Nil if they are already written, or if the manifest has none.
    package var manifest: ManifestText?
    /// The readable names and the assets to which they refer, as paths relative to the output folder.
    package var names: PublishedNames
    /// The bytes of the sheets' pages and of the report, by name.
    package var files: [String: [UInt8]]
    /// The new names of finished files in the staging folder, by their current names.
    package var moved: [String: String]
    /// Existing files that are not removed.
    package var kept: Set<String>
    /// Missing assets that are being rendered again, and to which the manifest still refers. Their readable names are
    /// created when the assets exist.
    package var missing: Set<String> = []
    /// The number of seconds for which an asset is kept after the last publication that refers to it. A reader of the
    /// previous manifest may still need it.
    package var graceSeconds = 0
    /// Returns which of the given files are used by packs outside of this publication. These files are not removed.
    /// Returns an empty set if the publication contains all packs.
    package var namedElsewhere: @Sendable (Set<String>) -> Set<String> = { _ in [] }

    package init(
        catalog: [UInt8], names: PublishedNames, files: [String: [UInt8]] = [:], moved: [String: String] = [:],
        kept: Set<String> = []
    ) {
        self.catalog = catalog
        self.names = names
        self.files = files
        self.moved = moved
        self.kept = kept
    }

    /// The readable names that must be created, with their assets. Names of missing assets are left out.
    func newNames(after last: Publication?) -> [String: String] {
        var news = names.news(after: last?.names)
        if let last, !last.missing.isEmpty {
            // A previously missing asset may exist now under an unchanged name.
            for (name, asset) in names.all where last.missing.contains(asset) { news[name] = asset }
        }
        return missing.isEmpty ? news : news.filter { !missing.contains($0.value) }
    }

    /// The assets among the given ones that neither a name nor the manifest refers to.
    func unnamed(among assets: Set<String>) -> Set<String> {
        let unnamed = assets.filter { !names.isNamed(asset: $0) }
        // Parts and records of the manifest are JSON.
        guard let manifest, unnamed.contains(where: { $0.hasSuffix(".json") }) else { return unnamed }
        return unnamed.subtracting(manifest.documents.keys)
    }

    /// The files in subfolders that belong to an earlier publication but not to this one.
    func dropped(from last: Publication) -> Set<String> {
        var gone = last.kept == kept ? [] : last.kept.subtracting(kept)
        gone.formUnion(last.files.keys.filter { files[$0] == nil })
        gone.formUnion(last.moved.keys.filter { moved[$0] == nil })
        gone = gone.filter { name in
            name.contains("/") && !kept.contains(name) && files[name] == nil && moved[name] == nil
        }
        if let before = last.manifest { gone.formUnion(manifest?.dropped(from: before) ?? Set(before.documents.keys)) }
        return gone.union(names.dropped(from: last.names))
    }
}

extension Sticker {
    /// The paths of all files of the sticker.
    package var files: [String] { namedFiles.map(\.path) }
}
