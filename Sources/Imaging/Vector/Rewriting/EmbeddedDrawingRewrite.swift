/// Replaces an embedded SVG with its elements. librsvg draws an embedded SVG at the SVG's own size in pixels, which
/// is often too small.
///
/// An embedded SVG is not replaced if it or the outer drawing has a style sheet, because the rules would apply to
/// both.
enum EmbeddedDrawingRewrite {
    private static let mostElements = 20_000
    private static let mostLevels = 3

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        guard source.tree.styleText.trimmed.isEmpty else { return false }
        var (count, rest) = (0, mostElements)
        for (index, element) in source.elements.enumerated() where element.name == "image" {
            let style = SVGStyle(of: source.tree.elements[index], sheet: source.sheet)
            guard style["display"] != "none" else { continue }
            place(in: element, number: &count, rest: &rest, level: 0)
        }
        return count > 0
    }

    private static func place(in image: XMLElement, number: inout Int, rest: inout Int, level: Int) {
        guard level < mostLevels, let link = image.link, let bytes = EmbeddedDrawing(link)?.bytes,
            let drawing = XMLDocument(bytes), drawing.root.name == "svg"
        else { return }
        let elements = drawing.elements
        guard elements.count <= rest, !elements.contains(where: { $0.name == "style" }),
            let size = size(of: drawing.root)
        else { return }
        rest -= elements.count
        number += 1
        rename(elements, prefix: "drawing-\(number)-")
        guard let (outer, stage) = frame(image, size: size) else { return }
        stage["viewBox"] = drawing.root["viewBox"]
        stage["preserveAspectRatio"] = drawing.root["preserveAspectRatio"]
        guard let copy = drawing.root.copied(into: stage) else {
            outer.remove()
            return
        }
        for name in ["x", "y", "viewBox", "preserveAspectRatio"] { copy[name] = nil }
        (copy["width"], copy["height"]) = ("100%", "100%")
        copy["overflow"] = "visible"
        image.rename("g")
        for name in ["x", "y", "width", "height", "preserveAspectRatio"] { image[name] = nil }
        image.removeLink()
        for inner in copy.descendants where inner.name == "image" {
            place(in: inner, number: &number, rest: &rest, level: level + 1)
        }
    }

    /// Adds a viewport at the position of the picture. It contains a second viewport for the canvas of the embedded
    /// SVG.
    private static func frame(
        _ image: XMLElement, size: (width: Double, height: Double)
    ) -> (outer: XMLElement, stage: XMLElement)? {
        let (width, height) = (image["width"], image["height"])
        func side(_ own: String?, _ other: String?, of length: Double, to otherLength: Double) -> String {
            if let own, own != "auto" { return own }
            if let other = other.flatMap(Double.init) { return "\(other * length / otherLength)" }
            return "\(length)"
        }
        guard
            let outer = image.append(
                "svg",
                [
                    "x": image["x"], "y": image["y"],
                    "width": side(width, height, of: size.width, to: size.height),
                    "height": side(height, width, of: size.height, to: size.width),
                    "viewBox": "0 0 \(size.width) \(size.height)",
                    "preserveAspectRatio": image["preserveAspectRatio"],
                ]), let group = outer.append("g", StyleDefaults.inherited),
            let stage = group.append("svg", ["width": "\(size.width)", "height": "\(size.height)"])
        else { return nil }
        return (outer, stage)
    }

    /// The size of an embedded SVG, in pixels. Nil if it is unknown.
    private static func size(of root: XMLElement) -> (width: Double, height: Double)? {
        let box = StyleValue.numbers(root["viewBox"] ?? "")
        let hasBox = box.count == 4 && box[2] > 0 && box[3] > 0
        let (width, height) = (side(root["width"]), side(root["height"]))
        if let width, let height { return (width, height) }
        guard hasBox else { return nil }
        if let width { return (width, width * box[3] / box[2]) }
        if let height { return (height * box[2] / box[3], height) }
        return (box[2], box[3])
    }

    private static func side(_ text: String?) -> Double? {
        guard let text = text?.trimmed, let side = Double(text.hasSuffix("px") ? text.dropLast(2) : text[...]) else {
            return nil
        }
        return side > 0 && side.isFinite ? side : nil
    }

    /// Adds a unique prefix to all ids in a drawing, and to the references to them.
    private static func rename(_ elements: [XMLElement], prefix: String) {
        for element in elements {
            if let id = element["id"] { element["id"] = prefix + id }
            if let link = element.link?.trimmed, link.hasPrefix("#") { element.link = "#" + prefix + link.dropFirst() }
            for (name, value) in element.attributes where value.contains("#") && value.contains("(") {
                element[name] = value.replacing(/(?i:url)\(\s*(["']?)#/) { "url(\($0.output.1)#\(prefix)" }
            }
        }
    }
}
