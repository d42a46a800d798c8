import Foundation
import StickerManifest

/// Which game piece is meant: a pack's id and a piece's in it. `stickerd export app` writes one for every piece, so that the
/// compiler finds those that are gone.
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
        /// The picture, which stays as it is as long as the library that gave it exists.
        public let fileURL: URL
        /// Pixels of the picture per point.
        public let scale: Int
        /// The side of the square in points, when nothing is scaled.
        public let box: Int
        /// The point of the square that belongs on a place of the board.
        public let anchor: PieceAnchor
        /// What VoiceOver reads, in the person's language.
        public let label: String
        /// SHA-256 of the file, in lower-case hexadecimal.
        public let sha256: String

        public var id: PieceName { name }

        /// Where the picture is drawn, so that its anchor is on a place of the board.
        ///
        /// - Parameters:
        ///   - x: the place, from the left.
        ///   - y: the place, from the top.
        ///   - side: the side of the square, in the same unit; pieces of one pack keep their sizes relative to each other
        ///     where it is the same for all.
        public func rectangle(x: Double, y: Double, side: Double) -> MessageImage.Rectangle {
            MessageImage.Rectangle(x: x - anchor.x * side, y: y - anchor.y * side, width: side, height: side)
        }
    }

    /// A pack of pieces, in its order.
    public struct PiecePack: Sendable, Equatable, Identifiable {
        public let id: String
        /// In the person's language.
        public let title: String
        /// The side of each piece's square, in points.
        public let box: Int
        public let pieces: [PieceItem]
    }

    /// A piece by its name; nil when the set has none of it.
    public subscript(name: PieceName) -> PieceItem? {
        pieces.first { $0.id == name.pack }?.pieces.first { $0.name == name }
    }
}
