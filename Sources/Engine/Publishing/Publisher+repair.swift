import JobModel
import StickerManifest

/// Restores the files of some packs after an interrupted publication.
extension Publisher {
    /// Repairs the readable names of some packs. Everything else is unchanged.
    ///
    /// - Parameters:
    ///   - ids: the ids of sticker packs, including packs without published stickers.
    ///   - catalog: the published state of these packs.
    /// - Returns: the names that were missing or referred to another file. Nil if a file of the manifest is missing.
    ///   Nothing is repaired then.
    /// - Throws: `PublishError`.
    package func repairNames(of ids: Set<String>, in catalog: Catalog) throws -> [String]? {
        let names = PublishedNames(catalog.part(of: ids)).all
        guard names.values.allSatisfy(folder.exists) else { return nil }
        var (present, folders): (Set<String>, Set<String>) = ([], [])
        for id in ids where !id.isEmpty {
            for top in [OutputNames.packs, OutputNames.previews] {
                let listing = folder.listing("\(top)/\(id)")
                present.formUnion(listing.files)
                folders.formUnion(listing.folders)
            }
        }
        let wrong = names.filter { !folder.isSame($0.key, $0.value) }
        let unnamed = present.filter { names[$0] == nil }
        for (name, asset) in wrong {
            if let slash = name.lastIndex(of: "/") { try folder.makeFolder(String(name[..<slash])) }
            try folder.link(asset, as: name)
        }
        for name in unnamed { try folder.remove(name) }
        if !unnamed.isEmpty { removeEmpty(folders) }
        return wrong.keys.sorted()
    }
}
