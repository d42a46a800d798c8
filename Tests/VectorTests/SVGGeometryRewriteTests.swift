import Pixels
import Testing
import Vector

@Suite("Sizes, places and paints of an SVG that are rewritten before it is drawn")
struct SVGGeometryRewriteTests {
    private static let stops = ##"<stop offset="0.5" stop-color="#f00"/><stop offset="0.5" stop-color="#00f"/>"##
    private static let whole = ##"<rect width="90" height="90" fill="#00f"/>"##

    private func drawn(_ inside: String, root: String = "", size: String = #"viewBox="0 0 90 90""#) throws -> RGBAImage
    {
        try Drawing(inside, root: root, size: size).picture()
    }

    private static let cases: [DrawnCase] = [
        DrawnCase(
            "a clip in parts of a turned object's size is turned with it",
            ##"<clipPath id="c" clipPathUnits="objectBoundingBox"><rect width="0.25" height="1"/></clipPath>"##
                + ##"<rect x="30" y="30" width="30" height="30" fill="#00f" transform="rotate(45 45 45)" clip-path="url(#c)"/>"##,
            [(38, 38, .pureBlue), (43, 43, .clear)]),
        DrawnCase(
            "the view box of a pattern is fitted into its tile",
            ##"<pattern id="p" patternUnits="userSpaceOnUse" width="90" height="45" viewBox="10 10 10 10">"##
                + ##"<rect x="10" y="10" width="10" height="10" fill="#00f"/></pattern>"##
                + ##"<rect width="90" height="90" fill="url(#p)"/>"##,
            [(45, 22, .pureBlue), (15, 22, .clear), (75, 22, .clear)]),
        DrawnCase(
            "a gradient from a point to the same point has its last colour",
            ##"<linearGradient id="g" x1="0.3" x2="0.3">\##(Self.stops)</linearGradient>"##
                + ##"<rect width="90" height="90" fill="url(#g)"/>"##,
            [(5, 45, .pureBlue), (85, 45, .pureBlue)]),
        DrawnCase(
            "a circle of gradients is cut where the stops are",
            ##"<linearGradient id="a" href="#b"/><linearGradient id="b" href="#g">\##(Self.stops)</linearGradient>"##
                + ##"<linearGradient id="g" href="#a"/><rect width="90" height="90" fill="url(#g)"/>"##,
            [(10, 45, .pureRed), (80, 45, .pureBlue)]),
        DrawnCase(
            "a copy of something around it shows nothing",
            ##"<g id="g"><rect width="20" height="20" fill="#00f"/><use href="#g" x="40"/></g>"##,
            [(10, 10, .pureBlue), (50, 10, .clear)]),
        DrawnCase(
            "a symbol is cut at its view box",
            ##"<symbol id="s" viewBox="0 0 10 10"><rect width="20" height="20" fill="#00f"/></symbol>"##
                + ##"<use href="#s" width="40" height="40"/>"##,
            [(39, 39, .pureBlue), (42, 20, .clear)]),
        DrawnCase(
            "parts of a clip with other directions are united",
            ##"<clipPath id="c"><path d="M0 0H60V60H0z"/><path d="M30 30V90H90V30z"/></clipPath>"##
                + ##"<g clip-path="url(#c)">\##(Self.whole)</g>"##,
            [(45, 45, .pureBlue)]),
        DrawnCase(
            "an object in a clipped group does not blend with the content behind the group",
            ##"<rect width="90" height="90" fill="#f00"/><clipPath id="c"><rect width="60" height="60"/></clipPath>"##
                + ##"<g clip-path="url(#c)"><rect width="90" height="90" fill="#00f" style="mix-blend-mode: multiply"/></g>"##,
            [(30, 30, .pureBlue)]),
        DrawnCase(
            "a style sheet for print is not applied",
            "<style media=\"print\">rect { fill: red }</style>\(Self.whole)",
            [(45, 45, .pureBlue)]),
    ]

    @Test("a size, a place or a paint is drawn as in browsers", arguments: cases)
    func drawing(case: DrawnCase) throws { try `case`.check() }

    @Test(
        "a gradient of a turned object is as long as the object",
        arguments: [
            ##"<linearGradient id="g">STOPS</linearGradient><g transform="rotate(45 45 45)">SHAPE</g>"##,
            ##"<linearGradient id="h">STOPS</linearGradient><linearGradient id="g" href="#h"/><g fill="url(#g)" transform="rotate(45 45 45)">SHAPE</g>"##,
        ])
    func turnedGradient(inside: String) throws {
        // The first tenth of the object is red.
        let stops = Self.stops.replacing("0.5", with: "0.1")
        let shape = ##"<rect x="30" y="30" width="30" height="30" fill="url(#g)"/>"##
        let picture = try drawn(inside.replacing("STOPS", with: stops).replacing("SHAPE", with: shape))
        #expect(picture[45, 45] == .pureBlue)
        #expect(picture[35, 35] == .pureRed)
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
        #expect(picture[45, 45] == .pureBlue)
        #expect(picture[35, 35] == .pureRed)
    }

    @Test(
        "a marker with an invalid or a relative value is drawn", arguments: ["markerUnits=\"none\"", "refX=\"none\""])
    func markerValues(attribute: String) throws {
        let picture = try drawn(
            ##"<marker id="m" \##(attribute) markerWidth="50%" markerHeight="50%">\##(Self.whole)</marker>"##
                + ##"<path d="M20 20h1" stroke-width="1" marker-start="url(#m)"/>"##)
        #expect(picture[60, 60] == .pureBlue)
        #expect(picture[68, 30] == .clear)
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
        #expect(picture[50, 10] == .pureBlue)
        #expect(picture[10, 10] == .clear && picture[10, 70] == .clear)
    }

    @Test("a transformation of the whole drawing rotates around its centre")
    func rootTransform() throws {
        let picture = try drawn(
            ##"<rect width="20" height="20" fill="#00f"/>"##, root: #"transform="rotate(180)""#)
        #expect(picture[80, 80] == .pureBlue)
        #expect(picture[10, 10] == .clear)
    }

    @Test(
        "a keyword of CSS or a value that browsers ignore gives the colour of browsers",
        arguments: [#"style="fill: initial""#, #"fill-opacity=".5px""#])
    func keywords(attributes: String) throws {
        let isBlack = attributes.contains("initial")
        let picture = try drawn(##"<g fill="#00f"><rect width="90" height="90" \##(attributes)/></g>"##)
        #expect(picture[45, 45] == (isBlack ? RGBAColour(red: 0, green: 0, blue: 0) : .pureBlue))
    }

    @Test(
        "a colour that librsvg does not read wins over a fallback of another colour",
        arguments: ["hsl(240 100 50)", "rgb(none 0 255)", "color(srgb 0 0 1)"])
    func newColours(colour: String) throws {
        let picture = try drawn(##"<rect width="90" height="90" fill="orange" style="fill: \##(colour)"/>"##)
        #expect(picture[45, 45] == .pureBlue)
    }

    @Test(
        "an object with a condition that browsers do not fulfil is not drawn",
        arguments: [#"requiredExtensions="urn:x""#, #"requiredExtensions="""#])
    func conditions(attribute: String) throws {
        let picture = try drawn(##"<rect width="40" height="40" fill="#f00" \##(attribute)/><g>\##(Self.whole)</g>"##)
        #expect(picture[10, 10] == .pureBlue)
        #expect(try drawn("<switch><rect \(attribute)/>\(Self.whole)</switch>")[10, 10] == .pureBlue)
    }

}
