/// Replaces a non-scaling stroke with a plain stroke that looks the same at the drawing's declared size. Objects with
/// uneven scaling are not changed.
enum StrokeRewrite {
    /// Elements whose content is drawn in another place or at another scale.
    private static let definitions: Set<String> = [
        "defs", "symbol", "marker", "pattern", "mask", "clipPath", "svg", "",
    ]

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements) {
            let style = SVGStyle(of: known, sheet: source.sheet)
            guard style["vector-effect"] == "non-scaling-stroke", let scale = scale(of: known, in: source) else {
                continue
            }
            var declarations = ["vector-effect: none"]
            declarations += ["stroke-width", "stroke-dasharray", "stroke-dashoffset"].compactMap { property in
                let value = inherited(property, of: known, in: source) ?? (property == "stroke-width" ? "1" : "none")
                return scaled(value, by: 1 / scale).map { "\(property): \($0)" }
            }
            element["vector-effect"] = nil
            element.addDeclarations(declarations, areImportant: true)
            isChanged = true
        }
        return isChanged
    }

    /// The scale from the object's coordinates to the canvas. Nil if the scale differs between directions.
    private static func scale(of element: SVGElement, in source: SVGSource) -> Double? {
        var scale = source.tree.viewBoxScale
        var next: SVGElement? = element
        while let current = next {
            if current.parent != nil, definitions.contains(current.name) { return nil }
            if let value = SVGStyle(of: current, sheet: source.sheet)["transform"], value != "none" {
                let transform = SVGTransform(value)
                guard transform.isSimilarity else { return nil }
                scale *= transform.scale
            }
            next = current.parent
        }
        return scale > 0 && scale.isFinite ? scale : nil
    }

    private static func inherited(_ property: String, of element: SVGElement, in source: SVGSource) -> String? {
        var next: SVGElement? = element
        while let current = next {
            let value = SVGStyle(of: current, sheet: source.sheet)[property]
            if let value, value != "inherit" { return value }
            next = current.parent
        }
        return nil
    }

    /// The numbers of a value multiplied by a factor. Nil unless all are numbers in pixels.
    private static func scaled(_ value: String, by factor: Double) -> String? {
        let plain = value.replacing("px", with: "")
        guard plain.allSatisfy({ $0.isNumber || $0.isWhitespace || ".,eE+-".contains($0) }) else { return nil }
        let numbers = StyleValue.numbers(plain)
        return numbers.isEmpty ? nil : numbers.map { "\($0 * factor)" }.joined(separator: ", ")
    }
}
