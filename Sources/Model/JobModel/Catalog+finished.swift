import StickerManifest

extension Catalog {
    /// Every pack with finished stickers: what is published, then what waits for approval. A pack may be among both, and
    /// so may a sticker, of which the one that waits is the newer.
    package var finishedPacks: [Pack] { packs + (awaitingApproval ?? []) }

    /// Every finished sticker, those that wait for approval too.
    package var finishedStickers: [Sticker] { finishedPacks.flatMap(\.stickers) }
}
