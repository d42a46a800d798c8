/// A feature of SVG that librsvg does not draw, or draws differently. Source: librsvg 2.54.7, compared with
/// browsers.
package struct SVGCapability: Equatable, Sendable {
    package enum Effect: Sendable {
        /// A part of the art is missing, misplaced or in another colour.
        case lost
        /// The art differs a little.
        case inexact
        /// An animation is drawn as a still picture.
        case still
    }

    package let id: String
    package let effect: Effect
    /// A clause that follows "In cat.svg, ".
    package let sentence: String
    /// One or two sentences on how to export the art without the feature.
    package let fix: String
    /// Whether resvg draws the feature as browsers do. Source: resvg 0.44, compared with browsers.
    package let isDrawnByResvg: Bool
    /// Whether a drawn element uses the feature.
    let isUsed: @Sendable (SVGDrawnElement) -> Bool

    init(
        _ id: String, _ effect: Effect, _ sentence: String, fix: String, isDrawnByResvg: Bool = false,
        isUsed: @escaping @Sendable (SVGDrawnElement) -> Bool
    ) {
        self.id = id
        self.effect = effect
        self.sentence = sentence
        self.fix = fix
        self.isDrawnByResvg = isDrawnByResvg
        self.isUsed = isUsed
    }

    package static func == (one: SVGCapability, other: SVGCapability) -> Bool { one.id == other.id }

    /// All features, in the order in which they are reported.
    package static let all =
        pictures + shapes + references + styles + texts + fineTypography + effects + placedEffects + motion

    static let flatten = "Flatten the effect, or export this object as an embedded PNG."
    private static let plainStyles =
        "Export with plain values in presentation attributes (Illustrator: Styling \"Presentation Attributes\")."

    private static let pictures = [
        SVGCapability(
            "foreign-object", .lost, "HTML (foreignObject) is not drawn",
            fix: "Flatten that object. In Figma, export a layer with an angular gradient as PNG."
        ) { $0.holdsHTML && !$0.isBackgroundBlur },
        SVGCapability(
            "background-blur", .inexact, "a background blur is not drawn", fix: flatten
        ) { $0.isBackgroundBlur },
        SVGCapability(
            "picture-format", .lost, "an embedded picture in a format other than PNG or JPEG is not drawn",
            fix: "Embed the picture as PNG or JPEG."
        ) { $0.picture?.isReadable == false },
        SVGCapability(
            "embedded-player", .lost, "an embedded web element (video, canvas or iframe) is not drawn",
            fix: "Replace it by a picture."
        ) { ["video", "canvas", "iframe"].contains($0.name) },
    ]

    private static let shapes = [
        SVGCapability(
            "mesh-gradient", .lost, "a mesh gradient or hatch is not drawn",
            fix: "Export that object as an embedded PNG, or use a linear or radial gradient."
        ) { ["meshgradient", "meshGradient", "hatch"].contains($0.name) },
        SVGCapability(
            "clip-shape", .lost, "a clip shape from CSS is not applied",
            fix: "Use a clipping mask of the drawing program."
        ) { $0.has("clip-path", startingWithOneOf: ["circle(", "ellipse(", "inset(", "polygon(", "path(", "rect("]) },
        SVGCapability(
            "css-mask", .lost, "a mask from CSS is not applied", fix: "Use an opacity mask of the drawing program."
        ) { $0.hasUnreadMask },
        SVGCapability(
            "css-path", .lost, "a path that only CSS defines is not drawn",
            fix: "Put the path into the attribute \"d\"."
        ) { $0.name == "path" && $0.has("d", startingWithOneOf: ["path("]) },
        SVGCapability(
            "transform-origin", .lost, "an object with transform-origin is misplaced",
            fix: "Apply the transformation in the drawing program (Illustrator: Object > Transform > Reset, or expand)."
        ) { $0.movesByOrigin },
        SVGCapability(
            "css-transform", .lost, "an object that CSS moves with translate, rotate, scale or in 3D is misplaced",
            fix: "Apply the transformation in the drawing program."
        ) { $0.hasUnreadTransform },
        SVGCapability(
            "non-scaling-stroke", .lost, "a stroke that should keep its width is scaled with its object",
            fix: "Expand the stroke (Illustrator: Object > Expand), and export again."
        ) { $0.keepsStroke },
        SVGCapability(
            "path-length", .inexact, "dashes measured by pathLength are in other places",
            fix: "Expand the dashed stroke, and export again."
        ) { $0.isVisibleShape && $0.hasStroke && $0.context.isDashed && $0.hasOwnLength },
        SVGCapability(
            "blend-mode", .lost, "a blend mode (plus-lighter) is not applied", fix: flatten
        ) { ["plus-lighter", "plus-darker"].contains($0.style["mix-blend-mode"]) },
        SVGCapability(
            "marker-parts", .inexact, "a marker at the end of an inner part of a path is missing",
            fix: "Expand the markers (Illustrator: Object > Expand Appearance), and export again.", isDrawnByResvg: true
        ) { $0.isVisibleShape && $0.element.hasOpenParts && $0.hasInnerMarkers },
    ]

    private static let styles = [
        SVGCapability(
            "css-variable", .lost, "colours or sizes from CSS variables are not read", fix: plainStyles
        ) { $0.isDropped { value in value.contains("var(") || value.contains("env(") } },
        SVGCapability(
            "css-colour", .lost, "a colour in a notation such as oklch() or color-mix() is not read",
            fix: "Export with sRGB colours such as #ff8800."
        ) { $0.losesColour },
        SVGCapability(
            "css-calculation", .lost, "a calculated or relative size, such as calc() or rem, is not read",
            fix: "Export with fixed sizes."
        ) { $0.hasUnreadLength },
        SVGCapability(
            "css-selector", .inexact, "a style with a selector such as :has() is not applied", fix: plainStyles
        ) { $0.sheet.missesRule(for: $0.element) },
    ]

    private static let effects = [
        SVGCapability(
            "effect-picture", .lost, "an object used inside an effect (feImage) is misplaced or missing", fix: flatten,
            isDrawnByResvg: true
        ) { $0.isDrawnByEffect },
        SVGCapability(
            "morphology", .inexact, "an outline that an effect (feMorphology) draws is limited to 10 px",
            fix: "Draw the outline as a stroke (Illustrator: Object > Path > Offset Path)."
        ) { $0.isCappedMorphology && $0.hasBoxUnits },
        SVGCapability(
            "background-input", .inexact, "an effect on the background (BackgroundImage) is not drawn", fix: flatten
        ) { drawn in
            drawn.name.hasPrefix("fe")
                && ["in", "in2"].contains {
                    drawn.attribute($0)?.hasPrefix("Background") == true
                        && ["BackgroundImage", "BackgroundAlpha"].contains(drawn.attribute($0))
                }
        },
        SVGCapability(
            "filter-function", .inexact, "a colour filter such as brightness() gives other colours", fix: flatten,
            isDrawnByResvg: true
        ) { drawn in
            guard let filter = drawn.style["filter"], filter.contains("(") else { return false }
            return ["brightness(", "contrast(", "saturate(", "sepia(", "invert("].contains { filter.contains($0) }
        },
    ]

    private static let motion = [
        SVGCapability(
            "animation", .still, "an animation is not played; a still picture without it was published",
            fix:
                "If the sticker should move, export an APNG, GIF or WebP; otherwise export a still picture of the "
                + "wanted moment."
        ) { $0.isAnimated }
    ]
}
