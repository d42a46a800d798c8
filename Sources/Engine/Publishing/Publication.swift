import StickerManifest

/// Everything that the output folder is to hold, besides the assets that lie there already.
package struct Publication: Sendable {
    /// The manifest's bytes.
    package var catalog: [UInt8]
    /// The same with the places of the stickers in it, for the next one; nil where nobody has written it here.
    package var manifest: ManifestText?
    /// Names for people and the assets behind them, both relative to the output folder.
    package var names: [String: String]
    /// Files that are written as they are: sheets' pages, the report.
    package var files: [String: [UInt8]]
    /// Finished files in the staging folder that move to a name.
    package var moved: [String: String]
    /// Files that lie there already and stay.
    package var kept: Set<String>
    /// Assets that are not there and are being rendered again. The manifest goes on naming them; their names for people
    /// are made when they are there.
    package var missing: Set<String> = []

    package init(
        catalog: [UInt8], names: [String: String], files: [String: [UInt8]] = [:], moved: [String: String] = [:],
        kept: Set<String> = []
    ) {
        self.catalog = catalog
        self.names = names
        self.files = files
        self.moved = moved
        self.kept = kept
    }

    /// The names for people whose assets are there.
    var presentNames: [String: String] { missing.isEmpty ? names : names.filter { !missing.contains($0.value) } }

    /// Every name that is to be there.
    var wanted: Set<String> {
        Set(names.keys).union(names.values).union(kept).union(files.keys).union(moved.keys)
    }

    /// What an earlier publication wanted in a folder and this one does not. Most of ten thousand stickers stay: those are
    /// passed over before anything is put into a set.
    func dropped(from last: Publication) -> Set<String> {
        var gone = last.kept.subtracting(kept)
        for (name, asset) in last.names where names[name] != asset { gone.formUnion([name, asset]) }
        gone.formUnion(last.files.keys.filter { files[$0] == nil })
        gone.formUnion(last.moved.keys.filter { moved[$0] == nil })
        gone = gone.filter { name in
            name.contains("/") && names[name] == nil && !kept.contains(name) && files[name] == nil && moved[name] == nil
        }
        if !gone.isEmpty { gone.subtract(names.values) }
        return gone
    }
}

extension Catalog {
    /// Names for people and the assets behind them.
    package var names: [String: String] {
        var names: [String: String] = [:]
        for pack in packs {
            for icon in pack.icon { names[icon.name] = icon.path }
            for sticker in pack.stickers {
                for rendition in sticker.renditions { names[rendition.name] = rendition.path }
                for preview in sticker.previews { names[preview.name] = preview.path }
                if let strip = sticker.filmstrip { names[strip.name] = strip.path }
            }
        }
        // What waits for approval has files and no names: a name for people is a promise that it is published.
        for pack in awaitingApproval ?? [] {
            for path in pack.icon.map(\.path) + pack.stickers.flatMap(\.files) { names[path] = path }
        }
        return names
    }

    /// Every asset that the manifest names.
    package var assets: Set<String> { Set(names.values) }
}

extension Sticker {
    /// The paths of all its files.
    package var files: [String] { renditions.map(\.path) + previews.map(\.path) + (filmstrip.map { [$0.path] } ?? []) }
}
