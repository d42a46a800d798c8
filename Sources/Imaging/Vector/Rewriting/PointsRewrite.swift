/// Truncates a list of points after its last complete point. Source: W3C, SVG 2, section 9.7.1.
enum PointsRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements) where known.hasUnevenPoints {
            guard let points = element["points"] else { continue }
            let bytes = Array(points.utf8)
            element["points"] = String(decoding: bytes.prefix(PointList(bytes).wholeBytes), as: UTF8.self)
            isChanged = true
        }
        return isChanged
    }
}
