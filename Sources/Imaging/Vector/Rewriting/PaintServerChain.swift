/// An element that can be a gradient or a pattern.
protocol PaintServing {
    var name: String { get }
    var link: String? { get }
    var hasChildren: Bool { get }
    subscript(attribute: String) -> String? { get }
}

/// A gradient or a pattern, and those from which it inherits attributes. Source: SVG 2, sections 14.2 and 14.3.
struct PaintServerChain<Element: PaintServing> {
    /// The gradient or pattern itself, then those to which it refers.
    let elements: [Element]

    private static var names: Set<String> { ["linearGradient", "radialGradient", "pattern"] }
    /// Attributes that linear and radial gradients share.
    private static var common: Set<String> { ["gradientUnits", "gradientTransform", "spreadMethod"] }
    /// The maximum length of a chain, which also ends circular references.
    private static var mostServers: Int { 20 }

    /// - Parameter find: returns the element at a URL such as `#shade`.
    /// - Returns: nil for an element of another kind.
    init?(_ server: Element, find: (String) -> Element?) {
        guard PaintServerChain.names.contains(server.name) else { return nil }
        var (elements, next) = ([server], server)
        while elements.count < PaintServerChain.mostServers, let link = next.link, let other = find(link),
            PaintServerChain.names.contains(other.name)
        {
            elements.append(other)
            next = other
        }
        self.elements = elements
    }

    private var server: Element { elements[0] }

    subscript(name: String) -> String? {
        let isCommon = server.name == "pattern" || PaintServerChain.common.contains(name)
        return elements.lazy.filter { isCommon || $0.name == server.name }.compactMap { $0[name] }.first
    }

    /// The element whose children a pattern shows.
    var content: Element? { elements.first(where: \.hasChildren) }

    /// Whether the coordinates, or those of the content, are relative to the bounding box of the object.
    var isInBox: Bool {
        guard server.name == "pattern" else { return self["gradientUnits"] != "userSpaceOnUse" }
        let isContentInBox = self["patternContentUnits"] == "objectBoundingBox" && self["viewBox"] == nil
        return self["patternUnits"] != "userSpaceOnUse" || isContentInBox
    }

    /// Whether this is a pattern with a view box that must be fitted into a tile relative to the object's bounding
    /// box.
    var isFittedInBox: Bool {
        guard server.name == "pattern", self["patternUnits"] != "userSpaceOnUse", let box = self["viewBox"] else {
            return false
        }
        let isStretched = self["preserveAspectRatio"]?.trimmed.hasPrefix("none") ?? false
        return !isStretched || StyleValue.numbers(box).prefix(2) != [0, 0]
    }
}

extension SVGElement: PaintServing {
    var link: String? { attributes["href"] }
    var hasChildren: Bool { !children.isEmpty }
    subscript(attribute: String) -> String? { attributes[attribute] }
}

extension XMLElement: PaintServing {
    var hasChildren: Bool { firstChild != nil }
}
