// Checks for effects, clips, masks and gradients that librsvg misplaces or draws differently.
extension SVGDrawnElement {
    private static let sides = ["x", "y", "width", "height"]

    private var hasRegion: Bool { SVGDrawnElement.sides.contains { attribute($0) != nil } }

    /// Whether a clip or a mask is relative to the bounding box of a rotated object, and the size of that box affects
    /// the drawing.
    var isTurnedClip: Bool {
        switch name {
        case "mask":
            context.isTurned && (element.isMaskInBox || attribute("maskContentUnits") == "objectBoundingBox")
        case "clipPath":
            attribute("clipPathUnits") == "objectBoundingBox"
                && (context.isTurned || ![nil, "none"].contains(style["transform"]))
        default: false
        }
    }

    /// Whether a gradient or a pattern is relative to the bounding box of a rotated object.
    var hasTurnedPaint: Bool { isVisibleShape && context.isTurned && context.traits.hasBoxPaint }

    private var isLighting: Bool { ["feDiffuseLighting", "feSpecularLighting"].contains(name) }

    var hasInvalidLight: Bool {
        guard isLighting else { return false }
        if let exponent = numbers("specularExponent").first, !(1...128).contains(exponent) { return true }
        return !element.children.contains { ["feDistantLight", "fePointLight", "feSpotLight"].contains($0.name) }
    }

    var isPlacedPicture: Bool {
        guard name == "feImage", !isDrawnByEffect else { return false }
        return hasRegion || attribute("preserveAspectRatio")?.trimmed == "none"
    }

    var hasUnreadEffectUnits: Bool { name == "feTurbulence" && hasBoxUnits }

    var isTurnedEffect: Bool {
        guard context.isTurned else { return false }
        return isLighting || ["feTurbulence", "feTile", "feImage"].contains(name)
            || name == "feFlood" && hasRegion
    }

    var isWrappedConvolution: Bool {
        guard name == "feConvolveMatrix", let mode = attribute("edgeMode") else { return false }
        return mode == "none" || mode == "wrap" && (numbers("order").max() ?? 3) > 9
    }
}

extension SVGElement {
    /// Whether the region of a mask is relative to its object, and smaller than it.
    var isMaskInBox: Bool {
        guard attributes["maskUnits"] != "userSpaceOnUse" else { return false }
        func fraction(_ name: String) -> Double? { attributes[name].flatMap(StyleLength.init)?.fraction }
        return ["x", "y"].contains { fraction($0).map { $0 > 0 } ?? false }
            || ["width", "height"].contains { fraction($0).map { $0 < 1 } ?? false }
    }
}
