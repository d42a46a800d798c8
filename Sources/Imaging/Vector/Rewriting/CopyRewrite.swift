/// Replaces a copy of a `symbol` or an `svg` with a group that contains a viewport. Source: SVG 2, sections 5.5 and
/// 5.6.
///
/// A drawing is not changed if its style sheet has selectors with `use` or `symbol`.
enum CopyRewrite {
    private static let mostElements = 20_000
    /// The maximum depth of nested copies. librsvg draws each level on its stack.
    private static let mostLevels = 8
    private static let geometry: Set<String> = ["x", "y", "width", "height"]
    private static let viewport: Set<String> = ["viewBox", "preserveAspectRatio"]

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        guard !namesCopies(source.tree.styleText) else { return false }
        var writer = Writer(source: source)
        for (index, element) in source.elements.enumerated() where element.name == "use" {
            writer.write(index)
        }
        return writer.isChanged
    }

    /// Whether a selector contains `use` or `symbol`, the elements that this rewrite replaces.
    private static func namesCopies(_ sheet: String) -> Bool {
        let words = sheet.split { !($0.isLetter || $0.isNumber || "-_.#".contains($0)) }
        return words.contains("use") || words.contains("symbol")
    }

    /// All `use` elements in an element, including the element itself.
    private static func copies(in element: SVGElement) -> [SVGElement] {
        (element.name == "use" ? [element] : []) + element.children.flatMap(copies)
    }

    private struct Writer {
        let source: SVGSource
        private(set) var isChanged = false
        private var rest = mostElements
        /// The indices of elements that have been rewritten, or are being rewritten.
        private var met: Set<Int> = []
        /// The depth of nested copies in each element. Nil while the depth is computed, so that circular references
        /// end.
        private var levels: [ObjectIdentifier: Int?] = [:]

        init(source: SVGSource) {
            self.source = source
        }

        /// Replaces a `use` element. The `use` elements in the copied element are replaced first.
        mutating func write(_ index: Int) {
            guard met.insert(index).inserted, met.count < mostElements else { return }
            let known = source.tree.elements[index]
            let drawn = SVGDrawnElement(
                element: known, style: SVGStyle(of: known, sheet: source.sheet), context: SVGWalk.Context(),
                sheet: source.sheet, tree: source.tree)
            // A clip uses only the outlines of its parts, and librsvg ignores viewports in it.
            guard let target = drawn.usedElement, let place = source.index(of: target),
                drawn.needsCopy, !known.ancestors.contains(where: { $0.name == "clipPath" }),
                levels(in: target) < mostLevels
            else { return }
            for inner in CopyRewrite.copies(in: target) {
                if let index = source.index(of: inner) { write(index) }
            }
            let isMovedByCSS = drawn.style.declared("transform") != nil
            expand(source.elements[index], target: source.elements[place], known: target, isMovedByCSS: isMovedByCSS)
        }

        private mutating func expand(
            _ use: XMLElement, target: XMLElement, known: SVGElement, isMovedByCSS: Bool
        ) {
            let count = target.descendants.count
            guard count <= rest, let id = target["id"], !source.tree.styleText.contains("#\(id)"),
                let group = use.append("g")
            else { return }
            rest -= count
            let isSymbol = target.name == "symbol"
            let view = isSymbol ? group.append("svg") : target.copied(into: group)
            guard let view else { return }
            view["id"] = nil
            if isSymbol {
                for (name, value) in target.attributes
                where name != "id" && !geometry.contains(name) && !viewport.contains(name) {
                    group[name] = value
                }
                for name in viewport.union(geometry) { view[name] = target[name] }
                view["overflow"] = SVGStyle(of: known, sheet: source.sheet)["overflow"]
                for child in target.children { child.copied(into: view) }
            }
            for side in ["width", "height"] {
                view[side] = use[side] ?? target[side] ?? "100%"
            }
            let (x, y) = (use["x"] ?? "0", use["y"] ?? "0")
            if let x = Double(x), let y = Double(y) {
                if x != 0 || y != 0 { use.move(x: x, y: y, group, isMovedByCSS: isMovedByCSS) }
            } else {
                (view["x"], view["y"]) = (x, y)
            }
            for name in geometry { use[name] = nil }
            use.removeLink()
            use.rename("g")
            isChanged = true
        }

        /// The depth of nested copies in an element.
        ///
        /// - Returns: at least `mostLevels` for an element that contains a copy of itself.
        private mutating func levels(in element: SVGElement) -> Int {
            let key = ObjectIdentifier(element)
            if let known = levels[key] { return known ?? mostLevels }
            levels[key] = .some(nil)
            var most = 0
            for inner in CopyRewrite.copies(in: element) {
                guard let target = source.tree.element(at: inner.attributes["href"]) else { continue }
                most = max(most, levels(in: target) + 1)
                if most >= mostLevels { break }
            }
            levels[key] = most
            return most
        }
    }
}

extension XMLElement {
    /// Adds a translation to the element, so that its clip and its mask move as well. If a transformation in CSS
    /// prevents this, `group`, which contains the copy, is moved instead.
    fileprivate func move(x: Double, y: Double, _ group: XMLElement, isMovedByCSS: Bool) {
        let shift = "translate(\(x),\(y))"
        if !isMovedByCSS, !StyleSheet.declarations(self["style"] ?? "").contains(where: { $0.property == "transform" })
        {
            self["transform"] = [self["transform"], shift].compactMap { $0 }.joined(separator: " ")
        } else if group["transform"] == nil, group["style"] == nil, group["class"] == nil {
            group["transform"] = shift
        } else if let outer = append("g", ["transform": shift]) {
            outer.take(group)
        }
    }
}
