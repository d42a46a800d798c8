/// Replaces `feDropShadow` with the effects that define it. Source: Filter Effects Module Level 1, section 9.12.
enum DropShadowRewrite {
    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        var count = 0
        for (index, element) in source.elements.enumerated() where element.name == "feDropShadow" {
            count += 1
            let style = SVGStyle(of: source.tree.elements[index], sheet: source.sheet)
            expand(element, style: style, prefix: "drop-shadow-\(count)")
        }
        return count > 0
    }

    private static func expand(_ shadow: XMLElement, style: SVGStyle, prefix: String) {
        let names = ["blur", "offset", "colour", "shadow"].map { "\(prefix)-\($0)" }
        let input = input(of: shadow, prefix: prefix)
        let space = style["color-interpolation-filters"] ?? shadow["color-interpolation-filters"]
        let steps: [(String, KeyValuePairs<String, String?>)] = [
            (
                "feGaussianBlur",
                ["in": input, "stdDeviation": shadow["stdDeviation"] ?? "2", "result": names[0]]
            ),
            ("feOffset", ["in": names[0], "dx": shadow["dx"] ?? "2", "dy": shadow["dy"] ?? "2", "result": names[1]]),
            (
                "feFlood",
                [
                    "flood-color": style["flood-color"] ?? "black", "flood-opacity": style["flood-opacity"],
                    "style": shadow["style"], "result": names[2],
                ]
            ),
            ("feComposite", ["in": names[2], "in2": names[1], "operator": "in", "result": names[3]]),
            ("feMerge", ["result": shadow["result"]]),
        ]
        for (name, attributes) in steps {
            guard let step = shadow.insertBefore(name, attributes) else { continue }
            step["color-interpolation-filters"] = space
            step["color"] = style["color"]
            for side in ["x", "y", "width", "height"] { step[side] = shadow[side] }
            guard name == "feMerge" else { continue }
            step.append("feMergeNode", ["in": names[3]])
            step.append("feMergeNode", ["in": input])
        }
        shadow.remove()
    }

    /// The name of the shadow's input. If the input is the unnamed result of the previous effect, that result gets a
    /// name.
    private static func input(of shadow: XMLElement, prefix: String) -> String {
        if let name = shadow["in"], !name.isEmpty { return name }
        guard let before = shadow.previous, before.name.hasPrefix("fe") else { return "SourceGraphic" }
        if let name = before["result"], !name.isEmpty { return name }
        before["result"] = "\(prefix)-input"
        return "\(prefix)-input"
    }
}
