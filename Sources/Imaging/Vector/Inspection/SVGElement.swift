/// An element of an SVG, with the attributes that decide which files are loaded, which fonts are used and what is
/// hidden.
final class SVGElement {
    /// The names of elements whose text is stored.
    static let textual: Set<String> = [
        "text", "tspan", "tref", "textPath", "a", "flowRoot", "flowPara", "flowSpan", "flowDiv", "flowRegion",
    ]
    private static let numeric: Set<String> = [
        "filter", "linearGradient", "radialGradient", "stop", "clipPath", "mask", "pattern", "marker", "symbol", "use",
    ]

    /// Whether all attributes of elements with this name are stored.
    static func isDefinedInNumbers(_ name: String) -> Bool { name.hasPrefix("fe") || numeric.contains(name) }

    private static let longestText = 4096

    /// The name without a prefix. Empty for an element of another namespace, which is not drawn.
    let name: String
    /// The values of the attributes by local name. `href` is the attribute of SVG 2, or that of XLink if the former
    /// is missing.
    let attributes: [String: String]
    /// Nil for the root element.
    unowned let parent: SVGElement?
    private(set) var children: [SVGElement] = []
    /// The number of bytes of the path data or the list of points, which is not stored.
    var pathBytes = 0
    /// Whether the list of points ends with an incomplete point, or contains text other than numbers.
    var hasUnevenPoints = false
    /// Whether the path has an open subpath before another one.
    var hasOpenParts = false
    /// Whether the element directly contains visible characters.
    var hasText = false
    /// The text of a style sheet. Empty for other elements.
    var styleText = ""
    /// The characters directly in the element, stored only for text.
    private(set) var text = ""

    init(name: String, attributes: [String: String], parent: SVGElement?) {
        self.name = name
        self.attributes = attributes
        self.parent = parent
        parent?.children.append(self)
    }

    /// The text of the element and of its descendants.
    var allText: String {
        children.reduce(text) { $0.utf8.count > SVGElement.longestText ? $0 : $0 + $1.allText }
    }

    func append(text more: String) {
        if text.utf8.count < SVGElement.longestText { text += more }
    }

    /// Whether a `<style>` contains CSS that applies to a sticker.
    var isStyleSheet: Bool {
        ["", "text/css"].contains(attributes["type"]?.trimmed.lowercased() ?? "")
            && attributes["media"].map { $0.trimmed.isEmpty || StyleCondition.holds("@media \($0)") } ?? true
    }

    /// The ancestors of the element, the nearest first.
    var ancestors: some Sequence<SVGElement> {
        sequence(state: parent) { next in
            defer { next = next?.parent }
            return next
        }
    }

    var classes: [Substring] {
        attributes["class"]?.split(whereSeparator: \.isWhitespace) ?? []
    }
}
