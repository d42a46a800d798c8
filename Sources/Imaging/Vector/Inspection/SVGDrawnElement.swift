/// An element with its context and its cascaded values. `SVGCapability` uses the checks below.
struct SVGDrawnElement {
    let element: SVGElement
    let style: SVGStyle
    let context: SVGWalk.Context
    let sheet: StyleSheet
    let tree: SVGTree

    var name: String { element.name }
    var text: String { element.allText.trimmed }

    func attribute(_ name: String) -> String? { element.attributes[name] }

    func numbers(_ name: String) -> [Double] { StyleValue.numbers(attribute(name) ?? "") }

    func has(_ property: String, startingWithOneOf beginnings: [String]) -> Bool {
        guard let value = style[property] else { return false }
        return beginnings.contains { value.hasPrefix($0) }
    }
}

// MARK: - Pictures and HTML

extension SVGDrawnElement {
    var picture: EmbeddedPicture? {
        guard name == "image", context.isVisible, let link = attribute("href") else { return nil }
        return EmbeddedPicture(link)
    }

    /// Whether the element is a `foreignObject` with visible content. Content for a specific program, such as
    /// Illustrator, is ignored.
    var holdsHTML: Bool {
        name == "foreignObject" && context.isVisible && (!element.children.isEmpty || element.hasText)
            && attribute("requiredExtensions")?.trimmed.isEmpty ?? true
    }

    /// Whether the HTML only blurs the background. Figma exports its glass effect in this form.
    var isBackgroundBlur: Bool {
        guard holdsHTML, !element.hasText, element.children.count == 1, let child = element.children.first,
            child.children.isEmpty, !child.hasText, let style = child.attributes["style"]
        else { return false }
        return style.contains("backdrop-filter") && !style.contains("background")
    }
}

// MARK: - Shapes

extension SVGDrawnElement {
    private static let shapes: Set<String> = [
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "tspan",
    ]

    var isVisibleShape: Bool { context.isVisible && SVGDrawnElement.shapes.contains(name) }
    var hasStroke: Bool { context.hasStroke }
    var isScaled: Bool { abs(context.scale * tree.viewBoxScale - 1) > 0.02 }

    var movesByOrigin: Bool { TransformRewrite.movesByOrigin(element, style: style) }

    /// Whether the stroke keeps its width although the element is scaled.
    var keepsStroke: Bool {
        isVisibleShape && hasStroke && style["vector-effect"] == "non-scaling-stroke" && isScaled
    }

    /// Whether `pathLength` scales the dashes.
    var hasOwnLength: Bool { numbers("pathLength").first.map { $0 >= 0 } ?? false }

    /// Whether a marker is drawn at the inner vertices of a path.
    var hasInnerMarkers: Bool {
        tree.hasMarkers
            && ["marker", "marker-mid"].contains { property in
                ([element] + element.ancestors).lazy.compactMap { SVGStyle(of: $0, sheet: sheet)[property] }
                    .first { $0 != "inherit" }.map { $0 != "none" } ?? false
            }
    }

    /// Whether CSS sets `mask-image`, or a `mask` with a gradient or with more than a single `url()`.
    var hasUnreadMask: Bool {
        let images = ["mask-image", "-webkit-mask-image"].contains { property in
            style[property].map { value in ["gradient(", "url("].contains { value.contains($0) } } ?? false
        }
        guard let mask = style["mask"]?.trimmed else { return images }
        return images || mask.contains("gradient(") || mask.contains("url(") && !mask.hasSuffix(")")
            || StyleValue.links(in: mask).count > 1
    }

    var hasUnreadTransform: Bool {
        if ["translate", "rotate", "scale", "offset-path"].contains(where: {
            style.declared($0).map { !["none", "initial", "unset"].contains($0) } ?? false
        }) {
            return true
        }
        return style["transform"].map { SVGTransform($0).isSpatial } ?? false
    }
}

// MARK: - Styles

extension SVGDrawnElement {
    /// Whether a value that the renderer wrongly drops satisfies a condition.
    func isDropped(_ condition: (String) -> Bool) -> Bool {
        context.isVisible && style.dropped.values.contains { condition($0.lowercased()) }
    }

    /// Whether a colour is lost. A colour with an equal fallback for older programs is not lost.
    var losesColour: Bool {
        context.isVisible
            && style.dropped.contains { property, value in
                let plain = value.lowercased()
                let isColour =
                    StyleColour.isUnread(value, of: property)
                    || StyleValue.colourFunctions.contains { plain.contains($0) }
                return isColour && style[property].map { StyleColour.differs(value, from: $0) } ?? true
            }
    }

    private static let lengths = [
        "x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2", "font-size", "stroke-width",
        "letter-spacing",
    ]
    private static let relativeUnits = ["rem", "vw", "vh", "vmin", "vmax"]

    var hasUnreadLength: Bool {
        if isDropped({ value in StyleValue.calculations.contains { value.contains($0) } }) { return true }
        guard context.isVisible, element.parent != nil else { return false }
        return SVGDrawnElement.lengths.contains { name in
            guard let value = style[name] ?? attribute(name), value.last?.isLetter == true || value.last == ")"
            else { return false }
            let plain = value.lowercased()
            return StyleValue.calculations.contains { plain.contains($0) }
                || plain.first.map { $0.isNumber || $0 == "." } == true
                    && SVGDrawnElement.relativeUnits.contains { plain.hasSuffix($0) }
        }
    }

    private static let animations: Set<String> = [
        "animate", "animateTransform", "animateMotion", "animateColor", "set",
    ]

    /// Whether the element is animated without an action of the user, such as a click.
    var isAnimated: Bool {
        if SVGDrawnElement.animations.contains(name) {
            let begin = attribute("begin") ?? ""
            return !["indefinite", "click", "mouse", "key", "focus", "touch"].contains { begin.contains($0) }
        }
        guard sheet.hasKeyframes else { return false }
        return ["animation", "animation-name"].contains { property in
            style.declared(property).map { !$0.isEmpty && $0 != "none" } ?? false
        }
    }
}

// MARK: - Text

extension SVGDrawnElement {
    var isVisibleText: Bool {
        context.isVisible && SVGElement.textual.contains(name) && name != "a" && !text.isEmpty
    }

    /// Whether a text flows in a shape, and the file contains no positions of its lines. Inkscape also writes these
    /// positions, so that other renderers can draw the text.
    var isFlowedText: Bool {
        guard isVisibleText else { return false }
        if name == "flowRoot" { return true }
        guard name == "text", style["shape-inside"] ?? style["inline-size"] != nil else { return false }
        return !element.children.contains { $0.attributes["x"] != nil || $0.attributes["y"] != nil }
    }
}

// MARK: - Effects

extension SVGDrawnElement {
    /// The largest long side of a sticker in pixels. Source: Apple, MSSticker.
    private static let mostPixels = 618.0
    /// The maximum radius of `feMorphology` in librsvg, in pixels.
    private static let mostRadius = 10.0

    var isDrawnByEffect: Bool {
        name == "feImage" && tree.element(at: attribute("href")) != nil
    }

    /// Whether the sizes of an effect are relative to the bounding box of its object.
    var hasBoxUnits: Bool { element.parent?.attributes["primitiveUnits"] == "objectBoundingBox" }

    /// Whether the radius exceeds the limit of librsvg in a sticker of the largest size.
    var isCappedMorphology: Bool {
        guard name == "feMorphology", let radius = numbers("radius").max(), radius > 0 else { return false }
        if hasBoxUnits {
            return radius * SVGDrawnElement.mostPixels > SVGDrawnElement.mostRadius
        }
        guard let side = tree.longSide else { return false }
        return radius * context.scale * SVGDrawnElement.mostPixels / side > SVGDrawnElement.mostRadius
    }
}
