/// Invalid values of attributes, and the values that browsers use instead. For these values, librsvg omits the whole
/// element, or reads a part of the value. Source: Filter Effects Module Level 1; SVG 2, chapters 8, 13 and 14.
enum InvalidValues {
    enum Replacement {
        case removed
        case value(String)
    }

    /// Replacements by the name of the attribute.
    typealias Replacements = [String: Replacement]

    /// The keywords that each attribute of an element allows, the default first.
    private static let keywords: [String: [String: [String]]] = {
        let units = ["objectBoundingBox", "userSpaceOnUse"]
        let contentUnits = ["userSpaceOnUse", "objectBoundingBox"]
        let gradient = ["spreadMethod": ["pad", "reflect", "repeat"], "gradientUnits": units]
        return [
            "linearGradient": gradient,
            "radialGradient": gradient,
            "filter": ["filterUnits": units, "primitiveUnits": contentUnits],
            "mask": ["maskUnits": units, "maskContentUnits": contentUnits],
            "clipPath": ["clipPathUnits": contentUnits],
            "pattern": ["patternUnits": units, "patternContentUnits": contentUnits],
            "marker": ["markerUnits": ["strokeWidth", "userSpaceOnUse"]],
            "feColorMatrix": ["type": ["matrix", "saturate", "hueRotate", "luminanceToAlpha"]],
            "feComposite": ["operator": ["over", "in", "out", "atop", "xor", "lighter", "arithmetic"]],
            "feTurbulence": [
                "type": ["turbulence", "fractalNoise"], "stitchTiles": ["noStitch", "stitch"],
            ],
            "feMorphology": ["operator": ["erode", "dilate"]],
            "feConvolveMatrix": ["edgeMode": ["duplicate", "wrap", "none"], "preserveAlpha": ["false", "true"]],
            "feDisplacementMap": [
                "xChannelSelector": ["A", "R", "G", "B"], "yChannelSelector": ["A", "R", "G", "B"],
            ],
            "feBlend": [
                "mode": [
                    "normal", "multiply", "screen", "darken", "lighten", "overlay", "color-dodge", "color-burn",
                    "hard-light", "soft-light", "difference", "exclusion", "hue", "saturation", "color", "luminosity",
                ]
            ],
        ]
    }()
    private static let inputs: Set<String> = [
        "SourceGraphic", "SourceAlpha", "BackgroundImage", "BackgroundAlpha", "FillPaint", "StrokePaint",
    ]
    private static let mostServers = 20
    private static let functionNumbers = ["slope", "intercept", "amplitude", "exponent", "offset"]

    static func replacements(for element: SVGElement, in tree: SVGTree) -> Replacements {
        var found: Replacements = [:]
        for (attribute, allowed) in keywords[element.name] ?? [:] {
            guard let value = element.attributes[attribute]?.trimmed, !allowed.contains(value) else { continue }
            found[attribute] = allowed.first.map { .value($0) }
        }
        switch element.name {
        case "linearGradient", "radialGradient", "pattern":
            if refersToNothing(element, in: tree) { found["href"] = .removed }
            if element.name == "radialGradient" { found.merge(radii(of: element, in: tree)) { _, new in new } }
        case "stop":
            if let offset = element.attributes["offset"], !isFraction(offset) { found["offset"] = .value("0") }
        case _ where element.name.hasPrefix("fe"):
            found.merge(numbers(of: element)) { _, new in new }
            found.merge(inputs(of: element)) { _, new in new }
        default: break
        }
        found.merge(geometry(of: element, in: tree)) { old, _ in old }
        return found
    }

    // MARK: - Gradients and patterns

    /// Whether the element refers to a missing element, an element of another kind, or itself.
    private static func refersToNothing(_ element: SVGElement, in tree: SVGTree) -> Bool {
        guard let link = element.attributes["href"]?.trimmed else { return false }
        guard link.hasPrefix("#") else { return link.isEmpty }
        guard let target = tree.element(at: link), isSameKind(target.name, element.name) else { return true }
        return closesCircle(element, in: tree)
    }

    /// Whether the element's reference is part of a cycle and must be removed. Elements with their own stops or
    /// shapes lose their reference, because they do not need it. If no element of the cycle has any, all references
    /// are removed.
    private static func closesCircle(_ element: SVGElement, in tree: SVGTree) -> Bool {
        var (circle, next) = ([element], element)
        while let other = tree.element(at: next.attributes["href"]), isSameKind(other.name, element.name),
            circle.count < mostServers
        {
            if other === element { return element.hasChildren || !circle.contains(where: \.hasChildren) }
            circle.append(other)
            next = other
        }
        return false
    }

    private static func isSameKind(_ one: String, _ other: String) -> Bool {
        one == other || one.hasSuffix("Gradient") && other.hasSuffix("Gradient") && !one.hasPrefix("mesh")
    }

    /// Replacements for the radii of a gradient. A gradient with a radius of 0 has the colour of its last stop
    /// everywhere. librsvg paints nothing between two equal circles.
    private static func radii(of gradient: SVGElement, in tree: SVGTree) -> Replacements {
        var found: Replacements = [:]
        let chain = PaintServerChain(gradient) { tree.element(at: $0) }
        if let radius = number(atStartOf: gradient.attributes["r"]), radius <= 0 {
            found = [
                "r": .value("0.0001"), "fx": .removed, "fy": .removed, "fr": .removed, "spreadMethod": .value("pad"),
            ]
        } else if let radius = number(atStartOf: gradient.attributes["fr"]), radius < 0 {
            found["fr"] = .removed
        } else if let inner = gradient.attributes["fr"].flatMap(StyleLength.init),
            let outer = StyleLength(chain?["r"] ?? "50%"),
            inner.number > 0, (inner.fraction ?? inner.number) == (outer.fraction ?? outer.number)
        {
            found["fr"] = .value("\(inner.number * 0.9999)\(inner.unit)")
        }
        return found
    }

    /// Whether a linear gradient starts and ends at the same point. Such a gradient has the colour of its last stop
    /// everywhere.
    static func isPoint(_ element: SVGElement, in tree: SVGTree) -> Bool {
        guard element.name == "linearGradient", let chain = PaintServerChain(element, find: { tree.element(at: $0) })
        else { return false }
        func place(_ name: String, _ usual: String) -> Double? {
            StyleLength(chain[name] ?? usual).map { $0.fraction ?? $0.number }
        }
        guard let x = place("x1", "0%"), let y = place("y1", "0%") else { return false }
        return x == place("x2", "100%") && y == place("y2", "0%")
    }

    // MARK: - Effects

    private static func numbers(of effect: SVGElement) -> Replacements {
        var found: Replacements = [:]
        func check(_ attribute: String, _ replacement: Replacement, _ isValid: ([Double]) -> Bool) {
            guard let value = effect.attributes[attribute], !(list(value).map(isValid) ?? false) else { return }
            found[attribute] = replacement
        }
        switch effect.name {
        case "feColorMatrix":
            let count = ["saturate", "hueRotate"].contains(effect.attributes["type"]) ? 1 : 20
            if effect.attributes["type"] == "luminanceToAlpha" { break }
            check("values", .removed) { $0.count == count }
        case "feGaussianBlur":
            check("stdDeviation", .value("0")) { (1...2).contains($0.count) && $0.allSatisfy { $0 >= 0 } }
        case "feDiffuseLighting": check("diffuseConstant", .value("0")) { $0.count == 1 && $0[0] >= 0 }
        case "feSpecularLighting": check("specularConstant", .value("0")) { $0.count == 1 && $0[0] >= 0 }
        case "feSpotLight":
            // librsvg's default is 0.
            if effect.attributes["specularExponent"] == nil { found["specularExponent"] = .value("1") }
        case "feOffset":
            for side in ["dx", "dy"] { check(side, .value("0")) { $0.count == 1 } }
        case "feFuncR", "feFuncG", "feFuncB", "feFuncA":
            for name in functionNumbers { check(name, .removed) { $0.count == 1 } }
        case "feConvolveMatrix": check("divisor", .removed) { $0.count == 1 && $0[0] != 0 }
        default: break
        }
        return found
    }

    /// Replacements for inputs. If no earlier result has the name of an input, the name is removed, so that the input
    /// is the previous result. `FillPaint` and `StrokePaint` are replaced by `SourceGraphic`, as in browsers.
    private static func inputs(of effect: SVGElement) -> Replacements {
        var found: Replacements = [:]
        for attribute in ["in", "in2"] {
            guard let name = effect.attributes[attribute] else { continue }
            if ["FillPaint", "StrokePaint"].contains(name) {
                found[attribute] = .value("SourceGraphic")
            } else if !inputs.contains(name), !results(before: effect).contains(name) {
                found[attribute] = .removed
            }
        }
        return found
    }

    private static func results(before effect: SVGElement) -> Set<String> {
        let step = effect.name == "feMergeNode" ? effect.parent ?? effect : effect
        let earlier = (step.parent?.children ?? []).prefix { $0 !== step }
        return Set(earlier.compactMap { $0.attributes["result"] })
    }

    // MARK: - Numbers

    /// The numbers of a list. Nil if the list contains anything else.
    static func list(_ value: String) -> [Double]? {
        let isPlain = value.unicodeScalars.allSatisfy {
            ("0"..."9").contains($0) || " \t\r\n,.eE+-".unicodeScalars.contains($0)
        }
        return isPlain ? StyleValue.numbers(value) : nil
    }

    private static func isFraction(_ value: String) -> Bool {
        let value = value.trimmed
        return list(value.hasSuffix("%") ? String(value.dropLast()) : value)?.count == 1
    }

    private static func number(atStartOf value: String?) -> Double? {
        value.flatMap { StyleValue.numbers($0).first }
    }
}
