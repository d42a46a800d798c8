/// Writes the angle of a marker in degrees without a unit.
enum MarkerRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for element in source.elements where element.name == "marker" {
            guard let angle = element["orient"], let degrees = degrees(angle) else { continue }
            element["orient"] = "\(degrees)"
            isChanged = true
        }
        return isChanged
    }

    /// - Returns: nil for anything else than a number with a unit. Source: W3C, CSS Values and Units Level 3, section 6.1.
    static func degrees(_ angle: String) -> Double? {
        let plain = angle.trimmed.lowercased()
        let units = [("grad", 0.9), ("rad", 180 / Double.pi), ("turn", 360), ("deg", 1)]
        guard let unit = units.first(where: { plain.hasSuffix($0.0) }) else { return nil }
        return Double(plain.dropLast(unit.0.count)).flatMap { $0.isFinite ? $0 * unit.1 : nil }
    }
}
