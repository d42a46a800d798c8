/// Invalid positions and sizes. Source: SVG 2, sections 8.2, 8.6, 13.7 and 14.2.
extension InvalidValues {
    /// The replacements for invalid lengths. An invalid length of a gradient is replaced by the default, even if a
    /// referenced gradient sets it.
    private static let lengths: [String: [String: Replacement]] = [
        "linearGradient": ["x1": .value("0%"), "y1": .value("0%"), "x2": .value("100%"), "y2": .value("0%")],
        "radialGradient": [
            "cx": .value("50%"), "cy": .value("50%"), "r": .value("50%"), "fx": .removed, "fy": .removed,
            "fr": .removed,
        ],
        "pattern": ["x": .value("0"), "y": .value("0"), "width": .value("0"), "height": .value("0")],
        "mask": ["x": .removed, "y": .removed, "width": .removed, "height": .removed],
        "marker": ["refX": .removed, "refY": .removed, "markerWidth": .removed, "markerHeight": .removed],
        "line": ["x1": .removed, "y1": .removed, "x2": .removed, "y2": .removed],
        "use": ["x": .removed, "y": .removed, "width": .removed, "height": .removed],
    ]
    /// Sizes that browsers treat as 0 if they are negative.
    private static let sizes: [String: [String]] = [
        "mask": ["width", "height"], "marker": ["markerWidth", "markerHeight"], "svg": ["width", "height"],
    ]
    private static let viewports: Set<String> = ["svg", "symbol", "marker", "pattern"]

    static func geometry(of element: SVGElement, in tree: SVGTree) -> Replacements {
        var found: Replacements = [:]
        for (name, replacement) in lengths[element.name] ?? [:] {
            guard let value = element.attributes[name], !value.contains("("), StyleLength(value) == nil else {
                continue
            }
            found[name] = replacement
        }
        for name in sizes[element.name] ?? [] where element.parent != nil {
            guard let length = element.attributes[name].flatMap(StyleLength.init), length.number < 0 else { continue }
            found[name] = .value("0")
        }
        if element.name == "use" { found.merge(copySize(of: element, in: tree)) { _, new in new } }
        if element.name == "marker", let angle = element.attributes["orient"], !isAngle(angle) {
            found["orient"] = .removed
        }
        if viewports.contains(element.name) || element.name == "image" {
            found.merge(viewport(of: element)) { _, new in new }
        }
        return found
    }

    /// The replacements for the size of a `use` element. Browsers use this size only if the copied element is a
    /// `symbol` or an `svg`.
    private static func copySize(of use: SVGElement, in tree: SVGTree) -> Replacements {
        var found: Replacements = [:]
        let target = tree.element(at: use.attributes["href"])
        // A copy of an ancestor is not drawn.
        if let target, target === use || use.ancestors.contains(where: { $0 === target }) { found["href"] = .removed }
        let isViewport = ["symbol", "svg"].contains(target?.name)
        for name in ["width", "height"] {
            guard let length = use.attributes[name].flatMap(StyleLength.init) else { continue }
            if isViewport {
                if length.number < 0 { found[name] = .value("0") }
            } else if length.number <= 0 {
                found[name] = .removed
            }
        }
        return found
    }

    private static func viewport(of element: SVGElement) -> Replacements {
        var found: Replacements = [:]
        if let ratio = element.attributes["preserveAspectRatio"], !isRatio(ratio) {
            found["preserveAspectRatio"] = .value("xMidYMid meet")
        }
        guard let box = element.attributes["viewBox"] else { return found }
        guard let numbers = list(box), numbers.count == 4, numbers[2] >= 0, numbers[3] >= 0 else {
            found["viewBox"] = .removed
            return found
        }
        if numbers[2] == 0 || numbers[3] == 0, element.parent != nil, ["svg", "pattern"].contains(element.name) {
            // An element with an empty view box is not drawn.
            found["width"] = .value("0")
            found["viewBox"] = .removed
        }
        return found
    }

    /// Whether the value is valid for `preserveAspectRatio`, which is case-sensitive.
    private static func isRatio(_ value: String) -> Bool {
        let words = value.split(whereSeparator: \.isWhitespace)
        guard let align = words.first, words.count <= 2, words.count < 2 || ["meet", "slice"].contains(words[1]) else {
            return false
        }
        return align == "none" || align.wholeMatch(of: /x(Min|Mid|Max)Y(Min|Mid|Max)/) != nil
    }

    private static func isAngle(_ value: String) -> Bool {
        let plain = value.trimmed
        return ["auto", "auto-start-reverse"].contains(plain) || Double(plain) != nil
            || MarkerRewrite.degrees(plain) != nil
    }
}
