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
            "objects that are copied into each other are drawn once too often",
            fix: "Remove the \"use\" element that closes the circle."
        ) { $0.isCircular },
        SVGCapability(
            "context-paint", .inexact, "a gradient or pattern that a marker or a copy takes over is misplaced",
            fix: expand
        ) { $0.takesOverServer },
        SVGCapability(
            "drawing-in-drawing", .inexact, "an embedded SVG is drawn in low resolution or placed differently",
            fix: "Place its objects in the drawing, in place of the embedded file."
        ) { $0.embeddedDrawing != nil },
        SVGCapability(
            "background", .inexact, "the background colour of the drawing is not drawn",
            fix: "If it should show, draw it as a rectangle behind the art."
        ) { $0.hasBackground },
    ]
}
