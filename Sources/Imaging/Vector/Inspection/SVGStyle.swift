/// What the cascade gives an element, of the properties that decide what is loaded, which font is used and what is drawn.
struct SVGStyle {
    /// Properties that are presentation attributes as well.
    static let properties: Set<String> = Set(
        [
            "display", "visibility", "font-family", "color", "stop-color", "flood-color", "lighting-color", "opacity",
            "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity", "color-interpolation-filters",
            "stroke-width", "stroke-dasharray", "stroke-dashoffset",
            "font-size", "font-weight", "font-style", "writing-mode",
            "transform",
            "transform-origin", "transform-box", "vector-effect", "clip-rule", "dominant-baseline",
            "alignment-baseline",
            "baseline-shift",
            "word-spacing", "letter-spacing", "text-decoration", "font-variation-settings", "overflow",
        ] + references)
    /// Properties whose values may refer to another element: `url(#shade)`.
    static let references = [
        "fill", "stroke", "filter", "mask", "clip-path", "marker", "marker-start", "marker-mid", "marker-end",
    ]
    /// Properties of CSS alone that decide where and how something is drawn.
    private static let drawing: Set<String> = properties.union([
        "x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "d", "font", "translate", "rotate", "scale",
    ])

    private var values: [String: String] = [:]
    private var declarations: [String: String] = [:]
    /// Values that the cascade chooses and the renderer drops, since it does not know their functions; an earlier value
    /// counts in their place.
    private(set) var dropped: [String: String] = [:]

    /// Attributes first, then rules by how specific they are, then the `style` attribute, then what is important.
    init(of element: SVGElement, sheet: StyleSheet) {
        for (name, value) in element.attributes where SVGStyle.properties.contains(name) { set(name, value) }
        var declarations = sheet.rules(for: element).flatMap(\.declarations)
        if let own = element.attributes["style"] { declarations += StyleSheet.declarations(own) }
        for isImportant in [false, true] {
            for declaration in declarations where declaration.isImportant == isImportant { apply(declaration) }
        }
    }

    subscript(property: String) -> String? { values[property] }

    /// The value in CSS, for properties that have another meaning as an attribute.
    func declared(_ property: String) -> String? { declarations[property] }

    static func decidesDrawing(_ property: String) -> Bool { drawing.contains(property) }

    /// The addresses that the element's properties name.
    var links: [String] {
        SVGStyle.references.flatMap { values[$0].map(StyleValue.links) ?? [] }
    }

    private mutating func apply(_ declaration: StyleSheet.Declaration) {
        if declaration.property == "font" {
            set("font-family", StyleValue.family(inFont: declaration.value) ?? values["font-family"])
            declarations["font"] = declaration.value
        } else if !declaration.property.hasPrefix("--") {
            set(declaration.property, declaration.value)
            declarations[declaration.property] = declaration.value
        }
    }

    private mutating func set(_ property: String, _ value: String?) {
        if let value, SVGStyle.drawing.contains(property), StyleValue.isUnreadable(value) {
            dropped[property] = value
        } else {
            values[property] = value
            dropped[property] = nil
        }
    }
}
