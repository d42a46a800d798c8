/// Rewrites transformations for librsvg: applies their origin, converts units to pixels and degrees, and removes an
/// attribute that CSS overrides. Source: W3C, CSS Transforms Module Level 1, section 6, and Level 2, sections 5 and
/// 9.
enum TransformRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (index, (element, known)) in zip(source.elements, source.tree.elements).enumerated() {
            let style = SVGStyle(of: known, sheet: source.sheet)
            guard isNeeded(known, style: style) else { continue }
            let attribute = known.transformAttribute
            if attribute != "transform" {
                guard let written = written(known, style: style, index: index, in: source) else { continue }
                element[attribute] = written
            } else {
                guard let written = declaration(of: known, style: style, index: index, in: source) else { continue }
                element["transform"] = nil
                element.addDeclarations(["transform: \(written)"], areImportant: false)
                element.addDeclarations(
                    ["translate", "rotate", "scale"].filter { style.declared($0) != nil }.map { "\($0): none" },
                    areImportant: true)
            }
            element["transform-origin"] = nil
            element.addDeclarations(["transform-origin: 0 0", "transform-box: view-box"], areImportant: true)
            isChanged = true
        }
        return isChanged
    }

    static func isNeeded(_ element: SVGElement, style: SVGStyle) -> Bool {
        let attribute = element.transformAttribute
        let declared = style.declared("transform")
        if attribute != "transform", declared != nil { return true }
        if ["translate", "rotate", "scale"].contains(where: { isStated(style.declared($0)) }) { return true }
        if style.ignored.contains("transform") { return true }
        if let declared, element.attributes["transform"] != nil || !StyleTransform.isRead(declared) { return true }
        return movesByOrigin(element, style: style)
    }

    /// Whether the origin affects the position of the object. The origin does not affect a translation.
    static func movesByOrigin(_ element: SVGElement, style: SVGStyle) -> Bool {
        let isInBox = ["fill-box", "content-box", "stroke-box", "border-box"].contains(style["transform-box"])
        guard isInBox || style["transform-origin"] != nil else { return false }
        let transform = style.declared("transform") ?? element.attributes[element.transformAttribute]
        let isTurned = ["rotate", "scale"].contains { isStated(style.declared($0)) }
        guard isTurned || transform.map({ SVGTransform($0).isMoreThanShift }) ?? false else { return false }
        if isInBox { return true }
        guard let origin = style["transform-origin"] else { return false }
        let isTopLeft = ["left", "top", "initial", "unset", "inherit"]
        let hasOtherPlace = origin.split(whereSeparator: \.isWhitespace).prefix(2).contains { part in
            !isTopLeft.contains(String(part)) && StyleValue.numbers(String(part)) != [0]
        }
        // The default for a missing value is the middle.
        return hasOtherPlace || ["left", "top", "0", "0px"].contains(origin.trimmed)
    }

    private static func isStated(_ value: String?) -> Bool {
        value.map { !["none", "initial", "unset", "revert"].contains($0) } ?? false
    }

    // MARK: - Output

    /// The new transformation attribute of a gradient or a pattern.
    private static func written(
        _ element: SVGElement, style: SVGStyle, index: Int, in source: SVGSource
    ) -> String? {
        var transform = element.attributes[element.transformAttribute] ?? ""
        if let declared = style.declared("transform") {
            guard case .plane(let functions) = StyleTransform.read(declared, in: nil) else { return nil }
            transform = StyleTransform.attribute(functions)
        }
        guard movesByOrigin(element, style: style) else { return transform }
        guard let place = origin(of: index, style: style, in: source) else { return nil }
        return "translate(\(place.x),\(place.y)) \(transform) translate(\(-place.x),\(-place.y))"
    }

    /// The new transformation in CSS. Nil if the transformation depends on an unknown size.
    private static func declaration(
        of element: SVGElement, style: SVGStyle, index: Int, in source: SVGSource
    ) -> String? {
        let needsBox = ["transform", "translate"].contains { style.declared($0)?.contains("%") == true }
        let box = needsBox ? box(of: index, style: style, in: source) : nil
        guard let shift = shift(style.declared("translate"), in: box),
            let own = own(element, style: style, in: box),
            let turned = turned(style)
        else { return nil }
        var functions = shift + turned + own
        if movesByOrigin(element, style: style) {
            guard let place = origin(of: index, style: style, in: source) else { return nil }
            let there = StyleTransform.Function(name: "translate", numbers: [place.x, place.y])
            let back = StyleTransform.Function(name: "translate", numbers: [-place.x, -place.y])
            functions = shift + [there] + turned + own + [back]
        }
        return StyleTransform.text(functions)
    }

    /// The functions of the element's `transform`. Nil if librsvg cannot express one of them.
    private static func own(
        _ element: SVGElement, style: SVGStyle, in box: SVGBox?
    ) -> [StyleTransform.Function]? {
        guard let declared = style.declared("transform") else {
            guard let attribute = element.attributes["transform"] else { return [] }
            return SVGTransform(attribute).plainFunctions
        }
        guard case .plane(let functions) = StyleTransform.read(declared, in: box) else { return nil }
        return functions
    }

    private static func shift(_ value: String?, in box: SVGBox?) -> [StyleTransform.Function]? {
        guard let value, isStated(value) else { return [] }
        let words = value.split(whereSeparator: \.isWhitespace).prefix(2).joined(separator: ", ")
        guard case .plane(let functions) = StyleTransform.read("translate(\(words))", in: box) else { return nil }
        return functions
    }

    /// The functions that the properties `rotate` and `scale` stand for. Nil if one of them is not in the plane.
    private static func turned(_ style: SVGStyle) -> [StyleTransform.Function]? {
        var functions: [StyleTransform.Function] = []
        for name in ["rotate", "scale"] {
            guard let value = style.declared(name), isStated(value) else { continue }
            var words = value.lowercased().split(whereSeparator: \.isWhitespace).map(String.init)
            if name == "rotate", words.first == "z" { words.removeFirst() }
            let call = "\(name)(\(words.prefix(2).joined(separator: ", ")))"
            guard case .plane(let read) = StyleTransform.read(call, in: nil) else { return nil }
            functions += read
        }
        return functions
    }

    // MARK: - The origin

    private static func origin(of index: Int, style: SVGStyle, in source: SVGSource) -> (x: Double, y: Double)? {
        guard let box = box(of: index, style: style, in: source) else { return nil }
        return place(style["transform-origin"] ?? "0 0", in: box)
    }

    /// The rectangle to which percentages and keywords refer.
    private static func box(of index: Int, style: SVGStyle, in source: SVGSource) -> SVGBox? {
        let canvas = source.tree.canvas.map { SVGBox(x: 0, y: 0, width: $0.width, height: $0.height) }
        guard source.tree.elements[index].transformAttribute == "transform" else { return canvas }
        return switch style["transform-box"] {
        case "fill-box", "content-box": FillBox.of(index, in: source)?.fill
        case "stroke-box", "border-box": FillBox.of(index, in: source)?.stroke
        default: canvas
        }
    }

    /// The point of an origin in a box. Nil for an invalid position, or one in units of a font.
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
        guard let length = StyleLength(word) else { return nil }
        return length.unit == "%" ? length.number / 100 * side : length.pixels
    }
}

extension SVGElement {
    /// The name of the attribute with the element's transformation.
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
