import JobModel

/// Finds game pieces whose canvases have a different shape from most others of their pack. Pieces have the same scale
/// only if their canvases have similar shapes.
struct PieceCanvases {
    /// The most common shape: 100 times the width divided by the height. If several shapes are equally common, the
    /// one that occurs first. Nil if there are no pieces.
    private let usual: Int?
    private let example: String

    /// - Parameter entries: the entries of a pack, sorted by path. Stickers are ignored.
    init(_ entries: [StickerEntry]) {
        let shapes = entries.compactMap { entry in Self.shape(of: entry).map { (shape: $0, path: entry.art.path) } }
        var counts: [Int: Int] = [:]
        for (shape, _) in shapes { counts[shape, default: 0] += 1 }
        let most = counts.values.max()
        let first = shapes.first { counts[$0.shape] == most }
        (usual, example) = (first?.shape, first?.path ?? "")
    }

    private static func shape(of entry: StickerEntry) -> Int? {
        guard entry.art.pieceBox != nil, let art = entry.result.art, art.width > 0, art.height > 0 else { return nil }
        return Int(clamping: (Double(art.width) / Double(art.height) * 100).rounded())
    }

    /// The finding about a piece with an unusual canvas. Nil for all others.
    func finding(_ entry: StickerEntry) -> RuleFinding? {
        guard let usual, let shape = Self.shape(of: entry), abs(shape - usual) > 1, let art = entry.result.art else {
            return nil
        }
        return Rule.pieceCanvas.finding(
            "The canvas of \(entry.art.path) is \(NumberFormat.number(art.width)) × \(NumberFormat.number(art.height)), which "
                + "is not the shape of \(example) and most others of its pack.")
    }
}
