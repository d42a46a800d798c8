/// Converts lengths in units that librsvg does not support to pixels. Also sets the font size if lengths depend on it
/// and the drawing does not set it. The default is 12 pixels in librsvg and 16 in browsers.
enum LengthRewrite {
    private static let usualFontSize = 16.0
    private static let units: Set<String> = ["q", "rem"]
    private static let fontUnits: Set<String> = ["em", "ex"]
    private static let properties = ["stroke-width", "stroke-dashoffset", "font-size", "letter-spacing"]
    private static let geometry = ["x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2"]

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        let rootSize = fontSize(ofRoot: source.tree, sheet: source.sheet)
        for (element, known) in zip(source.elements, source.tree.elements) {
            let style = SVGStyle(of: known, sheet: source.sheet)
            for (name, length) in unread(by: known, style: style) {
                guard let pixels = length.unit == "q" ? length.pixels : rootSize.map({ $0 * length.number }) else {
                    continue
                }
                if style.declared(name) == nil {
                    element[name] = "\(pixels)"
                } else {
                    element.addDeclarations(["\(name): \(pixels)px"], areImportant: true)
                }
                isChanged = true
            }
            if usesUsualFont(known, style: style, sheet: source.sheet) {
                element.addDeclarations(["font-size: \(usualFontSize)px"], areImportant: true)
                isChanged = true
            }
        }
        return isChanged
    }

    static func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        guard drawn.style.mayHaveUnits || drawn.element.attributes.values.contains(where: SVGStyle.mayHaveUnit) else {
            return false
        }
        return needsChange(drawn)
    }

    private static func needsChange(_ drawn: SVGDrawnElement) -> Bool {
        !unread(by: drawn.element, style: drawn.style).isEmpty
            || usesUsualFont(drawn.element, style: drawn.style, sheet: drawn.sheet)
    }

    /// The lengths in units that librsvg does not support, by attribute or property.
    private static func unread(by element: SVGElement, style: SVGStyle) -> [(name: String, length: StyleLength)] {
        (geometry + properties).compactMap { name in
            guard let text = style[name] ?? element.attributes[name],
                text.unicodeScalars.last?.properties.isAlphabetic == true,
                let length = StyleLength(text), units.contains(length.unit)
            else { return nil }
            return (name, length)
        }
    }

    /// Whether a length of a shape is relative to a font size that is not set anywhere.
    private static func usesUsualFont(_ element: SVGElement, style: SVGStyle, sheet: StyleSheet) -> Bool {
        guard element.parent != nil, !SVGElement.textual.contains(element.name), style["font-size"] == nil else {
            return false
        }
        let texts =
            geometry.map { style[$0] ?? element.attributes[$0] }
            + ["stroke-width", "stroke-dashoffset"].map { style[$0] }
        let dashes = style["stroke-dasharray"].map {
            $0.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map(String.init)
        }
        guard (texts.compactMap { $0 } + (dashes ?? [])).contains(where: isInFontUnits) else { return false }
        return !element.ancestors.contains { SVGStyle(of: $0, sheet: sheet)["font-size"] != nil }
    }

    private static func isInFontUnits(_ text: String) -> Bool {
        guard text.hasSuffix("em") || text.hasSuffix("ex") else { return false }
        return StyleLength(text).map { fontUnits.contains($0.unit) } ?? false
    }

    /// The font size of the root in pixels. Nil if it is not an absolute length.
    private static func fontSize(ofRoot tree: SVGTree, sheet: StyleSheet) -> Double? {
        guard let text = SVGStyle(of: tree.root, sheet: sheet)["font-size"] else { return usualFontSize }
        return StyleLength(text)?.pixels
    }
}
