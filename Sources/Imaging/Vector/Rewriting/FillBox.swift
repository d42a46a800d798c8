import CRsvg

/// The bounding rectangles of an element's fill and strokes, in the element's own coordinates, as measured by librsvg.
struct FillBox {
    let fill: SVGBox
    let stroke: SVGBox

    private static let probe = "measured-element-"
    /// The long side of the canvas during the measurement, in pixels. librsvg flattens curves to whole pixels, so a
    /// large canvas is more exact.
    private static let pixels = 4096.0

    /// - Parameter index: the index of the element in the document.
    /// - Returns: nil for an element without a filled area.
    static func of(_ index: Int, in source: SVGSource) -> FillBox? { of([index], in: source)[index] }

    /// The boxes of several elements by index, all measured in one copy of the document.
    ///
    /// - Parameter isMoved: whether the boxes are in the coordinates of each element's parent, instead of its own.
    static func of(_ indices: [Int], in source: SVGSource, isMoved: Bool = false) -> [Int: FillBox] {
        guard let canvas = source.tree.canvas, let bytes = source.document.bytes, let copy = XMLDocument(bytes) else {
            return [:]
        }
        let elements = copy.elements
        for index in indices where index > 0 && index < elements.count {
            addProbe(of: elements[index], index, to: copy.root, isMoved: isMoved)
        }
        for name in ["transform", "clip-path", "mask", "filter", "preserveAspectRatio"] { copy.root[name] = nil }
        copy.root.addDeclarations(["transform: none"], areImportant: false)
        // Sides in pixels would not scale with the canvas.
        copy.root["viewBox"] = "\(canvas.x) \(canvas.y) \(canvas.width) \(canvas.height)"
        for name in ["width", "height"] { copy.root[name] = "100%" }
        guard let bytes = copy.bytes, let document = try? SVGDocument(bytes, isInspected: true) else { return [:] }
        let scale = pixels / max(canvas.width, canvas.height)
        return Dictionary(
            indices.compactMap { index in
                document.box(ofElement: "\(probe)\(index)", in: canvas, scale: scale).map { (index, $0) }
            }, uniquingKeysWith: { one, _ in one })
    }

    /// Adds a copy of an element to the root, so that the transformations of the element's ancestors do not apply.
    private static func addProbe(of element: XMLElement, _ index: Int, to root: XMLElement, isMoved: Bool) {
        guard let group = root.append("g", ["id": "\(probe)\(index)"]), let copy = element.copied(into: group) else {
            return
        }
        for name in ["id", "clip-path", "mask", "filter"] { copy[name] = nil }
        if !isMoved {
            copy["transform"] = nil
            if element.name == "use" { for name in ["x", "y"] { copy[name] = nil } }
            copy.addDeclarations(["transform: none"], areImportant: false)
        }
        copy.addDeclarations(["clip-path: none", "mask: none", "filter: none"], areImportant: true)
    }
}

extension SVGDocument {
    fileprivate func box(ofElement id: String, in canvas: SVGBox, scale: Double) -> FillBox? {
        withHandle { handle in
            var viewport = RsvgRectangle(x: 0, y: 0, width: canvas.width * scale, height: canvas.height * scale)
            var (ink, fill) = (RsvgRectangle(), RsvgRectangle())
            guard rsvg_handle_get_geometry_for_layer(handle, "#\(id)", &viewport, &ink, &fill, nil) != 0 else {
                return nil
            }
            let boxes = [fill, ink].map { box in
                SVGBox(
                    x: box.x / scale + canvas.x, y: box.y / scale + canvas.y, width: box.width / scale,
                    height: box.height / scale)
            }
            return fill.width > 0 || fill.height > 0 ? FillBox(fill: boxes[0], stroke: boxes[1]) : nil
        }
    }
}
