/// Features that librsvg draws, and resvg does not or differently. Source: resvg 0.44, compared with librsvg and
/// browsers.
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

    /// An object whose effect, clip or paint is missing in the file.
    private var refersToNothing: Bool {
        style.links.contains { $0.trimmed.hasPrefix("#") && tree.element(at: $0) == nil }
    }

    private var hasUncommonFont: Bool {
        if style.declared("font") != nil || style.declared("font-variation-settings") != nil { return true }
        return style["writing-mode"].map { !["lr", "lr-tb", "horizontal-tb"].contains($0.trimmed) } ?? false
    }
}
