import StickerManifest

/// What the published manifest says of the sources: an id that is published stays with its file, whatever arrives beside
/// it. The manifest alone is asked, so that this holds when the state folder is lost.
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
    package let fingerprints: Set<String>
    private let identities: [String: Identity]
    private let packs: [String: String]
    private let rejected: [String: String]

    /// - Parameter catalog: the manifest that is published; nil when there is none.
    package init(_ catalog: Catalog?) {
        var identities: [String: Identity] = [:]
        var packs: [String: String] = [:]
        for (place, pack) in (catalog?.finishedPacks ?? []).enumerated() {
            for sticker in pack.stickers where identities[sticker.source.path] == nil {
                identities[sticker.source.path] = Identity(
                    pack: pack.id, id: sticker.id, sha256: sticker.source.sha256,
                    isPublished: place < catalog?.packs.count ?? 0)
                let folder = Self.folder(of: sticker.source.path)
                if packs[folder] == nil { packs[folder] = pack.id }
            }
        }
        self.identities = identities
        self.packs = packs
        fingerprints = Set(catalog?.finishedStickers.map(\.fingerprint) ?? [])
        rejected = Dictionary(catalog?.rejected.map { ($0.path, $0.sha256) } ?? []) { first, _ in first }
    }

    /// Nothing is published.
    package static let none = PublishedSources(nil)

    /// The sticker of a source, by its path relative to the drop folder; nil when it has none in this pack.
    package func identity(of path: String, in pack: String) -> Identity? {
        identities[path].flatMap { $0.pack == pack ? $0 : nil }
    }

    /// The id that the pack of a folder is published with.
    ///
    /// - Parameter folder: its name in NFC; empty for the drop folder itself.
    func pack(ofFolder folder: String) -> String? { packs[folder] }

    /// Whether these very bytes were rejected at this path.
    package func hasRejected(_ path: String, sha256: String) -> Bool { rejected[path] == sha256 }

    private static func folder(of path: String) -> String {
        path.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(path[..<$0]) } ?? ""
    }
}
