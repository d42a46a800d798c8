/// Tests of what elements refer to: copies by `use`, markers, gradients of another element, and drawings in a drawing.
extension SVGDrawnElement {
    static let effects = ["opacity", "filter", "mask", "clip-path"]

    /// What a `use` shows.
    var usedElement: SVGElement? {
        name == "use" ? tree.element(at: attribute("href")) : nil
    }

    /// Whether librsvg gives a copy of a `symbol` or an `svg` another size or edge, or leaves out its effects.
    var needsCopy: Bool {
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
        let isClipped = !["visible", "auto"].contains(targetStyle["overflow"])
        if isClipped, style["transform"].map({ $0 != "none" }) ?? false { return true }
        if target.attributes["viewBox"] == nil { return hasSize }
        return hasSize && attribute("width") != attribute("height")
    }

    /// Whether the angle of a marker has a unit.
    var hasAngleInUnits: Bool {
        name == "marker" && attribute("orient").flatMap(MarkerRewrite.degrees) != nil
    }

    /// Whether it is drawn only for languages other than English.
    var isForOtherLanguages: Bool { element.isForOtherLanguages }

    /// Whether a copy of something around it holds another copy.
    var isCircular: Bool {
        guard let target = usedElement, element.children.contains(where: { $0.name == "use" }) else { return false }
        return element.ancestors.contains { $0 === target }
    }

    /// Whether it takes over a gradient or a pattern from the element that refers to it.
    var takesOverServer: Bool {
        guard isVisibleShape else { return false }
        return style["fill"]?.trimmed == "context-fill" && context.traits.contains(.contextFillServer)
            || style["stroke"]?.trimmed == "context-stroke" && context.traits.contains(.contextStrokeServer)
    }

    /// Whether the style of the whole drawing gives it a background.
    var hasBackground: Bool {
        guard element.parent == nil, name == "svg" else { return false }
        return ["background", "background-color"].contains { property in
            guard let value = style.declared(property)?.trimmed.lowercased() else { return false }
            return !["", "none", "transparent", "initial", "unset", "inherit", "new"].contains(value)
        }
    }

    /// A drawing in a drawing.
    var embeddedDrawing: EmbeddedDrawing? {
        guard name == "image", context.isVisible, let link = attribute("href") else { return nil }
        return EmbeddedDrawing(link)
    }
}
