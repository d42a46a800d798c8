import JobModel
import StickerManifest

/// The published identities of sources. A source keeps its published id, regardless of files that are added later. The
/// identities are read only from the manifest, so they are kept even if the state folder is lost.
package struct PublishedSources: Sendable, Hashable {
    /// The sticker of a source.
    package struct Identity: Sendable, Hashable {
        /// The id of the pack.
        package var pack: String
        package var id: String
        /// The SHA-256 of the bytes from which the sticker was made, in lower-case hexadecimal.
        package var sha256: String
        /// Whether the sticker is published. False if it still awaits approval.
        package var isPublished: Bool
    }

    /// The fingerprints of all finished stickers.
    package private(set) var fingerprints: Set<String> = []
    private var packs: [String: PackSources] = [:]
    /// The ids of packs, by the folder that contains their sources.
    private var packsByFolder: [String: String] = [:]

    /// The published sources of a pack.
    private struct PackSources: Sendable, Hashable {
        /// The identities, by source path.
        var identities = PartedDictionary<String, Identity>()
        /// The folders that contain the sources.
        var folders: Set<String> = []
        var fingerprints: Set<String> = []
        /// The SHA-256 of each rejected source, by path.
        var rejected: [String: String] = [:]
        /// Whether at least one sticker of the pack is published. False if all of them await approval.
        var isPublished = false

        mutating func add(_ sticker: Sticker, in pack: String, isPublished: Bool) {
            fingerprints.insert(sticker.fingerprint)
            let path = sticker.source.path
            guard identities[path] == nil else { return }
            identities[path] = Identity(
                pack: pack, id: sticker.id, sha256: sticker.source.sha256, isPublished: isPublished)
            folders.insert(PublishedSources.folder(of: path))
        }

        /// Replaces some stickers of the pack. Parts that are equal keep their storage.
        ///
        /// - Parameter earlier: the source paths and fingerprints that these stickers had before.
        mutating func replace(
            _ part: PackScope.Part, earlier: (paths: Set<String>, fingerprints: Set<String>), by new: PackSources
        ) {
            for path in part.paths.union(earlier.paths) {
                if new.identities[path] == nil, identities[path] != nil { identities[path] = nil }
                if new.rejected[path] == nil, rejected[path] != nil { rejected[path] = nil }
            }
            for path in new.identities.keys where identities[path] != new.identities[path] {
                identities[path] = new.identities[path]
            }
            for (path, sha256) in new.rejected where rejected[path] != sha256 { rejected[path] = sha256 }
            for fingerprint in earlier.fingerprints where !new.fingerprints.contains(fingerprint) {
                fingerprints.remove(fingerprint)
            }
            for fingerprint in new.fingerprints { fingerprints.insert(fingerprint) }
            isPublished = identities.contains { $1.isPublished }
            folders = folders.union(new.folders).filter { folder in
                identities.contains { path, _ in PublishedSources.folder(of: path) == folder }
            }
        }

        var isEmpty: Bool { identities.isEmpty && rejected.isEmpty && fingerprints.isEmpty && !isPublished }
    }

    /// The paths of the sources of a pack's finished stickers.
    package func paths(in pack: String) -> [String] { packs[pack]?.identities.keys ?? [] }

    /// - Parameter catalog: the published manifest. Nil if nothing is published.
    package init(_ catalog: Catalog?) {
        if let catalog { replace([], by: catalog) }
    }

    /// Applies the publication of some packs and stickers. All others are unchanged.
    ///
    /// - Parameters:
    ///   - catalog: a manifest with only these packs and stickers. Stickers that are not in it are no longer
    /// published.
    ///   - earlier: the previous manifest of these packs and stickers. Required unless whole packs are replaced.
    package mutating func replace(_ scope: PackScope, by catalog: Catalog, earlier: Catalog? = nil) {
        var news: [String: PackSources] = [:]
        for (packs, isPublished) in [(catalog.publishedPacks, true), (catalog.awaitingPacks, false)] {
            for pack in packs {
                if isPublished { news[pack.id, default: PackSources()].isPublished = true }
                for sticker in pack.stickers {
                    news[pack.id, default: PackSources()].add(sticker, in: pack.id, isPublished: isPublished)
                }
            }
        }
        for source in catalog.rejected {
            news[source.pack, default: PackSources()].rejected[source.path] = source.sha256
        }
        var gone: Set<String> = []
        var hasNewFolders = false
        for id in scope.packs.union(news.keys) {
            let before = packs[id].map { (folders: $0.folders, isPublished: $0.isPublished) }
            if let part = scope.part(of: id), packs[id] != nil {
                let stickers = (earlier?.finishedPacks ?? []).filter { $0.id == id }.flatMap(\.stickers)
                let fingerprints = Set(stickers.map(\.fingerprint))
                gone.formUnion(fingerprints)
                // The pack is changed in place, because a copy would need the same amount of memory again.
                packs[id]?.replace(
                    part, earlier: (Set(stickers.map(\.source.path)), fingerprints), by: news[id] ?? PackSources())
                if packs[id]?.isEmpty == true { packs[id] = nil }
            } else {
                gone.formUnion(packs[id]?.fingerprints ?? [])
                // Equal values keep their storage, so that an index can compare them quickly at each listing.
                if packs[id] != news[id] { packs[id] = news[id] }
            }
            let now = packs[id].map { (folders: $0.folders, isPublished: $0.isPublished) }
            if before?.folders != now?.folders || before?.isPublished != now?.isPublished { hasNewFolders = true }
        }
        for new in news.values {
            fingerprints.formUnion(new.fingerprints)
            gone.subtract(new.fingerprints)
        }
        for fingerprint in gone where !packs.values.contains(where: { $0.fingerprints.contains(fingerprint) }) {
            fingerprints.remove(fingerprint)
        }
        if hasNewFolders { packsByFolder = folders }
    }

    package mutating func replace(_ ids: Set<String>, by catalog: Catalog) { replace(PackScope(ids), by: catalog) }

    /// Adds fingerprints of stickers in packs that are not loaded.
    package mutating func include(fingerprints others: Set<String>) { fingerprints.formUnion(others) }

    /// The pack ids by folder. If several packs have sources in one folder, the first published pack is used, or else
    /// the first pack.
    private var folders: [String: String] {
        let ordered = packs.sorted { ($0.value.isPublished ? 0 : 1, $0.key) < ($1.value.isPublished ? 0 : 1, $1.key) }
        let own = ordered.flatMap { id, pack in pack.folders.map { ($0, id) } }
        // A folder that contains only messages keeps its id too.
        let outer = ordered.flatMap { id, pack in
            MessagePack.parent(of: id).map { parent in
                pack.folders.map { (PublishedSources.folder(of: $0), parent) }
            } ?? []
        }
        return Dictionary(own + outer) { first, _ in first }
    }

    /// The value if nothing is published.
    package static let none = PublishedSources(nil)

    /// The sticker of a source. Nil if this pack does not contain one.
    ///
    /// - Parameter path: the path of the source, relative to the drop folder.
    package func identity(of path: String, in pack: String) -> Identity? { packs[pack]?.identities[path] }

    /// The id of the first pack that has a sticker of the source. Nil if there is none. Searches all packs.
    package func pack(ofSource path: String) -> String? {
        packs.filter { $0.value.identities[path] != nil }.keys.min()
    }

    /// Whether a publication removes the identity of a source that may have affected other sources, by the number in an
    /// id or by the choice between several files. Later listings and plans then differ.
    ///
    /// - Parameters:
    ///   - listing: the listing, with ids that were assigned from the earlier manifest.
    ///   - rivals: the paths of sources of which only one is used.
    ///   - catalog: the published manifest of the listed packs.
    package func losesIdentity(_ listing: DropListing, rivals: Set<String>, by catalog: Catalog) -> Bool {
        let isNumbered =
            listing.art.contains(where: \.hasNumberedID)
            || !listing.packs.allSatisfy {
                $0.itemKind == .message || $0.id == DropScanner.wantedID(ofFolder: $0.folder)
            }
        guard isNumbered || !rivals.isEmpty else { return false }
        let now = PublishedSources(catalog)
        return listing.art.contains { art in
            (isNumbered || rivals.contains(art.path))
                && identity(of: art.path, in: art.pack) != nil && now.identity(of: art.path, in: art.pack) == nil
        }
    }

    /// The stickers of a pack, by source path.
    package func identities(in pack: String) -> PartedDictionary<String, Identity> {
        packs[pack]?.identities ?? PartedDictionary()
    }

    /// The published id of a folder's pack. Nil if the folder's pack is not published.
    ///
    /// - Parameter folder: the name of the folder in NFC. Empty for the drop folder itself.
    func pack(ofFolder folder: String) -> String? { packsByFolder[folder] }

    /// Whether a file with exactly these bytes was rejected at this path.
    package func hasRejected(_ path: String, sha256: String) -> Bool {
        packs.values.contains { $0.rejected[path] == sha256 }
    }

    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }
}
