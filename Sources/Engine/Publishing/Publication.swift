import JobModel
import StickerManifest

/// Everything that the output folder is to hold, besides the assets that lie there already.
package struct Publication: Sendable {
    /// The manifest's bytes.
    package var catalog: [UInt8]
    /// The same with the parts and records that it names; nil where they lie there already, or there are none.
    package var manifest: ManifestText?
    /// Names for people and the assets behind them, both relative to the output folder.
    package var names: PublishedNames
    /// Files that are written as they are: sheets' pages, the report.
    package var files: [String: [UInt8]]
    /// Finished files in the staging folder that move to a name.
    package var moved: [String: String]
    /// Files that lie there already and stay.
    package var kept: Set<String>
    /// Assets that are not there and are being rendered again. The manifest goes on naming them; their names for people
    /// are made when they are there.
    package var missing: Set<String> = []
    /// For so many seconds assets stay that this publication does not name any more: a reader of the manifest before it may
    /// be on the way to them.
    package var graceSeconds = 0
    /// Which of some files packs name that are no part of this publication: those stay. Nothing for a publication of
    /// everything.
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

    /// The names for people that are to be made: their assets are there.
    func newNames(after last: Publication?) -> [String: String] {
        var news = names.news(after: last?.names)
        if let last, !last.missing.isEmpty {
            // What was missing may have come back to names that are the same.
            for (name, asset) in names.all where last.missing.contains(asset) { news[name] = asset }
        }
        return missing.isEmpty ? news : news.filter { !missing.contains($0.value) }
    }

    /// Those of some assets that it has no use for.
    func unnamed(among assets: Set<String>) -> Set<String> {
        let unnamed = assets.filter { !names.isNamed(asset: $0) }
        // Parts and records of the manifest are JSON.
        guard let manifest, unnamed.contains(where: { $0.hasSuffix(".json") }) else { return unnamed }
        return unnamed.subtracting(manifest.documents.keys)
    }

    /// What an earlier publication wanted in a folder and this one does not.
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
