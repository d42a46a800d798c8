/// Keeps objects in a clipped group from blending with the backdrop of the group. Source: CSS Masking Module Level 1,
/// section 5.1; Compositing and Blending Level 1, section 3.2.
enum IsolationRewrite {
    private static let containers: Set<String> = ["g", "svg", "a", "use", "switch"]

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements) where containers.contains(known.name) {
            let style = SVGStyle(of: known, sheet: source.sheet)
            guard ClipShape.ownClip(of: known, sheet: source.sheet, tree: source.tree) != nil,
                style["isolation"] != "isolate"
            else { continue }
            element.addDeclarations(["isolation: isolate"], areImportant: true)
            isChanged = true
        }
        return isChanged
    }

    static func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        drawn.tree.hasBlending && containers.contains(drawn.name) && ![nil, "none"].contains(drawn.style["clip-path"])
    }
}
