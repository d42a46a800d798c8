/// What a drawing needs that is not in its file: other files that it refers to, and fonts.
///
/// Only what is drawn counts: not what has `display: none`, what stands in `<defs>` and is used nowhere, and the branch of
/// a `<switch>` that another program would draw.
package struct SVGContents: Equatable, Sendable {
    /// Addresses of other files, in the order in which they are met, each once. Neither `data:` nor `#name` is among them.
    package private(set) var links: [String] = []
    /// The families that visible text asks for, the preferred one first, each list once; an empty list is text that asks
    /// for none.
    package private(set) var fonts: [[String]] = []

    package init(_ tree: SVGTree) {
        let sheet = StyleSheet(tree.styleText)
        for link in tree.styleSheetLinks + sheet.imports { add(link: link) }
        var walk = SVGWalk(tree: tree, sheet: sheet)
        walk.draw(tree.root, in: SVGWalk.Context(), depth: 0)
        for link in walk.links { add(link: link) }
        for font in walk.fonts where !fonts.contains(font) { fonts.append(font) }
    }

    private mutating func add(link: String) {
        let link = link.trimmed
        let isInside = link.isEmpty || link.hasPrefix("#") || link.prefix(5).lowercased() == "data:"
        if !isInside, !links.contains(link) { links.append(link) }
    }
}

/// Goes through the elements as a renderer does: into what is used, and not into what is only defined.
struct SVGWalk {
    /// What is inherited.
    struct Context: Hashable {
        var families: [String] = []
        var isVisible = true
        var isText = false
    }

    /// An element that was reached by a reference.
    private struct Visit: Hashable {
        var element: ObjectIdentifier
        var context: Context
    }

    private let tree: SVGTree
    private let sheet: StyleSheet
    private(set) var links: [String] = []
    private(set) var fonts: [[String]] = []
    /// Nothing is gone into twice in the same way, which also ends circles.
    private var visited: Set<Visit> = []
    /// Drawings can use their parts millions of times; what stands so far back is no matter.
    private var remaining = 1_000_000
    private static let mostDepth = 400

    /// Elements that are drawn only where something refers to them, and those that are never drawn.
    private static let definitions: Set<String> = [
        "", "defs", "symbol", "clipPath", "mask", "pattern", "marker", "linearGradient", "radialGradient", "filter",
        "style", "script", "metadata", "title", "desc", "foreignObject", "font", "font-face",
    ]
    private static let textContent: Set<String> = ["text", "tspan", "tref"]

    init(tree: SVGTree, sheet: StyleSheet) {
        self.tree = tree
        self.sheet = sheet
    }

    mutating func draw(_ element: SVGElement, in outer: Context, depth: Int) {
        guard !SVGWalk.definitions.contains(element.name), remaining > 0, depth < SVGWalk.mostDepth else { return }
        remaining -= 1
        let style = SVGStyle(of: element, sheet: sheet)
        guard style["display"] != "none" else { return }
        let context = context(of: element, style: style, in: outer)
        for link in style.links { follow(link, in: context, depth: depth) }
        if element.hasText, context.isText, context.isVisible { fonts.append(context.families) }
        if let link = element.attributes["href"], ["image", "use", "tref"].contains(element.name) {
            if element.name == "use" { follow(link, in: context, depth: depth) } else { links.append(link) }
        }
        for child in drawnChildren(of: element) { draw(child, in: context, depth: depth + 1) }
    }

    private func context(of element: SVGElement, style: SVGStyle, in outer: Context) -> Context {
        var context = outer
        if let value = style["font-family"], value != "inherit" { context.families = StyleValue.families(value) }
        if let value = style["visibility"], value != "inherit" { context.isVisible = value == "visible" }
        context.isText = SVGWalk.textContent.contains(element.name) || (outer.isText && element.name == "a")
        return context
    }

    /// Of a `<switch>`, those of which one is drawn: which language that is depends on the machine.
    private func drawnChildren(of element: SVGElement) -> [SVGElement] {
        guard element.name == "switch" else { return element.children }
        let possible = element.children.filter { $0.attributes["requiredExtensions"]?.trimmed.isEmpty ?? true }
        let certain = possible.firstIndex { $0.attributes["systemLanguage"] == nil } ?? possible.endIndex
        return Array(possible.prefix(certain + 1))
    }

    /// Goes on where an address leads: to an element of the drawing, or out of it.
    private mutating func follow(_ link: String, in context: Context, depth: Int) {
        let link = link.trimmed
        guard link.hasPrefix("#") else {
            links.append(link)
            return
        }
        guard let target = tree.elementsByID[String(link.dropFirst())],
            visited.insert(Visit(element: ObjectIdentifier(target), context: context)).inserted
        else { return }
        guard SVGWalk.definitions.contains(target.name) else {
            return draw(target, in: context, depth: depth + 1)
        }
        enter(target, in: context, depth: depth)
    }

    /// Goes into an element that is drawn only because something refers to it.
    private mutating func enter(_ target: SVGElement, in outer: Context, depth: Int) {
        let context = context(of: target, style: SVGStyle(of: target, sheet: sheet), in: outer)
        // A gradient or a pattern may take over from another one.
        if let link = target.attributes["href"] { follow(link, in: context, depth: depth + 1) }
        for child in target.children {
            if child.name == "feImage", let link = child.attributes["href"] {
                follow(link, in: context, depth: depth + 1)
            } else {
                draw(child, in: context, depth: depth + 1)
            }
        }
    }
}
