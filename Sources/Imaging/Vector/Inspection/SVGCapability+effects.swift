/// Effects, clips, masks and gradients that librsvg misplaces or draws differently.
extension SVGCapability {
    private static let expand =
        "Apply the transformation in the drawing program, or export this object as an embedded PNG."

    static let placedEffects = [
        SVGCapability(
            "compound-clip", .lost, "a clip shape of several overlapping or clipped parts is not applied as drawn",
            fix: "Unite the parts of the clipping mask (Illustrator: Pathfinder > Unite).", isDrawnByResvg: true
        ) { $0.needsMask },
        SVGCapability(
            "turned-clip", .inexact,
            "a clip or mask that is relative to the size of a rotated object is not rotated with it",
            fix: expand, isDrawnByResvg: true
        ) { $0.isTurnedClip },
        SVGCapability(
            "turned-paint", .inexact,
            "a gradient or pattern that is relative to the size of a rotated object is stretched",
            fix: "Expand the gradient, or apply the transformation in the drawing program.", isDrawnByResvg: true
        ) { $0.hasTurnedPaint },
        SVGCapability(
            "pattern-view-box", .inexact, "a pattern with a view box is shifted",
            fix: "Expand the pattern (Illustrator: Object > Expand), and export again."
        ) { $0.isVisibleShape && $0.context.traits.hasFittedPaint || PatternRewrite.isNeeded(by: $0) },
        SVGCapability(
            "light-value", .inexact,
            "an effect without a light, or with a highlight outside the valid "
                + "range", fix: flatten,
            isDrawnByResvg: true
        ) { $0.hasInvalidLight },
        SVGCapability(
            "tiled-effect", .inexact, "a pattern made by an effect (feTile) is shifted", fix: flatten
        ) { $0.name == "feTile" },
        SVGCapability(
            "placed-picture", .inexact, "a picture inside an effect (feImage) is a little larger or smaller",
            fix: flatten
        ) { $0.isPlacedPicture },
        SVGCapability(
            "effect-units", .inexact,
            "noise (feTurbulence) that is relative to the size of its object has another grain",
            fix: flatten
        ) { $0.hasUnreadEffectUnits },
        SVGCapability(
            "turned-effect", .inexact, "an effect on a rotated object is not rotated with it", fix: flatten
        ) { $0.isTurnedEffect },
        SVGCapability(
            "wrapped-effect", .inexact, "the edge of an effect (feConvolveMatrix) is drawn differently", fix: flatten
        ) { $0.isWrappedConvolution },
    ]
}
