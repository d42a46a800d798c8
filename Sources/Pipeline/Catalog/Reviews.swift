import StickerCatalog

/// What people decided about stickers: one review for each look that a sticker has had.
package struct Reviews: Sendable, Hashable {
    /// A sticker as it looks.
    package struct Look: Sendable, Hashable {
        package var pack: String
        package var sticker: String
        /// The digest of its decoded pixels.
        package var pixels: String

        package init(pack: String, sticker: String, pixels: String) {
            self.pack = pack
            self.sticker = sticker
            self.pixels = pixels
        }
    }

    private let byLook: [Look: Review]

    package init(_ byLook: [Look: Review] = [:]) {
        self.byLook = byLook
    }

    /// Nil while nobody has decided about the sticker as it looks now.
    package func of(_ sticker: Sticker, in pack: String) -> Review? {
        of(Look(pack: pack, sticker: sticker.id, pixels: sticker.pixels))
    }

    /// Nil while nobody has decided about it.
    package func of(_ look: Look) -> Review? { byLook[look] }
}
