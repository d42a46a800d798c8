import Pixels
import Testing
import Vector

@Suite("Sizes, places and paints of an SVG that are rewritten before it is drawn")
struct SVGGeometryRewriteTests {
    private static let red = RGBAColour(red: 255, green: 0, blue: 0)
    private static let blue = RGBAColour(red: 0, green: 0, blue: 255)
    private static let stops = ##"<stop offset="0.5" stop-color="#f00"/><stop offset="0.5" stop-color="#00f"/>"##
    private static let whole = ##"<rect width="90" height="90" fill="#00f"/>"##

    /// The drawing, rewritten if necessary, with 90 × 90 pixels.
    private func drawn(_ inside: String, root: String = "", size: String = #"viewBox="0 0 90 90""#) throws -> RGBAImage
    {
        let bytes = Array(#"<svg xmlns="http://www.w3.org/2000/svg" \#(size) \#(root)>\#(inside)</svg>"#.utf8)
        let tree = try #require(SVGTree(bytes))
        let rewritten = SVGRewriter().rewritten(bytes, tree: tree, contents: SVGContents(tree)) ?? bytes
        #expect(SVGContents(try #require(SVGTree(rewritten))).unsupported == [])
        return try SVGDocument(rewritten, isInspected: true).draw(size: (90, 90), part: (0, 0, 90, 90))
    }

    @Test(
        "a gradient of a turned object is as long as the object",
        arguments: [
            ##"<linearGradient id="g">STOPS</linearGradient><g transform="rotate(45 45 45)">SHAPE</g>"##,
            ##"<linearGradient id="h">STOPS</linearGradient><linearGradient id="g" href="#h"/><g fill="url(#g)" transform="rotate(45 45 45)">SHAPE</g>"##,
        ])
    func turnedGradient(inside: String) throws {
        // Red is the first tenth of the object.
        let stops = Self.stops.replacing("0.5", with: "0.1")
        let shape = ##"<rect x="30" y="30" width="30" height="30" fill="url(#g)"/>"##
        let picture = try drawn(inside.replacing("STOPS", with: stops).replacing("SHAPE", with: shape))
        #expect(picture[45, 45] == Self.blue)
        #expect(picture[35, 35] == Self.red)
    }

    @Test(
        "a turned object is measured in a drawing whose size has a unit and no view box",
        arguments: [
            #"width="67.5pt" height="67.5pt""#, #"width="23.8125mm" height="2.38125cm""#,
            #"width="0.9375in" height="5.625pc""#,
        ])
    func turnedGradientInUnits(size: String) throws {
        let stops = Self.stops.replacing("0.5", with: "0.1")
        let picture = try drawn(
            ##"<linearGradient id="g">\##(stops)</linearGradient>"##
                + ##"<rect x="30" y="30" width="30" height="30" fill="url(#g)" transform="rotate(45 45 45)"/>"##,
            size: size)
        #expect(picture[45, 45] == Self.blue)
        #expect(picture[35, 35] == Self.red)
    }

    @Test("a clip in parts of a turned object's size is turned with it")
    func turnedClip() throws {
        let picture = try drawn(
            ##"<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.25" height="1"/></clipPath>"##
                + ##"<rect x="30" y="30" width="30" height="30" fill="#00f" transform="rotate(45 45 45)" clip-path="url(#c)"/>"##
        )
        #expect(picture[38, 38] == Self.blue)
        #expect(picture[43, 43] == .clear)
    }

    @Test("the view box of a pattern is fitted into its tile")
    func patternViewBox() throws {
        let picture = try drawn(
            ##"<pattern id="p" patternUnits="userSpaceOnUse" width="90" height="45" viewBox="10 10 10 10">"##
                + ##"<rect x="10" y="10" width="10" height="10" fill="#00f"/></pattern>"##
                + ##"<rect width="90" height="90" fill="url(#p)"/>"##)
        #expect(picture[45, 22] == Self.blue)
        #expect(picture[15, 22] == .clear && picture[75, 22] == .clear)
    }

    @Test("a gradient from a point to the same point has its last colour")
    func pointGradient() throws {
        let picture = try drawn(
            ##"<linearGradient id="g" x1="0.3" x2="0.3">\##(Self.stops)</linearGradient>"##
                + ##"<rect width="90" height="90" fill="url(#g)"/>"##)
        #expect(picture[5, 45] == Self.blue && picture[85, 45] == Self.blue)
    }

    @Test("a circle of gradients is cut where the stops are")
    func gradientCircle() throws {
        let picture = try drawn(
            ##"<linearGradient id="a" href="#b"/><linearGradient id="b" href="#g">\##(Self.stops)</linearGradient>"##
                + ##"<linearGradient id="g" href="#a"/><rect width="90" height="90" fill="url(#g)"/>"##)
        #expect(picture[10, 45] == Self.red && picture[80, 45] == Self.blue)
    }

    @Test(
        "a marker with an invalid or a relative value is drawn", arguments: ["markerUnits=\"none\"", "refX=\"none\""])
    func markerValues(attribute: String) throws {
        let picture = try drawn(
            ##"<marker id="m" \##(attribute) markerWidth="50%" markerHeight="50%">\##(Self.whole)</marker>"##
                + ##"<path d="M20 20h1" stroke-width="1" marker-start="url(#m)"/>"##)
        #expect(picture[60, 60] == Self.blue)
        #expect(picture[68, 30] == .clear)
    }

    @Test("a copy of something around it shows nothing")
    func copyOfAncestor() throws {
        let picture = try drawn(
            ##"<g id="g"><rect width="20" height="20" fill="#00f"/><use href="#g" x="40"/></g>"##)
        #expect(picture[10, 10] == Self.blue)
        #expect(picture[50, 10] == .clear)
    }

    @Test("a symbol is cut at its view box")
    func symbolEdge() throws {
        let picture = try drawn(
            ##"<symbol id="s" viewBox="0 0 10 10"><rect width="20" height="20" fill="#00f"/></symbol>"##
                + ##"<use href="#s" width="40" height="40"/>"##)
        #expect(picture[39, 39] == Self.blue)
        #expect(picture[42, 20] == .clear)
    }

    @Test(
        "a CSS transform replaces the attribute, in any unit",
        arguments: [
            "transform: translate(40px)", "transform: translateX(44.4444%)", "transform: translate(40px) !important",
            "translate: 40px", "transform: translate3d(40px, 0, 9px)",
            "transform: matrix3d(1,0,0,0,0,1,0,0,0,0,1,0,40,0,0,1)",
        ])
    func cssTransforms(style: String) throws {
        let attribute = style.hasPrefix("translate") ? "" : #"transform="translate(0 60)""#
        let picture = try drawn(##"<rect width="20" height="20" fill="#00f" \##(attribute) style="\##(style)"/>"##)
        #expect(picture[50, 10] == Self.blue)
        #expect(picture[10, 10] == .clear && picture[10, 70] == .clear)
    }

    @Test("a transformation of the whole drawing rotates around its centre")
    func rootTransform() throws {
        let picture = try drawn(
            ##"<rect width="20" height="20" fill="#00f"/>"##, root: #"transform="rotate(180)""#)
        #expect(picture[80, 80] == Self.blue)
        #expect(picture[10, 10] == .clear)
    }

    @Test(
        "a keyword of CSS or a value that browsers ignore gives the colour of browsers",
        arguments: [#"style="fill: initial""#, #"fill-opacity=".5px""#])
    func keywords(attributes: String) throws {
        let isBlack = attributes.contains("initial")
        let picture = try drawn(##"<g fill="#00f"><rect width="90" height="90" \##(attributes)/></g>"##)
        #expect(picture[45, 45] == (isBlack ? RGBAColour(red: 0, green: 0, blue: 0) : Self.blue))
    }

    @Test(
        "a colour that librsvg does not read wins over a fallback of another colour",
        arguments: ["hsl(240 100 50)", "rgb(none 0 255)", "color(srgb 0 0 1)"])
    func newColours(colour: String) throws {
        let picture = try drawn(##"<rect width="90" height="90" fill="orange" style="fill: \##(colour)"/>"##)
        #expect(picture[45, 45] == Self.blue)
    }

    @Test("parts of a clip with other directions are united")
    func clipDirections() throws {
        let picture = try drawn(
            ##"<clipPath id="c"><path d="M0 0H60V60H0z"/><path d="M30 30V90H90V30z"/></clipPath>"##
                + ##"<g clip-path="url(#c)">\##(Self.whole)</g>"##)
        #expect(picture[45, 45] == Self.blue)
    }

    @Test("an object in a clipped group does not blend with the content behind the group")
    func isolatedClip() throws {
        let picture = try drawn(
            ##"<rect width="90" height="90" fill="#f00"/><clipPath id="c"><rect width="60" height="60"/></clipPath>"##
                + ##"<g clip-path="url(#c)"><rect width="90" height="90" fill="#00f" style="mix-blend-mode: multiply"/></g>"##
        )
        #expect(picture[30, 30] == Self.blue)
    }

    @Test(
        "an object with a condition that browsers do not fulfil is not drawn",
        arguments: [#"requiredExtensions="urn:x""#, #"requiredExtensions="""#])
    func conditions(attribute: String) throws {
        let picture = try drawn(##"<rect width="40" height="40" fill="#f00" \##(attribute)/><g>\##(Self.whole)</g>"##)
        #expect(picture[10, 10] == Self.blue)
        #expect(try drawn("<switch><rect \(attribute)/>\(Self.whole)</switch>")[10, 10] == Self.blue)
    }

    @Test("a style sheet for print is not applied")
    func printStyles() throws {
        let picture = try drawn("<style media=\"print\">rect { fill: red }</style>\(Self.whole)")
        #expect(picture[45, 45] == Self.blue)
    }
}
