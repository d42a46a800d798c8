/// Converts gradients, patterns, clips and masks that are relative to the bounding box of a rotated object to the
/// object's coordinates. librsvg uses the bounding box of the rotated object on the canvas instead. Source: SVG 2,
/// section 8.11.
enum BoxUnitsRewrite {
    static let shapes: Set<String> = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"]
    /// Elements whose content is drawn only by reference.
    private static let definitions: Set<String> = ["defs", "symbol", "marker", "pattern", "mask", "clipPath"]
    private static let mostObjects = 300

    /// - Returns: whether anything was changed.
    static func apply(to source: SVGSource) -> Bool {
        let plan = Plan(source)
        let boxes = FillBox.of(Array(Set(plan.jobs.map(\.index)).sorted().prefix(mostObjects)), in: source)
        var writer = BoxUnitsWriter(source: source)
        for job in plan.jobs {
            guard let box = boxes[job.index]?.fill, box.width > 0, box.height > 0 else { continue }
            writer.write(job, box: box)
        }
        return writer.isChanged
    }

    /// A reference from an object to an element that is relative to the object's bounding box.
    struct Job {
        let index: Int
        let property: String
        /// The referenced element.
        let target: SVGElement
    }

    static func isNeeded(by drawn: SVGDrawnElement) -> Bool {
        drawn.hasTurnedPaint || drawn.isTurnedClip || drawn.isVisibleShape && drawn.context.traits.hasFittedPaint
    }

    /// The references that have to be rewritten.
    private struct Plan {
        private(set) var jobs: [Job] = []
        private let source: SVGSource
        /// The paints of each element, including inherited ones.
        private var paints: [ObjectIdentifier: [String: String]] = [:]
        private var turned: Set<ObjectIdentifier> = []

        init(_ source: SVGSource) {
            self.source = source
            let copied = Set(
                source.tree.elements.compactMap { element in
                    element.name == "use" ? source.tree.element(at: element.attributes["href"]) : nil
                }.map(ObjectIdentifier.init))
            for (index, element) in source.tree.elements.enumerated() {
                let style = SVGStyle(of: element, sheet: source.sheet)
                note(element, style: style, isCopied: copied.contains(ObjectIdentifier(element)))
                addPaints(of: element, index: index)
                addClips(of: element, style: style, index: index)
            }
        }

        private mutating func note(_ element: SVGElement, style: SVGStyle, isCopied: Bool) {
            let outer = element.parent.map(ObjectIdentifier.init)
            var paint = outer.flatMap { paints[$0] } ?? [:]
            for property in ["fill", "stroke"] {
                if let value = style[property], value != "inherit" { paint[property] = value }
            }
            paints[ObjectIdentifier(element)] = paint
            let isTurned = style["transform"].map { SVGTransform($0).isTurned } ?? false
            if isTurned || isCopied || BoxUnitsRewrite.definitions.contains(element.name)
                || outer.map(turned.contains) ?? false
            {
                turned.insert(ObjectIdentifier(element))
            }
        }

        private mutating func addPaints(of element: SVGElement, index: Int) {
            guard BoxUnitsRewrite.shapes.contains(element.name) else { return }
            for (property, value) in (paints[ObjectIdentifier(element)] ?? [:]).sorted(by: { $0.key < $1.key }) {
                guard let target = source.tree.element(at: StyleValue.links(in: value).first),
                    let chain = source.chain(target),
                    chain.isFittedInBox || chain.isInBox && turned.contains(ObjectIdentifier(element))
                else { continue }
                jobs.append(Job(index: index, property: property, target: target))
            }
        }

        private mutating func addClips(of element: SVGElement, style: SVGStyle, index: Int) {
            for property in ["clip-path", "mask"] {
                guard let value = style[property],
                    let target = source.tree.element(at: StyleValue.links(in: value).first),
                    isInBox(target, property: property, of: element)
                else { continue }
                jobs.append(Job(index: index, property: property, target: target))
            }
        }

        private func isInBox(_ target: SVGElement, property: String, of element: SVGElement) -> Bool {
            let isTurned = turned.contains(ObjectIdentifier(element))
            if target.name == "mask", property == "mask" {
                return isTurned && (target.isMaskInBox || target.attributes["maskContentUnits"] == "objectBoundingBox")
            }
            guard target.name == "clipPath", property == "clip-path",
                target.attributes["clipPathUnits"] == "objectBoundingBox",
                !ClipShape.isCompound(target, sheet: source.sheet, tree: source.tree)
            else { return false }
            return isTurned || ![nil, "none"].contains(SVGStyle(of: target, sheet: source.sheet)["transform"])
        }
    }
}

/// Writes copies of paint servers, clips and masks that are not relative to an object's bounding box.
private struct BoxUnitsWriter {
    let source: SVGSource
    private(set) var isChanged = false
    private var count = 0

    init(source: SVGSource) {
        self.source = source
    }

    mutating func write(_ job: BoxUnitsRewrite.Job, box: SVGBox) {
        guard let place = source.index(of: job.target) else { return }
        let target = source.elements[place]
        count += 1
        let id = source.newID("in-box-\(count)")
        let isWritten =
            switch target.name {
            case "linearGradient", "radialGradient": writeGradient(job.target, as: id, before: target, box: box)
            case "pattern": writePattern(job.target, as: id, before: target, box: box)
            case "clipPath": writeClip(target, as: id, box: box)
            case "mask": writeMask(target, as: id, box: box)
            default: false
            }
        guard isWritten else { return }
        // librsvg ignores a paint with `!important` if the paint is a reference.
        let isPaint = ["fill", "stroke"].contains(job.property)
        source.elements[job.index].addDeclarations(["\(job.property): url(#\(id))"], areImportant: !isPaint)
        isChanged = true
    }

    // MARK: - Gradients and patterns

    private func writeGradient(_ known: SVGElement, as id: String, before target: XMLElement, box: SVGBox) -> Bool {
        guard let chain = source.chain(known), let old = known.attributes["id"] else { return false }
        let isLinear = target.name == "linearGradient"
        let usual: KeyValuePairs<String, Double> =
            isLinear
            ? ["x1": 0, "y1": 0, "x2": 1, "y2": 0] : ["cx": 0.5, "cy": 0.5, "r": 0.5, "fx": 0.5, "fy": 0.5, "fr": 0]
        var numbers: [(String, Double)] = []
        for (name, value) in usual {
            // By default, the focus is the centre.
            let text = chain[name] ?? (name == "fx" ? chain["cx"] : name == "fy" ? chain["cy"] : nil)
            guard let number = text == nil ? value : text.flatMap({ StyleLength($0)?.fraction }) else { return false }
            numbers.append((name, number))
        }
        let transform = [box.matrix, chain["gradientTransform"]].compactMap { $0 }.joined(separator: " ")
        guard
            let copy = target.insertBefore(
                target.name, ["id": id, "gradientUnits": "userSpaceOnUse", "gradientTransform": transform])
        else { return false }
        copy.link = "#\(old)"
        for (name, number) in numbers { copy[name] = "\(number)" }
        return true
    }

    private func writePattern(_ known: SVGElement, as id: String, before target: XMLElement, box: SVGBox) -> Bool {
        guard let chain = source.chain(known), let content = chain.content else { return false }
        let isInBox = chain["patternUnits"] != "userSpaceOnUse"
        var sides: [Double] = []
        for (name, start, length) in [
            ("x", box.x, box.width), ("y", box.y, box.height), ("width", 0, box.width), ("height", 0, box.height),
        ] {
            guard let side = chain[name].map(StyleLength.init) ?? StyleLength("0") else { return false }
            guard let number = isInBox ? side.fraction.map({ start + $0 * length }) : side.pixels else { return false }
            sides.append(number)
        }
        let (width, height) = (sides[2], sides[3])
        guard width > 0, height > 0,
            let copy = target.insertBefore("pattern", ["id": id, "patternUnits": "userSpaceOnUse"]),
            let group = copy.append("g")
        else { return false }
        for (name, number) in zip(["x", "y", "width", "height"], sides) { copy[name] = "\(number)" }
        copy["patternTransform"] = chain["patternTransform"]
        group.takeCopies(from: content)
        if let viewBox = chain["viewBox"],
            let fit = ViewBoxFit(viewBox, ratio: chain["preserveAspectRatio"], width: width, height: height)
        {
            copy.show(fit, content: group)
        } else if chain["patternContentUnits"] == "objectBoundingBox" {
            group["transform"] = "scale(\(box.width),\(box.height))"
        }
        return true
    }

    // MARK: - Clips and masks

    private func writeClip(_ clip: XMLElement, as id: String, box: SVGBox) -> Bool {
        guard !clip.hasPercentages, let copy = clip.parent.flatMap(clip.copied) else { return false }
        copy["id"] = id
        copy["clipPathUnits"] = nil
        copy["transform"] = [clip.statedTransform, box.matrix].compactMap { $0 }.joined(separator: " ")
        return true
    }

    private func writeMask(_ mask: XMLElement, as id: String, box: SVGBox) -> Bool {
        let isContentInBox = mask["maskContentUnits"] == "objectBoundingBox"
        guard !isContentInBox || !mask.hasPercentages, let copy = mask.parent.flatMap(mask.copied) else { return false }
        copy["id"] = id
        if mask["maskUnits"] != "userSpaceOnUse" {
            let usual = [("x", -0.1), ("y", -0.1), ("width", 1.2), ("height", 1.2)]
            for ((name, value), (start, length)) in zip(
                usual, [(box.x, box.width), (box.y, box.height), (0, box.width), (0, box.height)])
            {
                let number = mask[name].map { StyleLength($0)?.fraction ?? value } ?? value
                copy[name] = "\(start + number * length)"
            }
            copy["maskUnits"] = "userSpaceOnUse"
        }
        if isContentInBox {
            copy["maskContentUnits"] = nil
            let children = copy.children
            guard let group = copy.append("g", ["transform": box.matrix]) else { return false }
            children.forEach(group.take)
        }
        return true
    }
}

extension SVGBox {
    /// The matrix from the unit square to this box.
    fileprivate var matrix: String { "matrix(\(width),0,0,\(height),\(x),\(y))" }
}

extension XMLElement {
    /// Sets the view box, with its origin at 0, 0, and moves the content to match. The content is in a group.
    /// librsvg multiplies the position of a view box by the scale of the view box.
    func show(_ fit: ViewBoxFit, content group: XMLElement) {
        let shown = fit.visible
        self["viewBox"] = "0 0 \(shown.width) \(shown.height)"
        self["preserveAspectRatio"] = "none"
        if shown.x != 0 || shown.y != 0 { group["transform"] = "translate(\(-shown.x),\(-shown.y))" }
    }

    /// Adds copies of a pattern's content to this group, and sets the properties that the content inherits from the
    /// pattern.
    func takeCopies(from pattern: XMLElement) {
        let own: Set<String> = [
            "id", "x", "y", "width", "height", "viewBox", "preserveAspectRatio", "href", "transform",
        ]
        for (name, value) in pattern.attributes where !own.contains(name) && !name.hasPrefix("pattern") {
            self[name] = value
        }
        for child in pattern.children { child.copied(into: self) }
    }

    /// Whether a descendant has lengths relative to the canvas.
    fileprivate var hasPercentages: Bool {
        descendants.contains { element in element.attributes.contains { $0.value.hasSuffix("%") } }
    }

    /// The transformation of the element, in the notation of the attribute. Nil if it is not in the plane, or there
    /// is none.
    fileprivate var statedTransform: String? {
        let declared = StyleSheet.declarations(self["style"] ?? "").last { $0.property == "transform" }
        guard let declared else { return self["transform"] }
        guard case .plane(let functions) = StyleTransform.read(declared.value, in: nil) else { return nil }
        return StyleTransform.attribute(functions)
    }
}

extension SVGSource {
    /// The chain of references of a gradient or pattern, including changes by earlier rewrites.
    func chain(_ element: SVGElement) -> PaintServerChain<XMLElement>? {
        guard let id = element.attributes["id"], let server = written("#\(id)") else { return nil }
        return PaintServerChain(server) { written($0) }
    }
}
