/// Cuts a blur to its rectangle after it is made: librsvg cuts what is blurred.
enum BlurRegionRewrite {
    private static let sides = ["x", "y", "width", "height"]

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for element in source.elements where element.name == "feGaussianBlur" {
            let region = sides.compactMap { side in element[side].map { (side, $0) } }
            guard !region.isEmpty, let blur = element.insertBefore("feGaussianBlur") else { continue }
            for name in ["in", "stdDeviation", "style", "class", "color-interpolation-filters"] {
                blur[name] = element[name]
            }
            let cut = element
            cut.rename("feOffset")
            cut["in"] = nil
            cut["stdDeviation"] = nil
            isChanged = true
        }
        return isChanged
    }
}

extension SVGDrawnElement {
    /// Whether it is a blur with a rectangle of its own.
    var isCutBlur: Bool {
        name == "feGaussianBlur" && ["x", "y", "width", "height"].contains { attribute($0) != nil }
    }
}
