/// Converts the content of a mask that is computed in linear colours. librsvg uses the luminance of the unconverted
/// colours. Source: CSS Masking Module Level 1, section 7.10.
enum MaskColourRewrite {
    /// The approximate gamma of sRGB. Source: CSS Color Module Level 4, section 10.2.
    private static let exponent = "2.2"

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        let id = source.newID("linear-mask")
        for (element, known) in zip(source.elements, source.tree.elements)
        where known.name == "mask" && isLinear(known, sheet: source.sheet) {
            let children = element.children
            guard let group = element.append("g", ["filter": "url(#\(id))"]) else { continue }
            children.forEach(group.take)
            isChanged = true
        }
        guard isChanged,
            let filter = source.document.root.append(
                "filter",
                [
                    "id": id, "x": "-1", "y": "-1", "width": "3", "height": "3", "color-interpolation-filters": "sRGB",
                ]), let transfer = filter.append("feComponentTransfer")
        else { return isChanged }
        for name in ["feFuncR", "feFuncG", "feFuncB"] {
            transfer.append(name, ["type": "gamma", "exponent": exponent])
        }
        return true
    }

    static func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        drawn.name == "mask" && isLinear(drawn.element, sheet: drawn.sheet)
    }

    private static func isLinear(_ mask: SVGElement, sheet: StyleSheet) -> Bool {
        let style = SVGStyle(of: mask, sheet: sheet)
        guard style["mask-type"] != "alpha" else { return false }
        func stated(_ element: SVGElement) -> String? { SVGStyle(of: element, sheet: sheet)["color-interpolation"] }
        return (style["color-interpolation"] ?? mask.ancestors.lazy.compactMap(stated).first) == "linearRGB"
    }
}
