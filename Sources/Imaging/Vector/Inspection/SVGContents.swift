/// The external files and fonts that a drawing needs, and its features that are not drawn correctly.
///
/// Only visible content is examined. Elements with `display: none`, unused content of `<defs>`, and branches of a
/// `<switch>` for other programs are ignored.
package struct SVGContents: Equatable, Sendable {
    /// The URLs of other files, in the order of their first use, each once. URLs such as `data:…` and `#name`
    /// are not included.
    package private(set) var links: [String] = []
    /// The lists of font families of visible text, each once, with the preferred family first. An empty list stands for
    /// text without a font family.
    package private(set) var fonts: [[String]] = []
    /// The used features that are not drawn correctly, in the order of `SVGCapability.all`.
    package private(set) var unsupported: [SVGCapability] = []
    /// The rewrites that are required before drawing.
    package private(set) var rewrites: Set<SVGRewrite> = []
    /// The largest scale of an element with `feMorphology`, relative to the size of the drawing. Nil if no such effect
    /// is rewritten.
    package private(set) var outlineScale: Double?
    /// The characters of visible text.
    package private(set) var characters: Set<Unicode.Scalar> = []
    /// The fonts of visible text and of text on a path, which only resvg draws, in the order of their first use.
    private(set) var faces: [SVGFace] = []
    /// The characters of the text with these fonts.
    private(set) var faceCharacters: Set<Unicode.Scalar> = []
    /// Whether a used feature is drawn only by librsvg, so that resvg's drawing is not used.
    private(set) var needsLibrsvg = false
    /// The number of elements that are drawn. Each 200 bytes of path data are counted as another element.
    package private(set) var strokes = 0

    package init(_ tree: SVGTree) {
        let sheet = StyleSheet(tree.styleText)
        for link in tree.styleSheetLinks + sheet.imports { add(link: link) }
        var walk = SVGWalk(tree: tree, sheet: sheet)
        walk.draw(tree.root, in: SVGWalk.Context(), depth: 0)
        let used = walk.used
        unsupported = SVGCapability.all.filter(used.contains)
        rewrites = walk.rewrites
        if rewrites.contains(.morphology) { outlineScale = walk.largestScale * tree.viewBoxScale }
        characters = walk.characters
        for face in walk.faces where !faces.contains(face) { faces.append(face) }
        faceCharacters = walk.faceCharacters
        needsLibrsvg = walk.needsLibrsvg || sheet.hasUncommonSelectors
        strokes = walk.strokes
        for link in walk.links { add(link: link) }
        for font in walk.fonts where !fonts.contains(font) { fonts.append(font) }
    }

    private mutating func add(link: String) {
        let link = link.trimmed
        let isInside = link.isEmpty || link.hasPrefix("#") || link.prefix(5).lowercased() == "data:"
        if !isInside, !links.contains(link) { links.append(link) }
    }
}

/// Visits the elements that a renderer draws. Elements that are only defined and never used are skipped.
struct SVGWalk {
    /// The values that an element inherits.
    struct Context: Hashable {
        var face = SVGFace()
        var isVisible = true
        var isText = false
        var hasStroke = false
        var isDashed = false
        var baseline: String?
        var traits = SVGTraits()
        /// The product of the scales of all transformations.
        var scale = 1.0
        /// Whether the axes are slanted, or rotated by an angle other than a multiple of 90°.
        var isTurned = false
        /// Whether the axes are no longer at right angles.
        var isSlanted = false

        /// The context in which a referenced element is drawn.
        var referenced: Context {
            var inside = self
            inside.traits = traits.referenced
            return inside
        }
    }

    /// An element that was reached by a reference, and the context in which it is drawn.
    private struct Visit: Hashable {
        var element: ObjectIdentifier
        var context: Context
    }

    private let tree: SVGTree
    private let sheet: StyleSheet
    private(set) var links: [String] = []
    private(set) var fonts: [[String]] = []
    private(set) var characters: Set<Unicode.Scalar> = []
    private(set) var faces: [SVGFace] = []
    private(set) var faceCharacters: Set<Unicode.Scalar> = []
    private(set) var needsLibrsvg = false
    private(set) var used: [SVGCapability] = []
    private(set) var rewrites: Set<SVGRewrite> = []
    private(set) var strokes = 0
    /// The number of bytes of path data that take about as long to draw as an element.
    private static let bytesPerStroke = 200
    /// The largest scale of an element with `feMorphology`.
    private(set) var largestScale = 0.0
    /// The features that have not been found yet.
    private var unused = SVGCapability.all
    /// No element is visited twice in the same context, so circular references end.
    private var visited: Set<Visit> = []
    /// The number of elements that may still be visited. Content beyond this limit is ignored. The limit is needed
    /// because a drawing can repeat its parts millions of times.
    private var remaining = 1_000_000
    private static let mostDepth = 400

    /// Elements that are drawn only by reference, and those that are never drawn.
    private static let definitions: Set<String> = [
        "", "defs", "symbol", "clipPath", "mask", "pattern", "marker", "linearGradient", "radialGradient", "filter",
        "style", "script", "metadata", "title", "desc", "foreignObject", "font", "font-face", "meshgradient",
        "meshGradient", "hatch",
    ]
    private static let textContent: Set<String> = ["text", "tspan", "tref"]

    init(tree: SVGTree, sheet: StyleSheet) {
        self.tree = tree
        self.sheet = sheet
    }

    mutating func draw(_ element: SVGElement, in outer: Context, depth: Int) {
        let isDefinition = SVGWalk.definitions.contains(element.name)
        guard !isDefinition || element.name == "foreignObject", remaining > 0, depth < SVGWalk.mostDepth else { return }
        remaining -= 1
        let style = SVGStyle(of: element, sheet: sheet)
        guard style["display"] != "none" else { return }
        let context = context(of: element, style: style, in: outer)
        note(element, style: style, in: context)
        strokes += 1 + element.pathBytes / SVGWalk.bytesPerStroke
        if isDefinition { return }
        for link in style.links { follow(link, in: context.referenced, depth: depth) }
        if element.hasText, context.isText, context.isVisible {
            fonts.append(context.face.families)
            characters.formUnion(element.text.unicodeScalars)
        }
        if element.hasText, context.isText || element.name == "textPath", context.isVisible {
            faces.append(context.face)
            faceCharacters.formUnion(element.text.unicodeScalars)
        }
        if let link = element.attributes["href"], ["image", "use", "tref"].contains(element.name) {
            if element.name == "use" { follow(link, in: context.referenced, depth: depth) } else { links.append(link) }
        }
        for child in drawnChildren(of: element) { draw(child, in: context, depth: depth + 1) }
    }

    private mutating func note(_ element: SVGElement, style: SVGStyle, in context: Context) {
        let drawn = SVGDrawnElement(element: element, style: style, context: context, sheet: sheet, tree: tree)
        needsLibrsvg = needsLibrsvg || drawn.needsLibrsvg
        if drawn.name == "feMorphology" { largestScale = max(largestScale, context.scale) }
        for rewrite in SVGRewrite.allCases where !rewrites.contains(rewrite) && rewrite.isNeeded(by: drawn) {
            rewrites.insert(rewrite)
        }
        let found = unused.filter { $0.isUsed(drawn) }
        guard !found.isEmpty else { return }
        used += found
        unused.removeAll(where: found.contains)
    }

    private func context(of element: SVGElement, style: SVGStyle, in outer: Context) -> Context {
        var context = outer
        context.face.apply(style)
        if let value = style["visibility"], value != "inherit" { context.isVisible = value == "visible" }
        if let value = style["stroke"], value != "inherit" { context.hasStroke = value != "none" }
        if let value = style["stroke-dasharray"], value != "inherit" { context.isDashed = value != "none" }
        if let value = style["dominant-baseline"], value != "inherit" { context.baseline = value }
        context.traits.apply(style)
        context.traits.applyPaints(style, in: tree)
        if let value = style["transform"] {
            let transform = SVGTransform(value)
            context.scale *= transform.scale
            context.isTurned = context.isTurned || transform.isTurned
            context.isSlanted = context.isSlanted || transform.isSlanted
        }
        context.isText = SVGWalk.textContent.contains(element.name) || (outer.isText && element.name == "a")
        return context
    }

    /// The children that may be drawn. In a `<switch>`, these are the children up to the first without
    /// `systemLanguage`, because the language depends on the machine.
    private func drawnChildren(of element: SVGElement) -> [SVGElement] {
        guard element.name == "switch" else { return element.children }
        let possible = element.children.filter { !$0.name.isEmpty && $0.attributes["requiredExtensions"] == nil }
        let certain = possible.firstIndex { $0.attributes["systemLanguage"] == nil } ?? possible.endIndex
        return Array(possible.prefix(certain + 1))
    }

    /// Visits the element to which a URL refers, or records the URL of another file.
    private mutating func follow(_ link: String, in context: Context, depth: Int) {
        let link = link.trimmed
        guard link.hasPrefix("#") else {
            links.append(link)
            return
        }
        guard let target = tree.element(at: link),
            visited.insert(Visit(element: ObjectIdentifier(target), context: context)).inserted
        else { return }
        guard SVGWalk.definitions.contains(target.name) else {
            return draw(target, in: context, depth: depth + 1)
        }
        enter(target, in: context, depth: depth)
    }

    /// Visits an element that is drawn only because another element refers to it.
    private mutating func enter(_ target: SVGElement, in outer: Context, depth: Int) {
        let style = SVGStyle(of: target, sheet: sheet)
        let context = context(of: target, style: style, in: outer)
        note(target, style: style, in: context)
        // A gradient or a pattern may inherit from another one.
        if let link = target.attributes["href"] { follow(link, in: context, depth: depth + 1) }
        for child in target.children {
            if child.name == "feImage", let link = child.attributes["href"] {
                note(child, style: SVGStyle(of: child, sheet: sheet), in: context)
                follow(link, in: context, depth: depth + 1)
            } else {
                draw(child, in: context, depth: depth + 1)
            }
        }
    }
}
