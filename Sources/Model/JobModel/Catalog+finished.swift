import StickerManifest

extension Catalog {
    /// Every pack with finished stickers or messages: first the published ones, then those that await approval. A pack
    /// or a sticker may be in both; the sticker that awaits approval is then the newer one.
    package var finishedPacks: [Pack] { publishedPacks + awaitingPacks }

    /// Every finished sticker and every message's picture, those that wait for approval too.
    package var finishedStickers: [Sticker] { finishedPacks.flatMap(\.stickers) }
}
