/// What the cascade gives an element, of the properties that decide what is loaded and which font is used.
struct SVGStyle {
    /// Properties that are presentation attributes as well.
    static let properties: Set<String> = Set(["display", "visibility", "font-family"] + references)
    /// Properties whose values may refer to another element: `url(#shade)`.
    static let references = [
        "fill", "stroke", "filter", "mask", "clip-path", "marker", "marker-start", "marker-mid", "marker-end",
    ]

    private var values: [String: String]

    /// Attributes first, then rules by how specific they are, then the `style` attribute, then what is important.
    init(of element: SVGElement, sheet: StyleSheet) {
        values = element.attributes.filter { SVGStyle.properties.contains($0.key) }
        var declarations = sheet.rules(for: element).flatMap(\.declarations)
        if let own = element.attributes["style"] { declarations += StyleSheet.declarations(own) }
        for isImportant in [false, true] {
            for declaration in declarations where declaration.isImportant == isImportant { apply(declaration) }
        }
    }

    subscript(property: String) -> String? { values[property] }

    /// The addresses that the element's properties name.
    var links: [String] {
        SVGStyle.references.flatMap { values[$0].map(StyleValue.links) ?? [] }
    }

    private mutating func apply(_ declaration: StyleSheet.Declaration) {
        if declaration.property == "font" {
            values["font-family"] = StyleValue.family(inFont: declaration.value) ?? values["font-family"]
        } else if SVGStyle.properties.contains(declaration.property) {
            values[declaration.property] = declaration.value
        }
    }
}
