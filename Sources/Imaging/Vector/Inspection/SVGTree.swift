import CXML

/// The elements of an SVG, read by libxml2, which is also librsvg's parser. Entities that the document declares are
/// replaced, and no other file is opened.
package final class SVGTree {
    let root: SVGElement
    /// All elements, in the order of the document.
    let elements: [SVGElement]
    /// The elements with an `id`. If several elements have the same `id`, the first.
    private(set) var elementsByID: [String: SVGElement] = [:]
    /// The text of all `<style>` elements, in their order.
    private(set) var styleText = ""
    /// Whether a `<style>` element contains a language other than CSS.
    private(set) var hasForeignStyles = false
    /// The URLs in `<?xml-stylesheet?>` instructions.
    let styleSheetLinks: [String]
    /// Whether any style blends an object with its backdrop.
    private(set) var hasBlending = false
    private(set) var hasMarkers = false

    private(set) lazy var copyCircles = CopyCircles(self)

    /// The element to which a URL such as `#shade` refers. Nil for any other URL.
    func element(at link: String?) -> SVGElement? {
        guard let link = link?.trimmed, link.hasPrefix("#") else { return nil }
        return elementsByID[String(link.dropFirst())]
    }

    /// The largest number of elements that are inspected. librsvg refuses documents with more than a million.
    private static let mostElements = 500_000

    /// - Returns: nil for a document that is not well-formed, or too large.
    package init?(_ bytes: [UInt8]) {
        let reader = SVGTreeReader(mostElements: SVGTree.mostElements)
        guard reader.read(bytes), let root = reader.root else { return nil }
        self.root = root
        elements = reader.elements
        styleSheetLinks = reader.styleSheetLinks
        index()
    }

    /// Whether the root defines the size of the canvas. Without a `viewBox`, or a width and a height in units, librsvg
    /// makes the canvas as large as the drawn content, and misplaces that content at other scales.
    package var statesSize: Bool {
        if root.attributes["viewBox"] != nil { return true }
        return ["width", "height"].allSatisfy { name in
            root.attributes[name]?.wholeMatch(of: /\s*[0-9.]+[a-z]*\s*/) != nil
        }
    }

    /// The long side of the canvas in user units. Nil if the root does not define it.
    var longSide: Double? {
        if let box = viewBox { return max(box.width, box.height) }
        let sides = ["width", "height"].compactMap { side($0) }
        return sides.max()
    }

    /// The rectangle of the view box, or else of the declared sides. Nil if the root does not define it.
    var canvas: SVGBox? {
        let box = StyleValue.numbers(root.attributes["viewBox"] ?? "")
        if box.count == 4, box[2] > 0, box[3] > 0 { return SVGBox(x: box[0], y: box[1], width: box[2], height: box[3]) }
        guard let width = side("width"), let height = side("height") else { return nil }
        return SVGBox(x: 0, y: 0, width: width, height: height)
    }

    /// The number of pixels per unit of the view box, at the declared size of the root. 1 if it is unknown.
    var viewBoxScale: Double {
        guard let box = viewBox else { return 1 }
        if let width = side("width") { return width / box.width }
        if let height = side("height") { return height / box.height }
        return 1
    }

    private var viewBox: (width: Double, height: Double)? {
        let box = StyleValue.numbers(root.attributes["viewBox"] ?? "")
        return box.count == 4 && box[2] > 0 && box[3] > 0 ? (box[2], box[3]) : nil
    }

    /// A side in CSS pixels. Nil for a relative side, and for one that is not positive.
    private func side(_ name: String) -> Double? {
        guard let side = root.attributes[name].flatMap(StyleLength.init)?.pixels, side > 0 else { return nil }
        return side
    }

    private func index() {
        for element in elements {
            if let id = element.attributes["id"], elementsByID[id] == nil { elementsByID[id] = element }
            if element.attributes["style"]?.contains("mix-blend-mode") == true { hasBlending = true }
            if element.name == "marker" { hasMarkers = true }
            guard element.name == "style" else { continue }
            if element.isStyleSheet { styleText += element.styleText + "\n" } else { hasForeignStyles = true }
        }
        hasBlending = hasBlending || styleText.contains("mix-blend-mode")
    }
}

/// Builds the elements from libxml2's events.
private final class SVGTreeReader {
    private(set) var root: SVGElement?
    private(set) var elements: [SVGElement] = []
    private(set) var styleSheetLinks: [String] = []
    private var open: [SVGElement] = []
    private let mostElements: Int
    private var isTooLarge = false

    private static let namespace = "http://www.w3.org/2000/svg"
    private static let xlink = "http://www.w3.org/1999/xlink"
    private static let xml = "http://www.w3.org/XML/1998/namespace"
    /// The attributes that are used later. Outlines of paths, which are most of a drawing, are not stored.
    private static let wanted: Set<String> = [
        "id", "class", "style", "viewBox", "width", "height", "preserveAspectRatio", "requiredExtensions",
        "requiredFeatures", "systemLanguage", "media", "rotate",
        "textLength", "pathLength", "path", "in", "in2", "radius", "primitiveUnits", "begin", "type",
        "orient", "gradientTransform", "gradientUnits", "patternTransform", "patternUnits", "filterUnits",
        "clipPathUnits", "startOffset", "kerning",
    ]
    /// Attributes that are stored for text, and for other elements only with a unit or a function.
    private static let places: Set<String> = [
        "x", "y", "dx", "dy", "r", "rx", "ry", "cx", "cy", "x1", "y1", "x2", "y2",
    ]

    init(mostElements: Int) {
        self.mostElements = mostElements
    }

    /// - Returns: whether the document is well-formed and not too large.
    func read(_ bytes: [UInt8]) -> Bool {
        guard let length = Int32(exactly: bytes.count),
            let context = bytes.withUnsafeBytes({
                xmlCreateMemoryParserCtxt($0.baseAddress?.assumingMemoryBound(to: CChar.self), length)
            })
        else { return false }
        defer {
            xmlFreeDoc(context.pointee.myDoc)
            context.pointee.myDoc = nil
            xmlFreeParserCtxt(context)
        }
        xmlCtxtUseOptions(context, XMLLimits.options(for: bytes))
        // As in librsvg, entities of the document are replaced, and external entities are never loaded.
        context.pointee.replaceEntities = 1
        context.pointee.sax.pointee = SVGTreeReader.events()
        context.pointee._private = Unmanaged.passUnretained(self).toOpaque()
        let status = withExtendedLifetime(self) { xmlParseDocument(context) }
        return status == 0 && context.pointee.wellFormed != 0 && !isTooLarge
    }

    fileprivate static func current(_ context: UnsafeMutableRawPointer?) -> SVGTreeReader? {
        guard let state = context?.assumingMemoryBound(to: xmlParserCtxt.self).pointee._private else { return nil }
        return Unmanaged<SVGTreeReader>.fromOpaque(state).takeUnretainedValue()
    }

    /// Begins an element.
    ///
    /// - Parameter attributes: five pointers per attribute: name, prefix, namespace, the value's start and its end.
    fileprivate func start(
        _ name: UnsafePointer<xmlChar>?, namespace: UnsafePointer<xmlChar>?, count: Int,
        attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>?
    ) {
        guard elements.count < mostElements, open.count < XMLLimits.mostDepth else {
            isTooLarge = true
            return
        }
        let isSVG = namespace.map { String(cString: $0) == SVGTreeReader.namespace } ?? true
        var values: [String: String] = [:]
        let name = isSVG ? name.map { String(cString: $0) } ?? "" : ""
        if let attributes {
            for index in 0..<count { keep(attributes + index * 5, of: name, in: &values) }
        }
        let element = SVGElement(name: name, attributes: values, parent: open.last)
        if let attributes {
            let points = SVGTreeReader.value(of: "points", in: attributes, count: count)
            let path = SVGTreeReader.value(of: "d", in: attributes, count: count)
            element.pathBytes = (points?.count ?? 0) + (path?.count ?? 0)
            if let path, name == "path" { element.hasOpenParts = PathOutline.hasOpenParts(path) }
            if let points, ["polyline", "polygon"].contains(name) {
                element.hasUnevenPoints = PointList(points).isUneven
            }
        }
        root = root ?? element
        elements.append(element)
        open.append(element)
    }

    /// The bytes of an attribute. Nil if the element does not have it.
    private static func value(
        of wanted: String, in attributes: UnsafeMutablePointer<UnsafePointer<xmlChar>?>, count: Int
    ) -> UnsafeBufferPointer<xmlChar>? {
        for index in 0..<count {
            let attribute = attributes + index * 5
            guard let name = attribute[0], let start = attribute[3], let end = attribute[4],
                xmlStrEqual(name, wanted) != 0
            else { continue }
            return UnsafeBufferPointer(start: start, count: end - start)
        }
        return nil
    }

    private func keep(
        _ attribute: UnsafeMutablePointer<UnsafePointer<xmlChar>?>, of element: String,
        in values: inout [String: String]
    ) {
        guard let name = attribute[0].map({ String(cString: $0) }), let start = attribute[3], let end = attribute[4]
        else { return }
        if name == "space", let namespace = attribute[2], String(cString: namespace) == SVGTreeReader.xml {
            values["xml:space"] = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
            return
        }
        let isLink = name == "href"
        if element.isEmpty {
            // Attributes of elements in other namespaces are ignored, except for the `style` attribute of HTML.
            guard name == "style" else { return }
        } else if SVGElement.isDefinedInNumbers(element) {
            // Effects, gradients, clips and masks are rare, and most of their values affect the drawing.
        } else if SVGTreeReader.places.contains(name) {
            let last = end > start ? (end - 1).pointee : 0
            let isNumber = last < UInt8(ascii: "A") && last != UInt8(ascii: ")")
            guard !isNumber || SVGElement.textual.contains(element) else { return }
        } else {
            guard isLink || SVGTreeReader.wanted.contains(name) || SVGStyle.properties.contains(name) else { return }
        }
        if let namespace = attribute[2] {
            // SVG 2's `href` takes precedence over XLink's, regardless of their order.
            guard isLink, String(cString: namespace) == SVGTreeReader.xlink, values["href"] == nil else { return }
        }
        values[name] = String(decoding: UnsafeBufferPointer(start: start, count: end - start), as: UTF8.self)
    }

    fileprivate func end() {
        guard !isTooLarge else { return }
        open.removeLast()
    }

    fileprivate func add(_ characters: UnsafePointer<xmlChar>?, count: Int) {
        guard let characters, let element = open.last, !isTooLarge else { return }
        let bytes = UnsafeBufferPointer(start: characters, count: count)
        if element.name == "style" {
            element.styleText += String(decoding: bytes, as: UTF8.self)
        } else {
            if !element.hasText { element.hasText = bytes.contains { $0 > 0x20 } }
            if SVGElement.textual.contains(element.name) {
                element.append(text: String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    fileprivate func addInstruction(_ target: UnsafePointer<xmlChar>?, _ data: UnsafePointer<xmlChar>?) {
        guard let target, let data, String(cString: target) == "xml-stylesheet" else { return }
        let link = String(cString: data).firstMatch(of: /\bhref\s*=\s*(?:"([^"]*)"|'([^']*)')/)?.output
        if let link = link?.1 ?? link?.2 { styleSheetLinks.append(String(link)) }
    }

    /// The events of libxml2 with the handlers of this reader, and without handlers that open files or print messages.
    private static func events() -> xmlSAXHandler {
        var events = xmlSAXHandler()
        xmlSAXVersion(&events, 2)
        events.startElementNs = { context, name, _, namespace, _, _, count, _, attributes in
            SVGTreeReader.current(context)?.start(
                name, namespace: namespace, count: Int(count), attributes: attributes)
        }
        events.endElementNs = { context, _, _, _ in SVGTreeReader.current(context)?.end() }
        events.characters = { SVGTreeReader.current($0)?.add($1, count: Int($2)) }
        events.cdataBlock = { SVGTreeReader.current($0)?.add($1, count: Int($2)) }
        events.processingInstruction = { SVGTreeReader.current($0)?.addInstruction($1, $2) }
        XMLLimits.closeDoors(of: &events)
        events.ignorableWhitespace = nil
        events.comment = nil
        events.reference = nil
        return events
    }
}
