/// Replaces clips that have nested clips or overlapping parts with masks whose parts are white.
enum ClipRewrite {
    private static let mostParts = 50

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        let (sheet, tree) = (source.sheet, source.tree)
        let overlapping = overlappingClips(in: source)
        var masks = Set(
            tree.elements.filter { clip in
                (ClipShape.isCompound(clip, sheet: sheet, tree: tree) || overlapping.contains(ObjectIdentifier(clip)))
                    && canBeMask(clip, sheet: sheet, tree: tree)
            }.map(ObjectIdentifier.init))
        // An object that already has a mask cannot get a second one.
        let users = zip(source.elements, tree.elements).compactMap { element, known in
            ClipShape.ownClip(of: known, sheet: sheet, tree: tree).map { (element, known, $0) }
        }
        for (_, known, clip) in users where ![nil, "none"].contains(SVGStyle(of: known, sheet: sheet)["mask"]) {
            masks.remove(ObjectIdentifier(clip))
        }
        guard !masks.isEmpty else { return false }
        for (element, _, clip) in users where masks.contains(ObjectIdentifier(clip)) {
            guard let id = clip.attributes["id"] else { continue }
            element["clip-path"] = nil
            element.addDeclarations(["clip-path: none", "mask: url(#\(id))"], areImportant: true)
        }
        for (element, known) in zip(source.elements, tree.elements) where masks.contains(ObjectIdentifier(known)) {
            let rules = ClipShape.parts(of: known).map { ClipShape.rule(of: $0, sheet: sheet, tree: tree) }
            let transform = SVGStyle(of: known, sheet: sheet)["transform"]
            convert(element, rules: rules, parts: ClipShape.parts(of: known).count, transform: transform)
        }
        return true
    }

    /// Clips with overlapping parts whose outlines may have different directions. librsvg omits the area where two
    /// such parts overlap.
    private static func overlappingClips(in source: SVGSource) -> Set<ObjectIdentifier> {
        let clips = source.tree.elements.filter { ClipShape.mayHaveDirections($0, sheet: source.sheet) }
        let parts = clips.map { clip in (clip, ClipShape.parts(of: clip).prefix(mostParts).compactMap(source.index)) }
        guard !parts.isEmpty else { return [] }
        let boxes = FillBox.of(parts.flatMap { $0.1 }, in: source, isMoved: true)
        return Set(
            parts.filter { _, indices in
                let own = indices.compactMap { boxes[$0]?.fill }
                return own.indices.contains { first in own[..<first].contains { $0.overlaps(own[first]) } }
            }.map { ObjectIdentifier($0.0) })
    }

    /// Whether the clip has no `use` elements, which cannot be made white, and is not circular.
    private static func canBeMask(_ clip: SVGElement, sheet: StyleSheet, tree: SVGTree) -> Bool {
        let hasReferences = ClipShape.parts(of: clip).contains { $0.name == "use" }
        return !hasReferences && !ClipShape.isCircular(clip, sheet: sheet, tree: tree)
    }

    private static func convert(_ clip: XMLElement, rules: [String], parts: Int, transform: String?) {
        let shapes = clip.children.filter { child in ClipShape.isShape(child.name) }
        guard shapes.count == parts, let group = clip.append("g") else { return }
        for (shape, rule) in zip(shapes, rules) {
            shape.addDeclarations(
                [
                    "fill: white", "fill-opacity: 1", "fill-rule: \(rule)", "stroke: none", "opacity: 1",
                    "filter: none", "marker: none",
                ], areImportant: true)
            group.take(shape)
        }
        group["style"] = clip["style"]
        group["clip-path"] = clip["clip-path"]
        clip["style"] = nil
        if let transform { group["transform"] = transform }
        clip["transform"] = nil
        clip["clip-path"] = nil
        clip["maskContentUnits"] = clip["clipPathUnits"]
        clip["clipPathUnits"] = nil
        clip["maskUnits"] = "userSpaceOnUse"
        for side in ["x", "y"] { clip[side] = "-100000" }
        for side in ["width", "height"] { clip[side] = "200000" }
        clip.rename("mask")
    }
}

extension SVGBox {
    /// Whether the boxes share an area, and not only an edge.
    fileprivate func overlaps(_ other: SVGBox) -> Bool {
        let width = min(x + self.width, other.x + other.width) - max(x, other.x)
        let height = min(y + self.height, other.y + other.height) - max(y, other.y)
        return width > 1e-6 && height > 1e-6
    }
}
