/// Replaces `feMorphology` with a large radius by a chain of effects with small radii, first horizontal and then
/// vertical. librsvg limits the radius to 10 pixels.
enum MorphologyRewrite {
    private static let mostPixels = 10.0
    /// Slightly below 10 pixels, because librsvg rounds up.
    private static let safePixels = 9.99
    private static let mostSteps = 60

    /// - Parameter scale: the number of pixels per unit of the filter at the size at which the document is drawn.
    /// - Returns: nil if the document needs no change.
    static func bytes(of source: [UInt8], scale: Double) -> [UInt8]? {
        guard scale > 0, let document = XMLDocument(source) else { return nil }
        var isChanged = false
        for element in document.elements where element.name == "feMorphology" {
            let radii = StyleValue.numbers(element["radius"] ?? "")
            guard element.parent?["primitiveUnits"] != "objectBoundingBox", let x = radii.first,
                let y = radii.dropFirst().first ?? radii.first, max(x, y) * scale > mostPixels, min(x, y) >= 0
            else { continue }
            let steps = steps(x, scale: scale).map { "\($0) 0" } + steps(y, scale: scale).map { "0 \($0)" }
            replace(element, by: steps)
            isChanged = true
        }
        return isChanged ? document.bytes : nil
    }

    /// Small radii whose sum is a large radius.
    private static func steps(_ radius: Double, scale: Double) -> [Double] {
        var (steps, rest) = ([Double](), radius * scale)
        while rest > mostPixels, steps.count < mostSteps {
            steps.append(safePixels / scale)
            rest -= mostPixels
        }
        return rest > 0.01 ? steps + [min(rest, safePixels) / scale] : steps
    }

    private static func replace(_ element: XMLElement, by radii: [String]) {
        for (index, radius) in radii.enumerated() {
            let step = element.insertBefore(
                "feMorphology",
                [
                    "in": index == 0 ? element["in"] : nil, "operator": element["operator"], "radius": radius,
                    "result": index == radii.count - 1 ? element["result"] : nil,
                ])
            for side in ["x", "y", "width", "height"] { step?[side] = element[side] }
        }
        element.remove()
    }
}
