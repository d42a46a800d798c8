import StickerManifest

/// The valid reviews of stickers, by pack, sticker and image.
package struct Reviews: Sendable, Hashable {
    /// One image of a sticker.
    package struct Key: Sendable, Hashable {
        package var pack: String
        package var sticker: String
        /// The SHA-256 of the decoded pixels.
        package var pixels: String

        package init(pack: String, sticker: String, pixels: String) {
            self.pack = pack
            self.sticker = sticker
            self.pixels = pixels
        }
    }

    private var byKey: [Key: Review]
    /// The images whose decisions were withdrawn.
    private let open: Set<Key>

    package init(_ byKey: [Key: Review] = [:], open: Set<Key> = []) {
        self.byKey = byKey
        self.open = open
    }

    /// The review of the sticker's current image. Nil if there is none.
    package func of(_ sticker: Sticker, in pack: String) -> Review? {
        of(Key(pack: pack, sticker: sticker.id, pixels: sticker.pixels))
    }

    /// Whether a decision about the sticker's current image exists or was withdrawn.
    package func hasDecision(about sticker: Sticker, in pack: String) -> Bool {
        hasDecision(about: Key(pack: pack, sticker: sticker.id, pixels: sticker.pixels))
    }

    /// Whether a decision about an image exists or was withdrawn.
    package func hasDecision(about key: Key) -> Bool { byKey[key] != nil || open.contains(key) }

    /// A copy with reviews of further images. Existing reviews take precedence.
    package func adding(_ others: [Key: Review]) -> Reviews {
        var sum = self
        sum.byKey.merge(others) { own, _ in own }
        return sum
    }

    /// The images whose reviews differ between this value and another one.
    package func keys(differingFrom other: Reviews) -> Set<Key> {
        let keys = byKey.filter { other.byKey[$0.key] != $0.value }.keys
        let gone = other.byKey.keys.filter { byKey[$0] == nil }
        return Set(keys).union(gone).union(open.symmetricDifference(other.open))
    }

    /// The review of an image. Nil if there is none.
    package func of(_ key: Key) -> Review? { byKey[key] }
}

extension Catalog {
    /// The newest version of each sticker and message, with the id of its pack.
    ///
    /// - Parameter ids: the ids of the packs. Nil for all packs.
    package func newestVersions(inPacks ids: Set<String>? = nil) -> [(pack: String, sticker: Sticker)] {
        var seen: Set<StickerName> = []
        // A version that awaits approval is newer than the published one.
        return (awaitingPacks + publishedPacks).filter { ids?.contains($0.id) ?? true }.flatMap { pack in
            pack.stickers.filter { seen.insert(StickerName(pack: pack.id, sticker: $0.id)).inserted }
                .map { (pack.id, $0) }
        }
    }

    /// The stickers and messages whose newest version was sent back, with the ids of their packs. If the artist has
    /// replaced the source and the new file was rejected, the sticker is not included.
    package var sentBack: [(pack: String, sticker: Sticker)] {
        let sentBack = newestVersions().filter { $0.sticker.review?.outcome == .sentBack }
        guard !sentBack.isEmpty else { return [] }
        let refused = Dictionary(rejected.map { ($0.path, $0.sha256) }) { first, _ in first }
        return sentBack.filter { _, sticker in
            let source = sticker.source
            return refused[source.path].map { $0 == source.sha256 } ?? true
        }
    }
}
