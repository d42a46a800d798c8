/// Empties `<style>` elements that librsvg must not apply, because they contain a language other than CSS, or CSS for
/// other media.
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
