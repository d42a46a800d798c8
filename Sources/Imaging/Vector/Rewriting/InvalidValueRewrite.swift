/// Replaces invalid values with the values that browsers use instead.
enum InvalidValueRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements) {
            for (attribute, replacement) in InvalidValues.replacements(for: known, in: source.tree) {
                switch replacement {
                case .removed where attribute == "href": element.link = nil
                case .removed: element[attribute] = nil
                case .value(let value): element[attribute] = value
                }
                isChanged = true
            }
            let style = SVGStyle(of: known, sheet: source.sheet)
            if let filter = style["filter"], let written = FilterFunctions.written(filter) {
                element.addDeclarations(["filter: \(written)"], areImportant: true)
                isChanged = true
            }
            let withoutEffect = withoutEffect(known, style: style)
            if !withoutEffect.isEmpty {
                for (name, _) in withoutEffect { element[name] = nil }
                // librsvg ignores a `transform` with `!important`.
                let (transform, others) = (
                    withoutEffect.filter { $0.name == "transform" }, withoutEffect.filter { $0.name != "transform" }
                )
                element.addDeclarations(transform.map { "\($0.name): \($0.value)" }, areImportant: false)
                element.addDeclarations(others.map { "\($0.name): \($0.value)" }, areImportant: true)
                isChanged = true
            }
            if known.name == "clipPath", style.isPoint {
                element["transform"] = nil
                for part in element.children { part.addDeclarations(["display: none"], areImportant: true) }
                isChanged = true
            }
            if known.name == "use" {
                // In browsers, `x` and `y` are also CSS properties.
                for side in ["x", "y"] {
                    guard let length = style.declared(side).flatMap(StyleLength.init) else { continue }
                    element[side] = "\(length.number)\(length.unit)"
                    isChanged = true
                }
            }
            if InvalidValues.isPoint(known, in: source.tree) {
                element.makePoint()
                isChanged = true
            }
        }
        return isChanged
    }

    /// Properties that librsvg applies to an element and browsers do not, with their initial values.
    private static func withoutEffect(_ element: SVGElement, style: SVGStyle) -> [(name: String, value: String)] {
        let properties: KeyValuePairs<String, String> =
            switch element.name {
            case "mask": ["transform": "none", "clip-path": "none", "mask": "none"]
            case "pattern": ["opacity": "1"]
            default: [:]
            }
        return properties.compactMap { name, value in
            [nil, value].contains(style[name]) ? nil : (name, value)
        }
    }

    static func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        !InvalidValues.replacements(for: drawn.element, in: drawn.tree).isEmpty
            || drawn.style["filter"].flatMap(FilterFunctions.written) != nil
            || !withoutEffect(drawn.element, style: drawn.style).isEmpty
            || drawn.name == "clipPath" && drawn.style.isPoint
            || drawn.name == "use" && ["x", "y"].contains { drawn.style.declared($0) != nil }
            || InvalidValues.isPoint(drawn.element, in: drawn.tree)
    }
}

extension SVGStyle {
    /// Whether a transformation reduces everything to a point or a line. In this case librsvg does not draw any part
    /// of the document.
    fileprivate var isPoint: Bool { self["transform"].map { SVGTransform($0).scale == 0 } ?? false }
}

extension XMLElement {
    /// Replaces a linear gradient with one that has the colour of its last stop everywhere.
    fileprivate func makePoint() {
        rename("radialGradient")
        for name in ["cx", "cy"] { self[name] = "0" }
        self["r"] = "0.0001"
        self["spreadMethod"] = "pad"
    }
}

/// Rewrites a list of filter functions, such as `blur(2px) hue-rotate(0.5turn)`. Source: Filter Effects Module Level
/// 1, section 5.
enum FilterFunctions {
    /// The list in a form that librsvg reads correctly. `none` for a list with an invalid function, because browsers
    /// do not apply such a list. Nil if the list needs no change.
    static func written(_ list: String) -> String? {
        guard list.contains("(") else { return nil }
        var (rest, isChanged) = (list, false)
        if hasInvalidShadow(list) || hasInvalidBlur(list) { return "none" }
        while let turn = StyleFunction.first(in: rest, named: ["hue-rotate"]), let angle = turn.arguments.first,
            angle.lowercased().hasSuffix("turn"), let number = Double(angle.dropLast(4).trimmed), number.isFinite
        {
            rest.replaceSubrange(turn.range, with: "hue-rotate(\(number * 360)deg)")
            isChanged = true
        }
        return isChanged ? rest : nil
    }

    private static func hasInvalidBlur(_ list: String) -> Bool {
        guard let blur = StyleFunction.first(in: list, named: ["blur"]), let radius = blur.arguments.first else {
            return false
        }
        return radius.hasPrefix("-") || radius.hasSuffix("%")
    }

    private static func hasInvalidShadow(_ list: String) -> Bool {
        guard let shadow = StyleFunction.first(in: list, named: ["drop-shadow"]) else { return false }
        let words = shadow.arguments.joined(separator: " ").split(whereSeparator: \.isWhitespace)
        return words.contains { $0.hasSuffix("%") && $0.first.map { $0.isNumber || "+-.".contains($0) } == true }
            && !shadow.arguments.joined().contains("(")
    }
}
