import StickerManifest

extension Catalog {
    /// Every pack with finished stickers or messages: what is published, then what waits for approval. A pack may be among
    /// both, and so may a sticker, of which the one that waits is the newer.
    package var finishedPacks: [Pack] { publishedPacks + awaitingPacks }

    /// Every finished sticker and every message's picture, those that wait for approval too.
    package var finishedStickers: [Sticker] { finishedPacks.flatMap(\.stickers) }
}
