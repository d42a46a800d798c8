/// Rules about game pieces.
extension Rule {
    package static let pieceAnimated = Rule(
        id: "piece-animated", defaultLevel: .error, isAdjustable: false,
        summary: "A game piece is animated, but pieces are still pictures.",
        fix: "Export one frame.")

    package static let pieceCanvas = Rule(
        id: "piece-canvas", defaultLevel: .warning,
        summary:
            "The canvas of a game piece has a different shape from most pieces of its pack, so the piece has a "
            + "different scale.",
        fix: "Export all pieces of the pack on artboards of one size.")
}
