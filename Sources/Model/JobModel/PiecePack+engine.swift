import StickerManifest

// Packs of game pieces. In the engine the pieces are the stickers of a pack: they are scanned, rendered, approved and
// published like ordinary stickers. The manifest lists them separately, as `pieces`.

extension Pack {
    package init(pieces pack: PiecePack) {
        self.init(
            id: pack.id, title: pack.title, titles: pack.titles, size: PieceRecipe.size, icon: [],
            stickers: pack.pieces.map(Sticker.init(piece:)))
        pieceBox = pack.box
    }
}

extension PiecePack {
    /// Converts a pack of game pieces. Nil for a pack of stickers or messages.
    package init?(_ pack: Pack) {
        guard let box = pack.pieceBox else { return nil }
        self.init(
            id: pack.id, title: pack.title, titles: pack.titles, box: box, pieces: pack.stickers.map(Piece.init))
    }
}

extension Sticker {
    /// Converts a game piece to a sticker.
    fileprivate init(piece: Piece) {
        self.init(
            id: piece.id, label: piece.label, labels: piece.labels, size: PieceRecipe.size, source: piece.source,
            animation: nil, renditions: piece.renditions, previews: piece.previews, fit: piece.fit,
            findings: piece.findings, fingerprint: piece.fingerprint, pixels: piece.pixels, review: piece.review)
        anchor = piece.anchor
    }

    /// The side of a game piece in points. Nil for a sticker.
    var pieceBox: Int? {
        guard anchor != nil, let picture = renditions.first, picture.scale > 0 else { return nil }
        return picture.width / picture.scale
    }
}

extension Piece {
    fileprivate init(_ sticker: Sticker) {
        self.init(
            id: sticker.id, label: sticker.label, labels: sticker.labels, anchor: sticker.anchor ?? PieceAnchor(),
            source: sticker.source, renditions: sticker.renditions, previews: sticker.previews, fit: sticker.fit,
            findings: sticker.findings, fingerprint: sticker.fingerprint, pixels: sticker.pixels,
            review: sticker.review)
    }
}
