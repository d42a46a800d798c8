/// The cascaded values of an element, for the properties that affect loading, fonts and drawing.
struct SVGStyle {
    /// Properties that are also presentation attributes.
    static let properties: Set<String> = Set(
        [
            "display", "visibility", "font-family", "color", "stop-color", "flood-color", "lighting-color", "opacity",
            "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity", "color-interpolation-filters",
            "stroke-width", "stroke-dasharray", "stroke-dashoffset", "stroke-linecap", "stroke-linejoin",
            "stroke-miterlimit", "fill-rule", "color-interpolation", "mask-type",
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
    /// All properties that affect the drawing, including those that are not presentation attributes.
    private static let drawing: Set<String> = properties.union([
        "x", "y", "width", "height", "r", "rx", "ry", "cx", "cy", "d", "font", "translate", "rotate", "scale",
    ])

    private var values: [String: String] = [:]
    private var declarations: [String: String] = [:]
    /// The values, by property, that the cascade selects and the renderer drops because it does not support their
    /// functions. The renderer uses an earlier value instead.
    private(set) var dropped: [String: String] = [:]
    /// The replacements of values that librsvg and browsers interpret differently.
    private var replaced: [String: String] = [:]
    /// Properties with a value that librsvg reads and browsers ignore.
    private(set) var ignored: Set<String> = []

    /// Applies attributes first, then rules by specificity, then the `style` attribute, then important declarations.
    init(of element: SVGElement, sheet: StyleSheet) {
        for (name, value) in element.attributes where SVGStyle.properties.contains(name) { set(name, value) }
        var declarations = sheet.rules(for: element).flatMap(\.declarations)
        if let own = element.attributes["style"] { declarations += StyleSheet.declarations(own) }
        for isImportant in [false, true] {
            for declaration in declarations where declaration.isImportant == isImportant { apply(declaration) }
        }
    }

    subscript(property: String) -> String? { values[property] }

    /// The value in CSS. Nil for a value that is only set as an attribute.
    func declared(_ property: String) -> String? { declarations[property] }

    /// Whether a value ends like a length in a unit that `LengthRewrite` converts.
    var mayHaveUnits: Bool { values.values.contains(where: SVGStyle.mayHaveUnit) }

    static func mayHaveUnit(_ value: String) -> Bool {
        guard let last = value.utf8.last else { return false }
        return [UInt8(ascii: "m"), UInt8(ascii: "x"), UInt8(ascii: "q")].contains(last | 0x20)
    }

    /// The values for librsvg, in place of those that librsvg interprets differently from browsers. Transformations
    /// are not included.
    var corrections: [(property: String, value: String)] {
        let earlier = ignored.subtracting(["transform"]).map { property in
            (property, values[property] ?? StyleDefaults.unset(property) ?? "inherit")
        }
        return (replaced.map { ($0.key, $0.value) } + earlier).sorted { $0.0 < $1.0 }
    }

    static func decidesDrawing(_ property: String) -> Bool { drawing.contains(property) }

    /// The URLs in the values of the element's properties.
    var links: [String] {
        SVGStyle.references.flatMap { values[$0].map(StyleValue.links) ?? [] }
    }

    private mutating func apply(_ declaration: StyleSheet.Declaration) {
        let (property, value) = (declaration.property, declaration.value)
        if property == "font" {
            set("font-family", StyleValue.family(inFont: value) ?? values["font-family"])
            declarations["font"] = value
        } else if property == "transform", StyleCorrection.isIgnored(value, of: property) {
            ignored.insert(property)
        } else if !property.hasPrefix("--") {
            set(property, value)
            declarations[property] = value
            // librsvg ignores a `transform` with `!important`.
            if property == "transform", declaration.isImportant { ignored.insert(property) }
        }
    }

    private mutating func set(_ property: String, _ value: String?) {
        guard let value, SVGStyle.drawing.contains(property) else {
            values[property] = value
            return
        }
        if StyleValue.isUnreadable(value) || StyleColour.isUnread(value, of: property) {
            dropped[property] = value
            return
        }
        // The grammar of the attribute `transform` differs from that of the property.
        if property != "transform", StyleCorrection.isIgnored(value, of: property) {
            ignored.insert(property)
            return
        }
        let plain = StyleCorrection.plain(value, of: property)
        values[property] = plain ?? value
        replaced[property] = plain
        dropped[property] = nil
        ignored.remove(property)
    }
}
