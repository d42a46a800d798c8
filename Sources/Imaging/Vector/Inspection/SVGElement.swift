/// An element of an SVG, with the attributes that decide what is loaded and which fonts are used.
final class SVGElement {
    /// The name without a prefix; empty for an element of another namespace, which nothing draws.
    let name: String
    /// Values by local name; `href` is that of SVG 2, or else that of XLink.
    let attributes: [String: String]
    /// Nil for the document's element.
    unowned let parent: SVGElement?
    private(set) var children: [SVGElement] = []
    /// Whether there are characters directly in it that show.
    var hasText = false
    /// Its characters; kept of style sheets only.
    var styleText = ""

    init(name: String, attributes: [String: String], parent: SVGElement?) {
        self.name = name
        self.attributes = attributes
        self.parent = parent
        parent?.children.append(self)
    }

    var classes: [Substring] {
        attributes["class"]?.split(whereSeparator: \.isWhitespace) ?? []
    }
}
