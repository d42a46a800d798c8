/// Empties `<style>` elements that do not hold CSS, or CSS for other media, which librsvg would apply.
enum ForeignStyleRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var isChanged = false
        for (element, known) in zip(source.elements, source.tree.elements)
        where known.name == "style" && !known.isStyleSheet {
            element.text = ""
            isChanged = true
        }
        return isChanged
    }
}
