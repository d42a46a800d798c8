/// Checks for clips whose parts librsvg treats as one path. librsvg ignores the clips of the parts, and leaves holes
/// where parts overlap.
enum ClipShape {
    private static let shapes: Set<String> = [
        "path", "rect", "circle", "ellipse", "line", "polyline", "polygon", "text", "use",
    ]

    static func isShape(_ name: String) -> Bool { shapes.contains(name) }

    static func parts(of clip: SVGElement) -> [SVGElement] { clip.children.filter { shapes.contains($0.name) } }

    /// Whether librsvg applies the clip differently from a mask with the same parts.
    static func isCompound(_ clip: SVGElement, sheet: StyleSheet, tree: SVGTree) -> Bool {
        guard clip.name == "clipPath" else { return false }
        let parts = parts(of: clip).filter { SVGStyle(of: $0, sheet: sheet)["display"] != "none" }
        let clips = ([clip] + parts).compactMap { ownClip(of: $0, sheet: sheet, tree: tree) }
        // A clip that refers to itself is not rewritten, because an object with a circular clip is not drawn.
        if clips.contains(where: { $0 !== clip }) { return true }
        return parts.count > 1 && parts.contains { rule(of: $0, sheet: sheet, tree: tree) == "evenodd" }
    }

    /// Whether the clip has several parts, and the direction of at least one outline is unknown.
    static func mayHaveDirections(_ clip: SVGElement, sheet: StyleSheet) -> Bool {
        guard clip.name == "clipPath" else { return false }
        let parts = parts(of: clip).filter { SVGStyle(of: $0, sheet: sheet)["display"] != "none" }
        return parts.count > 1
            && parts.contains { part in
                ["path", "polygon", "polyline"].contains(part.name)
                    || ![nil, "none"].contains(SVGStyle(of: part, sheet: sheet)["transform"])
            }
    }

    /// The clip to which the property `clip-path` of an element refers.
    static func ownClip(of element: SVGElement, sheet: StyleSheet, tree: SVGTree) -> SVGElement? {
        guard let value = SVGStyle(of: element, sheet: sheet)["clip-path"],
            let clip = tree.element(at: StyleValue.links(in: value).first), clip.name == "clipPath"
        else { return nil }
        return clip
    }

    /// Whether a clip refers to itself, directly or through others.
    static func isCircular(_ clip: SVGElement, sheet: StyleSheet, tree: SVGTree) -> Bool {
        var (seen, open): (Set<ObjectIdentifier>, [SVGElement]) = ([], [clip])
        while let next = open.popLast() {
            for element in [next] + parts(of: next) {
                guard let other = ownClip(of: element, sheet: sheet, tree: tree) else { continue }
                if other === clip { return true }
                if seen.insert(ObjectIdentifier(other)).inserted { open.append(other) }
            }
        }
        return false
    }

    /// The fill rule of a part (`clip-rule`), which may be inherited.
    static func rule(of part: SVGElement, sheet: StyleSheet, tree: SVGTree) -> String {
        if part.name == "use", let target = tree.element(at: part.attributes["href"]),
            let value = SVGStyle(of: target, sheet: sheet)["clip-rule"]
        {
            return value
        }
        func stated(_ element: SVGElement) -> String? {
            SVGStyle(of: element, sheet: sheet)["clip-rule"].flatMap { $0 == "inherit" ? nil : $0 }
        }
        return stated(part) ?? part.ancestors.lazy.compactMap(stated).first ?? "nonzero"
    }
}

extension SVGDrawnElement {
    var mayNeedMask: Bool { needsMask || ClipShape.mayHaveDirections(element, sheet: sheet) }
    var needsMask: Bool { ClipShape.isCompound(element, sheet: sheet, tree: tree) }
}
