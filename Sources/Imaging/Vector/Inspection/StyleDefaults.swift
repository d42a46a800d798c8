/// The initial values of properties. Source: SVG 2, appendix "Property Index"; Filter Effects Module Level 1; CSS
/// Masking Module Level 1; Compositing and Blending Level 1.
enum StyleDefaults {
    /// Properties that an element inherits from its parent.
    static let inherited: KeyValuePairs<String, String?> = [
        "fill": "black", "stroke": "none", "stroke-width": "1", "stroke-linecap": "butt", "stroke-linejoin": "miter",
        "stroke-miterlimit": "4", "stroke-dasharray": "none", "stroke-dashoffset": "0", "stroke-opacity": "1",
        "fill-opacity": "1", "fill-rule": "nonzero", "clip-rule": "nonzero", "color": "black", "marker-start": "none",
        "marker-mid": "none", "marker-end": "none", "visibility": "visible", "font-size": "16", "font-weight": "normal",
        "font-style": "normal", "text-anchor": "start", "letter-spacing": "normal", "writing-mode": "lr-tb",
        "direction": "ltr", "paint-order": "normal", "shape-rendering": "auto", "image-rendering": "auto",
    ]
    private static let own: [String: String] = [
        "opacity": "1", "display": "inline", "stop-color": "black", "stop-opacity": "1", "flood-color": "black",
        "flood-opacity": "1", "lighting-color": "white", "clip-path": "none", "mask": "none", "filter": "none",
        "mask-type": "luminance",
    ]
    private static let inheritedValues: [String: String] = Dictionary(
        uniqueKeysWithValues: inherited.compactMap { name, value in value.map { (name, $0) } })

    /// Resolves a CSS-wide keyword such as `initial`.
    ///
    /// - Returns: nil for another value, for a value that librsvg reads, and for an unknown property.
    static func plain(_ value: String, of property: String) -> String? {
        // All keywords begin with one of these letters, and almost no other value does.
        guard let first = value.utf8.first, first | 0x20 == 0x69 || first | 0x20 == 0x75 || first | 0x20 == 0x72 else {
            return nil
        }
        switch value.trimmed.lowercased() {
        case "initial": return inheritedValues[property] ?? own[property]
        case "unset", "revert": return unset(property)
        default: return nil
        }
    }

    /// The value of a property that is not set. Nil for an unknown property.
    static func unset(_ property: String) -> String? {
        inheritedValues[property] == nil ? own[property] : "inherit"
    }
}
