import CRsvg

/// The rectangle around what an element fills, in the element's own coordinates, as librsvg measures it.
enum FillBox {
    private static let probe = "measured-element"

    /// - Parameter index: the place of the element in the document.
    /// - Returns: nil for an element that is not drawn where it stands.
    static func of(_ index: Int, in source: SVGSource) -> SVGBox? {
        guard let canvas = source.tree.canvas, let bytes = source.document.bytes, let copy = XMLDocument(bytes) else {
            return nil
        }
        let elements = copy.elements
        guard index < elements.count else { return nil }
        elements[index]["id"] = probe
        var next: XMLElement? = elements[index]
        while let element = next, element != copy.root {
            element["transform"] = nil
            element.addDeclarations(["transform: none"], areImportant: false)
            next = element.parent
        }
        copy.root["width"] = "\(canvas.width)"
        copy.root["height"] = "\(canvas.height)"
        guard let bytes = copy.bytes, let document = try? SVGDocument(bytes, isInspected: true) else { return nil }
        return document.fillBox(ofElement: probe, width: canvas.width, height: canvas.height).map { box in
            SVGBox(x: box.x + canvas.x, y: box.y + canvas.y, width: box.width, height: box.height)
        }
    }
}

extension SVGDocument {
    fileprivate func fillBox(ofElement id: String, width: Double, height: Double) -> SVGBox? {
        withHandle { handle in
            var viewport = RsvgRectangle(x: 0, y: 0, width: width, height: height)
            var (ink, fill) = (RsvgRectangle(), RsvgRectangle())
            guard rsvg_handle_get_geometry_for_layer(handle, "#\(id)", &viewport, &ink, &fill, nil) != 0 else {
                return nil
            }
            return SVGBox(x: fill.x, y: fill.y, width: fill.width, height: fill.height)
        }
    }
}
