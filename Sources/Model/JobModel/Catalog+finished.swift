import StickerManifest

extension Catalog {
    /// Every pack with finished stickers or messages: first the published ones, then those that await approval. A pack
    /// or a sticker may be in both groups. The sticker that awaits approval is then the newer one.
    package var finishedPacks: [Pack] { publishedPacks + awaitingPacks }

    /// All finished stickers and messages' pictures, including those that await approval.
    package var finishedStickers: [Sticker] { finishedPacks.flatMap(\.stickers) }
}
