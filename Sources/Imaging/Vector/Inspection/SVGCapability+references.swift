extension SVGCapability {
    private static let expand = "Expand the object (Illustrator: Object > Expand), and export again."

    static let references = [
        SVGCapability(
            "symbol", .lost, "a symbol is drawn in another size, or without its effects",
            fix: "Break the link to the symbol (Illustrator: Symbols panel, Break Link), and export again.",
            isDrawnByResvg: true
        ) { $0.isCopiedInexactly },
        SVGCapability(
            "circular-copy", .inexact,
            "objects that are copied into each other are drawn one time too many",
            fix: "Remove the \"use\" element that completes the circle."
        ) { $0.isCircular },
        SVGCapability(
            "context-paint", .inexact, "a gradient or pattern that a marker or a copy inherits is misplaced",
            fix: expand
        ) { $0.takesOverServer },
        SVGCapability(
            "drawing-in-drawing", .inexact, "an embedded SVG is drawn in low resolution or placed differently",
            fix: "Put its objects into the drawing instead of the embedded file."
        ) { $0.embeddedDrawing != nil },
        SVGCapability(
            "background", .inexact, "the background colour of the drawing is not drawn",
            fix: "If the background should be visible, draw it as a rectangle behind the art."
        ) { $0.hasBackground },
    ]
}
