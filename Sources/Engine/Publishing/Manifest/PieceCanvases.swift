import JobModel

/// The shapes of the canvases of a pack's game pieces. Pieces are drawn at one scale if their canvases have similar
/// shapes.
package struct PieceCanvases {
    /// The most common shape, as the width of a canvas with a height of 100. If several shapes are equally common, the
    /// one that occurs first. Nil without pieces.
    private let usual: Int?
    private let example: String

    /// - Parameter entries: the entries in the order of their paths. Stickers are ignored.
    package init(_ entries: [StickerEntry]) {
        let shapes = entries.compactMap { entry in Self.shape(of: entry).map { (shape: $0, path: entry.art.path) } }
        var counts: [Int: Int] = [:]
        for (shape, _) in shapes { counts[shape, default: 0] += 1 }
        let most = counts.values.max()
        let first = shapes.first { counts[$0.shape] == most }
        (usual, example) = (first?.shape, first?.path ?? "")
    }

    private static func shape(of entry: StickerEntry) -> Int? {
        guard case .piece = entry.art.itemKind, let art = entry.result.art, art.width > 0, art.height > 0 else {
            return nil
        }
        return Int(clamping: (Double(art.width) / Double(art.height) * 100).rounded())
    }

    /// The finding about a piece with an unusual canvas. Nil for all others.
    package func finding(_ entry: StickerEntry) -> RuleFinding? {
        guard let usual, let shape = Self.shape(of: entry), abs(shape - usual) > 1, let art = entry.result.art else {
            return nil
        }
        return Rule.pieceCanvas.finding(
            "The canvas of \(entry.art.path) is \(NumberFormat.number(art.width)) × "
                + "\(NumberFormat.number(art.height)), which has a different shape from \(example) and most other "
                + "pieces of its pack.")
    }
}
