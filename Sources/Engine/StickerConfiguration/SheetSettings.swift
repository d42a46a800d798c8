/// Preview sheets of packs.
package struct SheetSettings: Sendable, Hashable {
    /// Which packs' sheets are drawn as pictures.
    package var pictures = SheetPictures.auto
    /// Bytes that drawn pages of other sheets may have in the state folder. It changes nothing that is published.
    package var cacheBytes = 1_000_000_000
}

/// The packs whose preview sheets are drawn as pictures, in addition to the page of every pack.
package enum SheetPictures: String, Codable, Sendable, CaseIterable {
    /// Packs with at most `largestPack` stickers. With more, a new sticker at the front of its pack would have every page behind
    /// it drawn again, and the pictures take more of the disk than the stickers.
    case auto
    case always
    case never

    /// The maximum number of stickers of a pack whose sheets `auto` draws.
    package static let largestPack = 64

    /// - Parameter stickers: of the pack.
    package func isDrawn(stickers: Int) -> Bool {
        switch self {
        case .auto: stickers <= SheetPictures.largestPack
        case .always: true
        case .never: false
        }
    }
}
