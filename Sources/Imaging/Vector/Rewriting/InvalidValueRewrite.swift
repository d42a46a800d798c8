/// Writes what browsers draw in place of values that are not valid.
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
            if known.name == "mask", ![nil, "none"].contains(style["transform"]) {
                element["transform"] = nil
                element.addDeclarations(["transform: none"], areImportant: false)
                isChanged = true
            }
        }
        return isChanged
    }

    static func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        !InvalidValues.replacements(for: drawn.element, in: drawn.tree).isEmpty
            || drawn.style["filter"].flatMap(FilterFunctions.written) != nil
            || drawn.name == "mask" && ![nil, "none"].contains(drawn.style["transform"])
    }
}

/// A list of filter functions, such as `blur(2px) hue-rotate(0.5turn)`. Source: Filter Effects Module Level 1, section 5.
enum FilterFunctions {
    /// The list as librsvg reads it.
    ///
    /// - Returns: nil for a list that stays as it is. A list with an invalid function is not applied at all.
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
