/// What a newer manifest has that an older one has not, and the other way round.
public struct CatalogChanges: Sendable, Equatable {
    /// In the newer one's order.
    public var added: [StickerName]
    /// In the older one's order.
    public var removed: [StickerName]
    /// Those whose file is another one, in the newer one's order.
    public var replaced: [StickerName]

    public var isEmpty: Bool { added.isEmpty && removed.isEmpty && replaced.isEmpty }
}

extension Catalog {
    /// What changed since an older manifest. A manifest names all there is: what it does not name any more is removed.
    public func changes(since older: Catalog) -> CatalogChanges {
        let (mine, theirs) = (files, older.files)
        let (new, old) = (Dictionary(mine) { $1 }, Dictionary(theirs) { $1 })
        return CatalogChanges(
            added: mine.map(\.0).filter { old[$0] == nil },
            removed: theirs.map(\.0).filter { new[$0] == nil },
            replaced: mine.compactMap { name, digest in
                old[name].map { $0 != digest } ?? false ? name : nil
            })
    }

    private var files: [(StickerName, String)] {
        packs.flatMap { pack in
            pack.stickers.map {
                (StickerName(pack: pack.id, sticker: $0.id), $0.delivery?.sha256 ?? "")
            }
        }
    }
}
