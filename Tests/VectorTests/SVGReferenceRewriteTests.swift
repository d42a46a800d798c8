import Pixels
import Testing
import Vector

@Suite("References in an SVG that are rewritten before it is drawn")
struct SVGReferenceRewriteTests {
    private static let rectangle = ##"<rect width="90" height="90" fill="#f00"/>"##

    private func drawn(_ inside: String) throws -> RGBAImage { try Drawing(inside).picture(isRewritten: true) }

    private static let cases: [DrawnCase] = [
        DrawnCase(
            "a symbol that a copy moves is cut at its own edge",
            ##"<symbol id="s"><rect x="-20" y="-20" width="60" height="60" fill="#f00"/></symbol>"##
                + ##"<use href="#s" transform="translate(30 30)"/>"##,
            [(29, 29, .clear), (31, 31, .pureRed), (69, 69, .pureRed)]),
        DrawnCase(
            "a symbol has its effects",
            ##"<symbol id="s" opacity="0.6">\##(Self.rectangle)</symbol><use href="#s"/>"##,
            [(45, 45, RGBAColour(red: 255, green: 0, blue: 0, alpha: 153))]),
        DrawnCase(
            "a copy of a copy of a symbol is drawn as the inner one",
            ##"<symbol id="s">\##(Self.rectangle)</symbol>"##
                + ##"<defs><use id="u" href="#s" width="20" height="20" transform="translate(40 40)"/></defs>"##
                + ##"<use href="#u"/>"##,
            [(39, 39, .clear), (50, 50, .pureRed), (61, 61, .clear)]),
        DrawnCase(
            "a copied svg element has the size stated by the copy",
            ##"<defs><svg id="s" width="20" height="20">\##(Self.rectangle)</svg></defs>"##
                + ##"<use href="#s" width="60" height="70"/>"##,
            [(59, 69, .pureRed), (61, 50, .clear)]),
        DrawnCase(
            "a style sheet in another language than CSS is not applied",
            #"<style type="text/less">rect { fill: blue }</style>"# + Self.rectangle,
            [(45, 45, .pureRed)]),
        DrawnCase(
            "a gradient or pattern turns about its origin",
            ##"<pattern id="p" patternUnits="userSpaceOnUse" width="90" height="90" patternTransform="rotate(180)""##
                + ##" transform-origin="45 45"><rect width="45" height="90" fill="#f00"/></pattern>"##
                + ##"<rect width="90" height="90" fill="url(#p)"/>"##,
            [(20, 45, .clear), (70, 45, .pureRed)]),
    ]

    @Test("a reference is drawn as in browsers", arguments: cases)
    func drawing(case: DrawnCase) throws { try `case`.check(isRewritten: true) }

    @Test("a symbol has the size stated by the copy", arguments: ["href", "xlink:href"])
    func symbolSize(link: String) throws {
        let picture = try drawn(
            ##"<symbol id="s">\##(Self.rectangle)</symbol><use \##(link)="#s" x="10" y="20" width="30" height="40"/>"##)
        #expect(picture[11, 21] == .pureRed)
        #expect(picture[39, 59] == .pureRed)
        #expect(picture[41, 30] == .clear)
        #expect(picture[20, 61] == .clear)
    }

    @Test("symbols that show each other are not copied endlessly", .timeLimit(.minutes(1)))
    func circularSymbols() throws {
        let circle = (0..<40).map { number in
            ##"<symbol id="s\##(number)" opacity="0.5"><use href="#s\##((number + 1) % 40)"/>"##
                + ##"<use href="#s\##((number + 7) % 40)"/></symbol>"##
        }
        #expect(try Drawing(circle.joined() + ##"<use href="#s0"/>"##).rewritten() == nil)
    }

    @Test("symbols in each other are copied only so deep that librsvg can draw them")
    func deepSymbols() throws {
        let chain = (0..<40).map { number in
            ##"<symbol id="s\##(number)" opacity="0.5"><use href="#s\##(number + 1)"/></symbol>"##
        }
        let bytes = try #require(
            try Drawing(chain.joined() + ##"<symbol id="s40">\##(Self.rectangle)</symbol><use href="#s0"/>"##)
                .rewritten())
        #expect(throws: Never.self) {
            _ = try SVGDocument(bytes, isInspected: true).draw(size: (9, 9), part: (0, 0, 9, 9))
        }
    }

    @Test("the angle of a marker may have any unit", arguments: ["0.5turn", "200grad", "180deg"])
    func markerAngle(angle: String) throws {
        let picture = try drawn(
            ##"<marker id="m" orient="\##(angle)" markerUnits="userSpaceOnUse" markerWidth="30" markerHeight="30">"##
                + ##"\##(Self.rectangle)</marker><path d="M45 45h0.1" marker-start="url(#m)"/>"##)
        #expect(picture[35, 35] == .pureRed)
        #expect(picture[55, 55] == .clear)
    }

    @Test("a list of points ends with its last complete point", arguments: ["300", "x 4 5"])
    func oddPoints(end: String) throws {
        let picture = try drawn(##"<polyline points="0 10 40 10 \##(end)" stroke="#f00" stroke-width="10"/>"##)
        #expect(picture[35, 10] == .pureRed)
        #expect(picture[60, 10] == .clear)
    }

    @Test("content for another language is not drawn")
    func otherLanguage() throws {
        let picture = try drawn(
            Self.rectangle + ##"<rect width="90" height="90" fill="#00f" systemLanguage="ru-RU, de"/>"##)
        #expect(picture[45, 45] == .pureRed)
        #expect(try Drawing(#"<rect systemLanguage="de, en-GB"/>"#).rewritten() == nil)
    }

    @Test(
        "an embedded SVG is drawn as its objects, in the place of the picture",
        arguments: [("xMidYMid meet", 45), ("xMinYMin", 15), ("none", 85)])
    func embeddedDrawing(ratio: String, column: Int) throws {
        let inner =
            "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='5 5 3 3'%3E%3Cg id='a' "
            + "fill='%23f00'%3E%3Crect x='5' y='5' width='3' height='3'/%3E%3C/g%3E%3C/svg%3E"
        let picture = try drawn(
            ##"<g fill="blue"><image width="90" height="30" preserveAspectRatio="\##(ratio)" "##
                + ##"href="data:image/svg+xml,\##(inner)"/></g>"##)
        #expect(picture[column, 15] == .pureRed)
        #expect(picture[column, 35] == .clear)
        #expect(picture[85, 15] == (ratio == "none" ? .pureRed : .clear))
    }

    @Test("names in an embedded SVG are its own")
    func embeddedNames() throws {
        let inner =
            "%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 9 9'%3E"
            + "%3ClinearGradient id='g'%3E%3Cstop stop-color='%23f00'/%3E%3C/linearGradient%3E"
            + "%3Crect width='9' height='9' fill='url(%23g)'/%3E%3C/svg%3E"
        let picture = try drawn(
            ##"<linearGradient id="g"><stop stop-color="blue"/></linearGradient>"##
                + ##"<image width="90" height="90" href="data:image/svg+xml,\##(inner)"/>"##)
        #expect(picture[45, 45] == .pureRed)
    }
}
