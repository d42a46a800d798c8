/// Moves the clip and the mask of a nested `svg`, and the transformation of the root, to a group inside. Browsers
/// apply them in the coordinates of the content. Source: SVG 2, section 8.2; CSS Transforms Module Level 1, section
/// 4.
///
/// A drawing is not changed if its style sheet selects elements by their position.
enum ViewportRewrite {
    private static let effects = ["clip-path", "mask"]

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        guard !source.sheet.hasUncommonSelectors, !source.tree.styleText.contains(">") else { return false }
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements) where known.name == "svg" {
            let style = SVGStyle(of: known, sheet: source.sheet)
            let moved =
                known.parent == nil
                ? transform(of: element, style: style, canvas: source.tree.canvas).map { [("transform", $0)] }
                : effects.compactMap { name in isStated(style[name]) ? style[name].map { (name, $0) } : nil }
            guard let moved, !moved.isEmpty else { continue }
            let children = element.children.filter { $0.name != "style" }
            guard let group = element.append("g") else { continue }
            children.forEach(group.take)
            for (name, value) in moved {
                group[name] = value
                element[name] = nil
            }
            element.addDeclarations(moved.map { "\($0.0): none" }, areImportant: moved.first?.0 != "transform")
            isChanged = true
        }
        return isChanged
    }

    static func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        guard drawn.name == "svg" else { return false }
        return drawn.element.parent == nil
            ? isStated(drawn.style["transform"]) : effects.contains { isStated(drawn.style[$0]) }
    }

    private static func isStated(_ value: String?) -> Bool { ![nil, "none"].contains(value) }

    /// The transformation of the root, whose origin is the centre of the canvas by default.
    private static func transform(
        of root: XMLElement, style: SVGStyle, canvas: SVGBox?
    ) -> String? {
        guard isStated(style["transform"]), let canvas else { return nil }
        let declared = StyleSheet.declarations(root["style"] ?? "").last { $0.property == "transform" }?.value
        var text = root["transform"] ?? ""
        if let value = declared ?? style.declared("transform") {
            guard case .plane(let functions) = StyleTransform.read(value, in: canvas) else { return nil }
            text = StyleTransform.attribute(functions)
        }
        let (x, y) =
            style["transform-origin"] == nil
            ? (canvas.x + canvas.width / 2, canvas.y + canvas.height / 2) : (canvas.x, canvas.y)
        return "translate(\(x),\(y)) \(text) translate(\(-x),\(-y))"
    }
}
