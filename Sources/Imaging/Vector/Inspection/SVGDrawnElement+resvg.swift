/// Features that librsvg draws correctly, and resvg does not. Source: resvg 0.44, compared with librsvg and browsers.
extension SVGDrawnElement {
    private static let geometry = ["x", "y", "width", "height", "r", "rx", "ry", "cx", "cy"]
    private static let elements: Set<String> = ["pattern", "tref"]

    var needsLibrsvg: Bool {
        SVGDrawnElement.elements.contains(name)
            || (name == "filter" && attribute("href") != nil)
            || hasGeometryInCSS || refersToNothing || (context.isText && hasUncommonFont)
    }

    private var hasGeometryInCSS: Bool {
        SVGDrawnElement.geometry.contains { style.declared($0) != nil }
    }

    /// Whether an effect, a clip or a paint of the object refers to a missing element.
    private var refersToNothing: Bool {
        style.links.contains { $0.trimmed.hasPrefix("#") && tree.element(at: $0) == nil }
    }

    private var hasUncommonFont: Bool {
        if style.declared("font") != nil || style.declared("font-variation-settings") != nil { return true }
        return style["writing-mode"].map { !["lr", "lr-tb", "horizontal-tb"].contains($0.trimmed) } ?? false
    }
}
