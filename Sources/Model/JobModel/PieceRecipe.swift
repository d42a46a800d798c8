import StickerManifest

/// The settings of a game piece, in addition to those of a sticker.
package struct PieceRecipe: Codable, Hashable, Sendable {
    /// The default side of the square in points.
    package static let defaultBox = 64
    /// The size class that is stored for pieces. It determines how pages show them, and does not affect their files.
    package static let size = StickerSize.small

    /// The side of the square in which a piece's canvas is drawn, in points.
    package var box: Int

    private enum CodingKeys: String, CodingKey {
        case box
    }

    package init(box: Int = defaultBox) {
        self.box = box
    }
}
