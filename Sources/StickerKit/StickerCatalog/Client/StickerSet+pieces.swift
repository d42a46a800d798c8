import Foundation
import StickerManifest

/// Identifies a game piece: the id of its pack and its own id. `stickerd export app` writes one for every piece, so
/// that the compiler reports the use of a removed piece.
public struct PieceName: Sendable, Hashable, CustomStringConvertible {
    public let pack: String
    public let piece: String

    public init(pack: String, piece: String) {
        self.pack = pack
        self.piece = piece
    }

    /// `pond-pieces/frog`
    public var description: String { "\(pack)/\(piece)" }
}

extension StickerSet {
    /// A game piece to draw on a board: a transparent square, of the same size for all pieces of its pack.
    public struct PieceItem: Sendable, Equatable, Identifiable {
        public let name: PieceName
        /// The picture, which is not changed while its library exists.
        public let fileURL: URL
        /// The number of pixels per point in the picture.
        public let scale: Int
        /// The side of the unscaled square, in points.
        public let box: Int
        /// The point of the square that is placed on a field of the board.
        public let anchor: PieceAnchor
        /// The text for VoiceOver, in the person's language.
        public let label: String
        /// SHA-256 of the file, in lower-case hexadecimal.
        public let sha256: String

        public var id: PieceName { name }

        /// The rectangle in which the picture must be drawn so that its anchor is at a place of the board.
        ///
        /// - Parameters:
        ///   - x: the distance of the place from the left edge of the board.
        ///   - y: the distance of the place from the top edge of the board.
        ///   - side: the side of the square, in the same unit. With the same side, pieces of one pack keep their
        ///     relative sizes.
        public func rectangle(x: Double, y: Double, side: Double) -> MessageImage.Rectangle {
            MessageImage.Rectangle(x: x - anchor.x * side, y: y - anchor.y * side, width: side, height: side)
        }
    }

    /// A pack of game pieces, in the order of the manifest.
    public struct PiecePack: Sendable, Equatable, Identifiable {
        public let id: String
        /// The title in the person's language.
        public let title: String
        /// The side of each piece's square, in points.
        public let box: Int
        public let pieces: [PieceItem]
    }

    /// A piece by its name. Nil if it is not in the set.
    public subscript(name: PieceName) -> PieceItem? {
        pieces.first { $0.id == name.pack }?.pieces.first { $0.name == name }
    }
}
