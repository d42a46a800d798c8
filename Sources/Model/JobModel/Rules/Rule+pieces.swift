/// Rules about game pieces.
extension Rule {
    package static let pieceAnimated = Rule(
        id: "piece-animated", defaultLevel: .error, isAdjustable: false,
        summary: "A game piece moves; pieces are still pictures.",
        fix: "Export one frame.")

    package static let pieceCanvas = Rule(
        id: "piece-canvas", defaultLevel: .warning,
        summary:
            "The canvas of a game piece has another shape than most of its pack, so it is not drawn at their scale.",
        fix: "Export all pieces of the pack on artboards of one size.")
}
