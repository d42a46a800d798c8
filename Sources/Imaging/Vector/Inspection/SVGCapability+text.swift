extension SVGCapability {
    static let outlines = "Convert it to outlines (Illustrator: Type > Create Outlines)."

    static let texts = [
        SVGCapability("text-path", .lost, "text on a path is not drawn", fix: outlines, isDrawnByResvg: true) {
            $0.name == "textPath" && $0.isVisibleText && $0.hasPath
        },
        SVGCapability(
            "text-flow", .lost, "text that flows in a shape is not drawn, or not wrapped",
            fix: "Convert it to outlines (Inkscape: Path > Object to Path)."
        ) { $0.isFlowedText },
        SVGCapability(
            "text-positions", .lost, "letters with individual positions are drawn in one line", fix: outlines,
            isDrawnByResvg: true
        ) { drawn in
            drawn.isVisibleText && drawn.text.count > 1
                && ["x", "y", "dx", "dy"].contains { drawn.numbers($0).count > 1 }
        },
        SVGCapability("text-rotate", .lost, "rotated letters are drawn upright", fix: outlines, isDrawnByResvg: true) {
            $0.hasTurnedLetters
        },
        SVGCapability(
            "text-baseline", .lost, "text with a shifted baseline is drawn higher or lower", fix: outlines,
            isDrawnByResvg: true
        ) {
            $0.isVisibleText && $0.hasOtherBaseline
        },
        SVGCapability("text-vertical", .lost, "letters of a vertical text are misplaced", fix: outlines) {
            $0.isMisplacedInColumns
        },
        SVGCapability(
            "text-shift", .inexact, "raised or lowered text may be drawn a little higher or lower", fix: outlines,
            isDrawnByResvg: true
        ) {
            $0.hasInexactShift
        },
        SVGCapability(
            "text-length", .inexact, "the given width of a text (textLength) is not kept", fix: outlines,
            isDrawnByResvg: true
        ) {
            $0.hasGivenWidth
        },
        SVGCapability(
            "text-spacing", .inexact, "the spacing between words is not kept", fix: outlines, isDrawnByResvg: true
        ) {
            $0.isVisibleText && $0.text.contains(" ")
                && $0.style["word-spacing"]?.contains(where: "123456789".contains) == true
        },
    ]

    static let fineTypography = [
        SVGCapability(
            "text-decoration", .inexact, "a line under, over or through a text has another thickness", fix: outlines,
            isDrawnByResvg: true
        ) { $0.hasDecoration },
        SVGCapability(
            "text-letter-spacing", .inexact, "the spacing between letters is not kept in all parts of a text",
            fix: outlines, isDrawnByResvg: true
        ) { $0.hasInexactSpacing },
        SVGCapability(
            "text-scripts", .inexact, "letters of a text in several styles may be joined or ordered differently",
            fix: outlines, isDrawnByResvg: true
        ) { $0.isMixedScript },
        SVGCapability(
            "text-kerning", .inexact, "letters without kerning are drawn a little closer together", fix: outlines,
            isDrawnByResvg: true
        ) { $0.isUnkernedText },
        SVGCapability(
            "text-white-space", .inexact, "preserved white space in a part of a text has another width", fix: outlines,
            isDrawnByResvg: true
        ) { $0.mixesWhiteSpace },
        SVGCapability(
            "font-variation", .inexact, "a variable font is drawn in its usual form", fix: outlines
        ) { $0.hasVariedFont },
        SVGCapability(
            "text-emoji", .inexact, "an emoji in a text may look different or be missing",
            fix: "Replace the emoji by a drawing or an embedded PNG."
        ) { $0.hasEmoji },
        SVGCapability(
            "text-gradient", .inexact, "a radial gradient on a text has another centre and size", fix: outlines,
            isDrawnByResvg: true
        ) { $0.hasGradientByBox },
        SVGCapability(
            "text-effect", .inexact, "an effect on a text has another edge", fix: outlines, isDrawnByResvg: true
        ) { $0.hasEffectByBox },
        SVGCapability(
            "text-reference", .inexact, "a text that is copied from another element (tref) may be wrong",
            fix: "Write the text where it is shown."
        ) { $0.hasInexactReference },
    ]
}
