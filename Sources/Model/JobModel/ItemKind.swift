import StickerManifest

/// The kind of a pack's items. The engine scans, renders, approves and publishes all kinds in the same way. If kinds
/// differ, it uses a `switch`, so that the compiler reports the places that a new kind affects.
package enum ItemKind: Sendable, Hashable {
    case sticker
    /// The picture of an interactive message.
    case message
    /// A game piece in a square. `box` is the side of the square in points.
    case piece(box: Int)

    /// - Parameters:
    ///   - pack: the id of a pack.
    ///   - box: the side of the pack's game pieces in points. Nil for all other packs.
    package init(inPack pack: String, box: Int? = nil) {
        self = MessagePack.parent(of: pack) != nil ? .message : box.map(ItemKind.piece) ?? .sticker
    }

    /// The noun for an item: `sticker`, `message` or `piece`.
    package var noun: String {
        switch self {
        case .sticker: "sticker"
        case .message: "message"
        case .piece: "piece"
        }
    }

    /// The side at which all items of this kind are shown, in points. Nil for stickers, which have size classes.
    package var side: Int? {
        switch self {
        case .sticker: nil
        case .message: MessageRecipe.points
        case .piece(let box): box
        }
    }
}

extension Pack {
    package var itemKind: ItemKind { ItemKind(inPack: id, box: pieceBox) }
}

extension Sticker {
    package var itemKind: ItemKind {
        messageTexts != nil ? .message : pieceBox.map(ItemKind.piece) ?? .sticker
    }
}
