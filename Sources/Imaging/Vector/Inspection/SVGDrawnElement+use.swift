/// Checks for referenced elements: copies by `use`, markers, inherited gradients, and nested drawings.
extension SVGDrawnElement {
    static let effects = ["opacity", "filter", "mask", "clip-path"]

    /// The element that a `use` copies. Nil for other elements.
    var usedElement: SVGElement? {
        name == "use" ? tree.element(at: attribute("href")) : nil
    }

    /// Whether a copy of a `symbol` or an `svg` is rewritten for librsvg. librsvg does not clip a symbol to its view
    /// box, which is visible only if a part is outside.
    var needsCopy: Bool {
        guard let target = usedElement else { return false }
        return isCopiedInexactly
            || target.name == "symbol" && (target.attributes["viewBox"] != nil || isMovedAndCut(target))
    }

    /// Whether librsvg gives a copy of a `symbol` or an `svg` a different size or edge, or omits its effects.
    var isCopiedInexactly: Bool {
        guard let target = usedElement else { return false }
        let hasSize = attribute("width") != nil || attribute("height") != nil
        if target.name == "svg" { return hasSize && target.parent != nil }
        guard target.name == "symbol" else { return false }
        let targetStyle = SVGStyle(of: target, sheet: sheet)
        if (SVGDrawnElement.effects + ["transform"]).contains(where: { property in
            targetStyle[property].map { $0 != "none" && $0 != "1" } ?? false
        }) {
            return true
        }
        if ["x", "y", "width", "height"].contains(where: { target.attributes[$0] != nil }) { return true }
        guard let box = target.attributes["viewBox"] else { return hasSize || isMovedAndCut(target) && isTransformed }
        return hasSize && !isFitted(box)
    }

    private var isTransformed: Bool { ![nil, "none"].contains(style["transform"]) }

    /// Whether a symbol is clipped at edges other than those of the canvas.
    private func isMovedAndCut(_ target: SVGElement) -> Bool {
        guard !["visible", "auto"].contains(SVGStyle(of: target, sheet: sheet)["overflow"]) else { return false }
        let isMoved = ["x", "y"].contains { attribute($0).flatMap(StyleLength.init).map { $0.number != 0 } ?? false }
        return isMoved || isTransformed
    }

    /// Whether a copy has the aspect ratio of the view box.
    private func isFitted(_ viewBox: String) -> Bool {
        let box = StyleValue.numbers(viewBox)
        guard box.count == 4, let width = attribute("width").flatMap(StyleLength.init),
            let height = attribute("height").flatMap(StyleLength.init), width.unit == height.unit
        else { return false }
        return abs(width.number * box[3] - height.number * box[2]) <= 1e-3 * abs(width.number * box[3])
    }

    /// Whether the element is a `use` of an element that contains a copy of itself.
    var isCircular: Bool { usedElement.map(tree.copyCircles.contains) ?? false }

    /// Whether the element is filled or stroked with a gradient or pattern of the element that refers to it.
    var takesOverServer: Bool {
        guard isVisibleShape else { return false }
        return style["fill"]?.trimmed == "context-fill" && context.traits.contains(.contextFillServer)
            || style["stroke"]?.trimmed == "context-stroke" && context.traits.contains(.contextStrokeServer)
    }

    /// Whether the element is the root, and its style sets a background.
    var hasBackground: Bool {
        guard element.parent == nil, name == "svg" else { return false }
        return ["background", "background-color"].contains { property in
            guard let value = style.declared(property)?.trimmed.lowercased() else { return false }
            return !["", "none", "transparent", "initial", "unset", "inherit", "new"].contains(value)
        }
    }

    /// The SVG that a visible `image` embeds. Nil for other elements.
    var embeddedDrawing: EmbeddedDrawing? {
        guard name == "image", context.isVisible, let link = attribute("href") else { return nil }
        return EmbeddedDrawing(link)
    }
}
