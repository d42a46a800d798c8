/// Inherited values that matter only if they differ from the default.
struct SVGTraits: OptionSet, Hashable {
    let rawValue: UInt16

    static let spacedLetters = SVGTraits(rawValue: 1 << 0)
    static let decorated = SVGTraits(rawValue: 1 << 1)
    static let vertical = SVGTraits(rawValue: 1 << 2)
    /// A vertical writing mode that librsvg does not support.
    static let otherColumns = SVGTraits(rawValue: 1 << 9)
    static let unkerned = SVGTraits(rawValue: 1 << 3)
    static let variedFont = SVGTraits(rawValue: 1 << 4)
    /// The fill is a gradient or a pattern.
    static let fillServer = SVGTraits(rawValue: 1 << 5)
    static let strokeServer = SVGTraits(rawValue: 1 << 6)
    /// `context-fill` refers to a gradient or a pattern.
    static let contextFillServer = SVGTraits(rawValue: 1 << 7)
    static let contextStrokeServer = SVGTraits(rawValue: 1 << 8)

    /// The fill is a gradient or a pattern relative to the bounding box of the object.
    static let boxFill = SVGTraits(rawValue: 1 << 10)
    static let boxStroke = SVGTraits(rawValue: 1 << 11)
    /// The fill is a pattern whose view box has to be fitted into a box that is relative to the size of the object.
    static let fittedFill = SVGTraits(rawValue: 1 << 12)
    static let fittedStroke = SVGTraits(rawValue: 1 << 13)

    var hasBoxPaint: Bool { !isDisjoint(with: [.boxFill, .boxStroke]) }
    var hasFittedPaint: Bool { !isDisjoint(with: [.fittedFill, .fittedStroke]) }

    private static let columnModes: Set<String> = ["tb", "tb-rl", "vertical-rl"]
    private static let otherColumnModes: Set<String> = ["vertical-lr", "sideways-rl", "sideways-lr"]

    /// Applies the properties of an element.
    mutating func apply(_ style: SVGStyle) {
        set(.spacedLetters, style["letter-spacing"]) { $0.contains(where: "123456789".contains) }
        set(.vertical, style["writing-mode"]) { SVGTraits.columnModes.contains($0.trimmed) }
        set(.otherColumns, style["writing-mode"]) { SVGTraits.otherColumnModes.contains($0.trimmed) }
        set(.variedFont, style["font-variation-settings"]) { $0 != "normal" }
        // Browsers ignore the property as an attribute, and the shorthand `font` resets it.
        set(.unkerned, style.declared("font") == nil ? style.declared("font-kerning") : "auto") { $0 == "none" }
        if style["kerning"].flatMap(Double.init) == 0 { insert(.unkerned) }
        // Underlines and similar lines are drawn along the whole text, regardless of the properties of its parts.
        let lines = [style["text-decoration"], style["text-decoration-line"]].compactMap { $0 }
        if lines.contains(where: SVGTraits.hasLine) { insert(.decorated) }
        setServer(.fillServer, style["fill"], context: .contextFillServer)
        setServer(.strokeServer, style["stroke"], context: .contextStrokeServer)
    }

    /// Applies the paints of an element, if they are gradients or patterns relative to the object's size.
    mutating func applyPaints(_ style: SVGStyle, in tree: SVGTree) {
        for (property, box, fitted) in [
            ("fill", SVGTraits.boxFill, SVGTraits.fittedFill), ("stroke", .boxStroke, .fittedStroke),
        ] {
            guard let value = style[property], value != "inherit" else { continue }
            let target = value.contains("url(") ? tree.element(at: StyleValue.links(in: value).first) : nil
            let server = target.flatMap { PaintServerChain($0) { tree.element(at: $0) } }
            set(box, value) { _ in server?.isInBox ?? false }
            set(fitted, value) { _ in server?.isFittedInBox ?? false }
        }
    }

    /// The traits that the content of a marker or a copy inherits from an element with these traits.
    var referenced: SVGTraits {
        var inside = subtracting([.contextFillServer, .contextStrokeServer])
        if contains(.fillServer) { inside.insert(.contextFillServer) }
        if contains(.strokeServer) { inside.insert(.contextStrokeServer) }
        return inside
    }

    private static func hasLine(_ value: String) -> Bool {
        value.lowercased().split(whereSeparator: \.isWhitespace).contains { word in
            ["underline", "overline", "line-through"].contains(word)
        }
    }

    private mutating func set(_ trait: SVGTraits, _ value: String?, where isUnusual: (String) -> Bool) {
        guard let value, value != "inherit" else { return }
        if isUnusual(value) { insert(trait) } else { remove(trait) }
    }

    private mutating func setServer(_ trait: SVGTraits, _ paint: String?, context: SVGTraits) {
        let hasServer = contains(context)
        set(trait, paint) { $0.hasPrefix("url(") || ($0.hasPrefix("context-") && hasServer) }
    }
}
