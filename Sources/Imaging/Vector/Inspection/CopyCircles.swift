/// Elements that contain a copy of themselves, directly or through other copies. Browsers end such a cycle of copies
/// one copy earlier than librsvg.
struct CopyCircles {
    /// The copied elements that contain a copy of themselves and draw something.
    private let members: Set<ObjectIdentifier>

    private static let mostCopies = 5000
    private static let shown = BoxUnitsRewrite.shapes.union(["text", "image"])

    init(_ tree: SVGTree) {
        // For each copied element, the elements that it copies.
        var inner: [ObjectIdentifier: Set<ObjectIdentifier>] = [:]
        var drawing: Set<ObjectIdentifier> = []
        let copies = tree.elements.lazy.filter { $0.name == "use" }.prefix(CopyCircles.mostCopies).compactMap { use in
            tree.element(at: use.attributes["href"]).map { (use: use, target: $0) }
        }
        for (_, target) in copies {
            inner[ObjectIdentifier(target)] = inner[ObjectIdentifier(target)] ?? []
            if CopyCircles.isDrawing(target) { drawing.insert(ObjectIdentifier(target)) }
        }
        for (use, target) in copies {
            for outer in [use] + use.ancestors where inner[ObjectIdentifier(outer)] != nil {
                inner[ObjectIdentifier(outer)]?.insert(ObjectIdentifier(target))
            }
        }
        members = drawing.filter { start in CopyCircles.leads(from: start, to: start, over: inner) }
    }

    func contains(_ element: SVGElement) -> Bool { members.contains(ObjectIdentifier(element)) }

    private static func isDrawing(_ element: SVGElement) -> Bool {
        shown.contains(element.name)
            || element.children.contains(where: isDrawing)
    }

    private static func leads(
        from start: ObjectIdentifier, to end: ObjectIdentifier, over inner: [ObjectIdentifier: Set<ObjectIdentifier>]
    ) -> Bool {
        var (seen, open): (Set<ObjectIdentifier>, [ObjectIdentifier]) = ([], [start])
        while let next = open.popLast() {
            for other in inner[next] ?? [] {
                if other == end { return true }
                if seen.insert(other).inserted { open.append(other) }
            }
        }
        return false
    }
}
