import JobModel
import StickerManifest

/// The wanted content of the output folder, besides existing assets.
package struct Publication: Sendable {
    /// The manifest's bytes.
    package var catalog: [UInt8]
    /// The manifest with its parts and records. Nil if they exist already, or there are none.
    package var manifest: ManifestText?
    /// Names for people and the assets behind them, both relative to the output folder.
    package var names: PublishedNames
    /// The files with given content: the sheets' pages and the report.
    package var files: [String: [UInt8]]
    /// The names to which finished files in the staging folder move.
    package var moved: [String: String]
    /// Existing files that stay.
    package var kept: Set<String>
    /// Missing assets that are being rendered again. The manifest keeps naming them, and their human-readable names are
    /// made when they exist.
    package var missing: Set<String> = []
    /// The number of seconds for which assets are kept after the last publication that refers to them. A reader of the
    /// previous manifest may still need them.
    package var graceSeconds = 0
    /// Returns the files that packs outside of this publication use. These stay. Empty for a publication of everything.
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

    package init(
        catalog: [UInt8], names: [String: String], files: [String: [UInt8]] = [:], moved: [String: String] = [:],
        kept: Set<String> = []
    ) {
        self.init(catalog: catalog, names: PublishedNames(names), files: files, moved: moved, kept: kept)
    }

    /// The human-readable names to make. Their assets exist.
    func newNames(after last: Publication?) -> [String: String] {
        var news = names.news(after: last?.names)
        if let last, !last.missing.isEmpty {
            // A missing asset may exist again under an unchanged name.
            for (name, asset) in names.all where last.missing.contains(asset) { news[name] = asset }
        }
        return missing.isEmpty ? news : news.filter { !missing.contains($0.value) }
    }

    /// The given assets that are unused.
    func unnamed(among assets: Set<String>) -> Set<String> {
        let unnamed = assets.filter { !names.isNamed(asset: $0) }
        // Parts and records of the manifest are JSON.
        guard let manifest, unnamed.contains(where: { $0.hasSuffix(".json") }) else { return unnamed }
        return unnamed.subtracting(manifest.documents.keys)
    }

    /// The files in a folder that belong to an earlier publication but not to this one.
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
    /// The paths of all its files.
    package var files: [String] { namedFiles.map(\.path) }
}
