import StickerCatalog

/// A source that was judged good or bad, on its way into the catalog.
package struct StickerEntry: Sendable {
    package var art: DroppedArt
    package var sha256: String
    package var fingerprint: String
    package var size: StickerSize
    package var result: StickerResult

    package init(
        art: DroppedArt, sha256: String, fingerprint: String, size: StickerSize, result: StickerResult
    ) {
        self.art = art
        self.sha256 = sha256
        self.fingerprint = fingerprint
        self.size = size
        self.result = result
    }
}
