import JobModel
import StickerManifest

/// The published identities of the sources. A published id stays with its file, whatever files are added later. Only
/// the manifest is read, so this also holds if the state folder is lost.
package struct PublishedSources: Sendable, Hashable {
    /// A source's sticker.
    package struct Identity: Sendable, Hashable {
        /// The id of the pack.
        package var pack: String
        package var id: String
        /// SHA-256 of the bytes that the sticker was made from, in lower-case hexadecimal.
        package var sha256: String
        /// False for a sticker that still waits for its approval.
        package var isPublished: Bool
    }

    /// Fingerprints of all finished stickers.
    package private(set) var fingerprints: Set<String> = []
    private var packs: [String: PackSources] = [:]
    /// The ids of packs by the folder that their stickers are from.
    private var packsByFolder: [String: String] = [:]

    /// The published sources of a pack.
    private struct PackSources: Sendable, Hashable {
        /// By the sources' paths.
        var identities = PartedDictionary<String, Identity>()
        /// The folders that its stickers are from.
        var folders: Set<String> = []
        var fingerprints: Set<String> = []
        /// The SHA-256 of each rejected source, by path.
        var rejected: [String: String] = [:]
        /// Whether any of its stickers is published, and does not only await its approval.
        var isPublished = false

        mutating func add(_ sticker: Sticker, in pack: String, isPublished: Bool) {
            fingerprints.insert(sticker.fingerprint)
            let path = sticker.source.path
            guard identities[path] == nil else { return }
            identities[path] = Identity(
                pack: pack, id: sticker.id, sha256: sticker.source.sha256, isPublished: isPublished)
            folders.insert(PublishedSources.folder(of: path))
        }

        /// Replaces some of the pack's stickers. Equal parts keep their storage.
        ///
        /// - Parameter earlier: the previous paths and fingerprints of these stickers.
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

    /// Paths of the sources that the finished stickers of a pack were made from.
    package func paths(in pack: String) -> [String] { packs[pack]?.identities.keys ?? [] }

    /// - Parameter catalog: the manifest that is published; nil when there is none.
    package init(_ catalog: Catalog?) {
        if let catalog { replace([], by: catalog) }
    }

    /// Adopts the publication of some packs and stickers. The others are unchanged.
    ///
    /// - Parameters:
    ///   - catalog: a manifest of these alone. Anything that is not in it is no longer published.
    ///   - earlier: the previous manifest of these alone. Required unless whole packs are replaced.
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
                // Changed in place, because a copy would take as much memory as the pack.
                packs[id]?.replace(
                    part, earlier: (Set(stickers.map(\.source.path)), fingerprints), by: news[id] ?? PackSources())
                if packs[id]?.isEmpty == true { packs[id] = nil }
            } else {
                gone.formUnion(packs[id]?.fingerprints ?? [])
                // Equal values keep their storage, because an index compares them at each listing.
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

    /// Notes fingerprints of stickers of packs that nothing else is known of.
    package mutating func include(fingerprints others: Set<String>) { fingerprints.formUnion(others) }

    /// If stickers of several packs come from one folder, a published pack owns the folder, and of those the first.
    private var folders: [String: String] {
        let ordered = packs.sorted { ($0.value.isPublished ? 0 : 1, $0.key) < ($1.value.isPublished ? 0 : 1, $1.key) }
        let own = ordered.flatMap { id, pack in pack.folders.map { ($0, id) } }
        // A folder with nothing but messages keeps its id too.
        let outer = ordered.flatMap { id, pack in
            MessagePack.parent(of: id).map { parent in
                pack.folders.map { (PublishedSources.folder(of: $0), parent) }
            } ?? []
        }
        return Dictionary(own + outer) { first, _ in first }
    }

    /// Nothing is published.
    package static let none = PublishedSources(nil)

    /// The sticker of a source, by its path relative to the drop folder; nil when it has none in this pack.
    package func identity(of path: String, in pack: String) -> Identity? { packs[pack]?.identities[path] }

    /// The id of the first pack with a sticker of a source; each pack is looked through.
    package func pack(ofSource path: String) -> String? {
        packs.filter { $0.value.identities[path] != nil }.keys.min()
    }

    /// Whether a source of the drop folder lost an id that decided something: the number in another id, or the choice
    /// between several files. Listings and plans after this differ.
    ///
    /// - Parameters:
    ///   - listing: the listing, with the ids that it got from the earlier manifest.
    ///   - rivals: the paths of sources of which only one is used.
    ///   - catalog: the published manifest of its packs.
    package func losesIdentity(_ listing: DropListing, rivals: Set<String>, by catalog: Catalog) -> Bool {
        let isNumbered =
            listing.art.contains(where: \.hasNumberedID)
            || !listing.packs.allSatisfy { $0.isMessages || $0.id == DropScanner.wantedID(ofFolder: $0.folder) }
        guard isNumbered || !rivals.isEmpty else { return false }
        let now = PublishedSources(catalog)
        return listing.art.contains { art in
            (isNumbered || rivals.contains(art.path))
                && identity(of: art.path, in: art.pack) != nil && now.identity(of: art.path, in: art.pack) == nil
        }
    }

    /// The stickers of a pack, by their sources' paths.
    package func identities(in pack: String) -> PartedDictionary<String, Identity> {
        packs[pack]?.identities ?? PartedDictionary()
    }

    /// The ids of the packs that have a sticker, or a source that was rejected.
    package var packIDs: Set<String> { Set(packs.keys) }

    /// The id that the pack of a folder is published with.
    ///
    /// - Parameter folder: its name in NFC; empty for the drop folder itself.
    func pack(ofFolder folder: String) -> String? { packsByFolder[folder] }

    /// Whether these very bytes were rejected at this path.
    package func hasRejected(_ path: String, sha256: String) -> Bool {
        packs.values.contains { $0.rejected[path] == sha256 }
    }

    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }
}
