/// Rewrites markers for librsvg: angles in degrees, sizes as numbers, and a view box that covers the whole marker.
/// librsvg clips a marker to its view box. Source: SVG 2, section 13.7.
enum MarkerRewrite {
    private static let sides = [("markerWidth", true), ("markerHeight", false), ("refX", true), ("refY", false)]

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements) where known.name == "marker" {
            for (name, value) in replacements(for: known, in: source.tree) {
                element[name] = value
                isChanged = true
            }
        }
        return isChanged
    }

    static func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        drawn.name == "marker" && !replacements(for: drawn.element, in: drawn.tree).isEmpty
    }

    /// An angle in degrees. Nil unless the text is a number with a unit. Source: W3C, CSS Values and Units Level 3,
    /// section 6.1.
    static func degrees(_ angle: String) -> Double? {
        let plain = angle.trimmed.lowercased()
        let units = [("grad", 0.9), ("rad", 180 / Double.pi), ("turn", 360), ("deg", 1)]
        guard let unit = units.first(where: { plain.hasSuffix($0.0) }) else { return nil }
        return Double(plain.dropLast(unit.0.count)).flatMap { $0.isFinite ? $0 * unit.1 : nil }
    }

    /// The new values of attributes, by name.
    private static func replacements(for marker: SVGElement, in tree: SVGTree) -> [String: String] {
        var found: [String: String] = [:]
        if let degrees = marker.attributes["orient"].flatMap(degrees) { found["orient"] = "\(degrees)" }
        // In browsers, percentages refer to the size of the canvas.
        for (name, isWidth) in sides {
            guard let text = marker.attributes[name], text.contains("%"), let canvas = tree.canvas,
                let number = PatternRewrite.side(text, of: isWidth ? canvas.width : canvas.height)
            else { continue }
            found[name] = "\(number)"
        }
        let (width, height) = (
            number(found["markerWidth"] ?? marker.attributes["markerWidth"]),
            number(found["markerHeight"] ?? marker.attributes["markerHeight"])
        )
        let ratio = marker.attributes["preserveAspectRatio"]
        if let viewBox = marker.attributes["viewBox"], let width, let height,
            ratio?.trimmed.hasPrefix("none") != true,
            let fit = ViewBoxFit(viewBox, ratio: ratio, width: width, height: height), !fit.isWhole(of: viewBox)
        {
            found["viewBox"] = fit.text
        }
        return found
    }

    private static func number(_ text: String?) -> Double? {
        // The default is 3. Source: SVG 2, section 13.7.1.
        guard let text else { return 3 }
        return StyleLength(text)?.pixels
    }
}
