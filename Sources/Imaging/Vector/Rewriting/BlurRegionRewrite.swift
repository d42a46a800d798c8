/// Clips the result of a blur to the region of the effect. librsvg clips the input of the blur instead.
enum BlurRegionRewrite {
    private static let sides = ["x", "y", "width", "height"]

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements) where isLoneCutBlur(known) {
            guard let blur = element.insertBefore("feGaussianBlur") else { continue }
            for name in ["in", "stdDeviation", "style", "class", "color-interpolation-filters"] {
                blur[name] = element[name]
            }
            element.rename("feOffset")
            element["in"] = nil
            element["stdDeviation"] = nil
            isChanged = true
        }
        return isChanged
    }

    /// Whether an effect is a blur with its own region, and the only effect of its filter.
    static func isLoneCutBlur(_ element: SVGElement) -> Bool {
        guard element.name == "feGaussianBlur", sides.contains(where: { element.attributes[$0] != nil }) else {
            return false
        }
        return element.parent?.children.filter { $0.name.hasPrefix("fe") }.count == 1
    }
}
