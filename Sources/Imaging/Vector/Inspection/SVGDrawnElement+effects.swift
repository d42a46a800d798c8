// Effects, clips, masks and gradients that are drawn in another place, or in another way.
extension SVGDrawnElement {
    private static let sides = ["x", "y", "width", "height"]

    private var hasRegion: Bool { SVGDrawnElement.sides.contains { attribute($0) != nil } }

    /// A mask that is smaller than its turned object, or a clip in parts of the size of a turned text.
    var isTurnedClip: Bool {
        guard context.isTurned else { return false }
        if name == "mask" {
            guard attribute("maskUnits") != "userSpaceOnUse" else { return false }
            return isInside("x") || isInside("y") || isShort("width") || isShort("height")
        }
        if name == "text", let clip = ClipShape.ownClip(of: element, sheet: sheet, tree: tree) {
            return clip.attributes["clipPathUnits"] == "objectBoundingBox"
        }
        return name == "clipPath" && attribute("clipPathUnits") == "objectBoundingBox"
            && ![nil, "none"].contains(style["transform"])
    }

    private func isInside(_ side: String) -> Bool { fraction(side).map { $0 > 0 } ?? false }

    private func isShort(_ side: String) -> Bool { fraction(side).map { $0 < 1 } ?? false }

    /// A length in parts of an object.
    private func fraction(_ name: String) -> Double? {
        guard let value = attribute(name)?.trimmed, let number = numbers(name).first else { return nil }
        return value.hasSuffix("%") ? number / 100 : number
    }

    var isSlantedGradient: Bool {
        guard ["linearGradient", "radialGradient"].contains(name), context.isSlanted else { return false }
        return attribute("gradientTransform") != nil && attribute("gradientUnits") != "userSpaceOnUse"
    }

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
