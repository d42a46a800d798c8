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

    private var byLook: [Look: Review]
    /// What was decided about once, and is undecided again.
    private let open: Set<Look>

    package init(_ byLook: [Look: Review] = [:], open: Set<Look> = []) {
        self.byLook = byLook
        self.open = open
    }

    /// Nil while nobody has decided about the sticker as it looks now.
    package func of(_ sticker: Sticker, in pack: String) -> Review? {
        of(Look(pack: pack, sticker: sticker.id, pixels: sticker.pixels))
    }

    /// Whether anybody ever decided about the sticker as it looks now, also where the decision was undone.
    package func hasDecision(about sticker: Sticker, in pack: String) -> Bool {
        hasDecision(about: Look(pack: pack, sticker: sticker.id, pixels: sticker.pixels))
    }

    /// The same of a sticker that is not in a manifest.
    package func hasDecision(about look: Look) -> Bool { byLook[look] != nil || open.contains(look) }

    /// The same with reviews of looks that it has none of.
    package func adding(_ others: [Look: Review]) -> Reviews {
        var sum = self
        sum.byLook.merge(others) { own, _ in own }
        return sum
    }

    /// Nil while nobody has decided about it.
    package func of(_ look: Look) -> Review? { byLook[look] }
}
