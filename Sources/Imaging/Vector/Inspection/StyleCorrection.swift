/// Values that librsvg reads and that browsers ignore, or read in another way. Source: SVG 2, section 13.5; CSS Color
/// Module Level 4, section 4.
enum StyleCorrection {
    /// Whether browsers ignore a value, and use an earlier one.
    static func isIgnored(_ value: String, of property: String) -> Bool {
        switch property {
        case "stroke-width", "stroke-miterlimit":
            guard value.trimmed.hasPrefix("-") else { return false }
            return (StyleLength(value)?.number ?? 0) < 0
        case "opacity", "fill-opacity", "stroke-opacity", "stop-opacity", "flood-opacity":
            // A number with a unit, such as .5px.
            guard let last = value.trimmed.unicodeScalars.last, last.properties.isAlphabetic else { return false }
            return StyleLength(value) != nil
        case "transform":
            if case .invalid = StyleTransform.read(value, in: nil) { return true }
            return false
        default: return false
        }
    }

    /// The value for librsvg. Nil if librsvg interprets the original value like browsers.
    static func plain(_ value: String, of property: String) -> String? {
        if property == "stroke-dasharray", hasNoGaps(value) { return "none" }
        if property == "mask", let link = plainMask(value) { return link }
        return StyleDefaults.plain(value, of: property)
    }

    /// The URL of a mask, without keywords that have no effect. Source: CSS Masking Module Level 1, section 7.9.
    private static func plainMask(_ value: String) -> String? {
        guard let close = value.lastIndex(of: ")"), value.prefix(4).lowercased() == "url(" else { return nil }
        let words = value[value.index(after: close)...].split(whereSeparator: \.isWhitespace)
        let isUsual =
            !words.isEmpty && words.allSatisfy { ["luminance", "match-source", "add", "border-box"].contains($0) }
        return isUsual && StyleValue.links(in: value).count == 1 ? String(value[...close]) : nil
    }

    /// Whether dashes follow each other without gaps, so that they are one line.
    private static func hasNoGaps(_ dashes: String) -> Bool {
        guard dashes.contains("0") else { return false }
        let lengths = dashes.split(whereSeparator: { $0.isWhitespace || $0 == "," }).map { StyleLength(String($0)) }
        guard lengths.count % 2 == 0, !lengths.contains(where: { $0 == nil }) else { return false }
        let gaps = lengths.indices.filter { $0 % 2 == 1 }
        return gaps.allSatisfy { lengths[$0]?.number == 0 } && lengths.contains { ($0?.number ?? 0) > 0 }
    }
}
