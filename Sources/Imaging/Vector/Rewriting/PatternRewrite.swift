/// Fits the view box of a pattern into its tile. librsvg misplaces content that it fits itself.
enum PatternRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements) where known.name == "pattern" {
            guard let chain = source.chain(known), let fit = fit(chain, canvas: source.tree.canvas),
                let content = chain.content
            else { continue }
            let children = content.children
            guard let group = element.append("g") else { continue }
            if content == element { children.forEach(group.take) } else { group.takeCopies(from: content) }
            element.show(fit, content: group)
            isChanged = true
        }
        return isChanged
    }

    static func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        guard drawn.name == "pattern",
            let chain = PaintServerChain(drawn.element, find: { drawn.tree.element(at: $0) })
        else { return false }
        return fit(chain, canvas: drawn.tree.canvas) != nil
    }

    /// The fit of the view box into the tile. Nil if the pattern is relative to the bounding box of an object, has no
    /// view box, or has one that librsvg places correctly.
    private static func fit<Element>(_ chain: PaintServerChain<Element>, canvas: SVGBox?) -> ViewBoxFit? {
        guard chain["patternUnits"] == "userSpaceOnUse", let viewBox = chain["viewBox"],
            let width = chain["width"].flatMap({ side($0, of: canvas?.width) }),
            let height = chain["height"].flatMap({ side($0, of: canvas?.height) }),
            let fit = ViewBoxFit(viewBox, ratio: chain["preserveAspectRatio"], width: width, height: height)
        else { return nil }
        return fit.isWhole(of: viewBox) && StyleValue.numbers(viewBox).prefix(2) == [0, 0] ? nil : fit
    }

    static func side(_ text: String, of canvas: Double?) -> Double? {
        guard let length = StyleLength(text) else { return nil }
        return length.unit == "%" ? canvas.map { $0 * length.number / 100 } : length.pixels
    }
}
