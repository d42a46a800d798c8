/// The settings of preview sheets.
package struct SheetSettings: Sendable, Hashable {
    /// The packs whose sheets are drawn as pictures.
    package var pictures = SheetPictures.auto
    /// The maximum total size, in bytes, of the sheet pages that are cached in the state folder. Only sheets that are
    /// not published as pictures have cached pages. The value does not affect published files.
    package var cacheBytes = 1_000_000_000
}

/// The packs whose preview sheets are also drawn as pictures. Every pack has an HTML page.
package enum SheetPictures: String, Codable, Sendable, CaseIterable {
    /// Packs with at most `largestPack` stickers. In a larger pack, a new sticker at the start would change every
    /// later page, and the pictures would need more disk space than the stickers.
    case auto
    case always
    case never

    /// The maximum number of stickers in a pack whose sheet is drawn with `auto`.
    package static let largestPack = 64

    /// Whether the sheet of a pack is drawn as pictures.
    ///
    /// - Parameter stickers: the number of stickers in the pack.
    package func isDrawn(stickers: Int) -> Bool {
        switch self {
        case .auto: stickers <= SheetPictures.largestPack
        case .always: true
        case .never: false
        }
    }
}
