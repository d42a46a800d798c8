/// Writes the origin of a transformation into the transformation. Source: W3C, CSS Transforms Module Level 1, section 6.
enum TransformOriginRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (index, (element, known)) in zip(source.elements, source.tree.elements).enumerated() {
            let style = SVGStyle(of: known, sheet: source.sheet)
            let attribute = known.transformAttribute
            let stated = attribute == "transform" ? style["transform"] : known.attributes[attribute]
            guard let origin = style["transform-origin"], let transform = stated,
                let box = box(of: index, style: style, in: source), let place = place(origin, in: box)
            else { continue }
            let (x, y) = (place.x, place.y)
            if attribute != "transform" {
                element[attribute] = "translate(\(x),\(y)) \(transform) translate(\(-x),\(-y))"
            } else if style.declared("transform") != nil {
                let whole = "translate(\(x)px, \(y)px) \(transform) translate(\(-x)px, \(-y)px)"
                element.addDeclarations(["transform: \(whole)"], areImportant: false)
            } else {
                element["transform"] = "translate(\(x),\(y)) \(transform) translate(\(-x),\(-y))"
            }
            element["transform-origin"] = nil
            element.addDeclarations(["transform-origin: 0 0"], areImportant: true)
            isChanged = true
        }
        return isChanged
    }

    /// The rectangle that percentages and keywords are of.
    private static func box(of index: Int, style: SVGStyle, in source: SVGSource) -> SVGBox? {
        let element = source.elements[index]
        let isInBox =
            switch element.name {
            case "clipPath": element["clipPathUnits"] == "objectBoundingBox"
            case "linearGradient", "radialGradient": element["gradientUnits"] != "userSpaceOnUse"
            case "pattern": element["patternUnits"] != "userSpaceOnUse"
            default: false
            }
        if isInBox { return SVGBox(x: 0, y: 0, width: 1, height: 1) }
        return switch style["transform-box"] {
        case "fill-box", "content-box": FillBox.of(index, in: source)
        case "stroke-box", "border-box": nil
        default: source.tree.canvas.map { SVGBox(x: 0, y: 0, width: $0.width, height: $0.height) }
        }
    }

    /// - Returns: nil for what is no place, or in units of a font.
    private static func place(_ origin: String, in box: SVGBox) -> (x: Double, y: Double)? {
        var words = origin.lowercased().split(whereSeparator: { $0.isWhitespace || $0 == "," }).prefix(2).map(
            String.init)
        guard let first = words.first else { return nil }
        if words.count == 1 { words = ["top", "bottom"].contains(first) ? ["center", first] : [first, "center"] }
        if ["top", "bottom"].contains(words[0]) || ["left", "right"].contains(words[1]) { words.swapAt(0, 1) }
        guard let x = distance(words[0], of: box.width), let y = distance(words[1], of: box.height) else { return nil }
        return (box.x + x, box.y + y)
    }

    private static func distance(_ word: String, of side: Double) -> Double? {
        switch word {
        case "left", "top": return 0
        case "center": return side / 2
        case "right", "bottom": return side
        default: break
        }
        if word.hasSuffix("%") { return Double(word.dropLast()).map { $0 / 100 * side } }
        return Double(word.hasSuffix("px") ? word.dropLast(2) : word[...])
    }
}

extension SVGElement {
    /// The attribute that transforms it.
    var transformAttribute: String {
        switch name {
        case "linearGradient", "radialGradient": "gradientTransform"
        case "pattern": "patternTransform"
        default: "transform"
        }
    }
}

/// A rectangle in the units of a drawing.
struct SVGBox {
    let x: Double
    let y: Double
    let width: Double
    let height: Double
}
