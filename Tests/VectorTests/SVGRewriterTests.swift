import Pixels
import Testing
import Vector

@Suite("An SVG that is rewritten before it is drawn")
struct SVGRewriterTests {
    /// A PNG of one red pixel, in base64.
    private static let redPicture =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGP4z8AAAAMBAQDJ/pLvAAAAAElFTkSuQmCC"

    private func drawn(_ inside: String, convert: @escaping ([UInt8]) -> [UInt8]? = { _ in nil }) throws -> RGBAImage {
        try Drawing(inside).picture(isRewritten: true, convert: convert)
    }

    private static let cases: [DrawnCase] = [
        DrawnCase(
            "the colour of a shadow may be from CSS",
            ##"""
            <style>.s { flood-color: #00f; flood-opacity: 1 }</style>
            <filter id="f" x="-1" y="-1" width="4" height="3">
            <feDropShadow class="s" dx="30" dy="0" stdDeviation="0" style="flood-opacity: 1"/></filter>
            <rect x="10" y="30" width="20" height="30" fill="#f00" filter="url(#f)"/>
            """##,
            [(50, 45, .pureBlue)]),
        DrawnCase(
            "a stroke that keeps its width is not scaled with its object",
            ##"""
            <g transform="scale(10)" stroke="#00f" stroke-width="6px">
            <path d="M0 4.5h9" vector-effect="non-scaling-stroke"/></g>
            """##,
            [(45, 43, .pureBlue), (45, 40, .clear)]),
    ]

    @Test("a style or a stroke is drawn as in browsers", arguments: cases)
    func drawing(case: DrawnCase) throws { try `case`.check(isRewritten: true) }

    @Test(
        "a drawing that librsvg draws correctly is not changed",
        arguments: [
            "<rect/>", #"<image href="data:image/png;base64,\#(redPicture)"/>"#,
            #"<image href="data:;base64,\#(redPicture)"/>"#, #"<image href="data:image/svg+xml;utf8,&lt;svg/>"/>"#,
            ##"<defs><filter id="f"><feDropShadow/></filter></defs><rect/>"##,
        ])
    func untouched(inside: String) throws {
        #expect(try Drawing(inside).rewritten() == nil)
    }

    @Test(
        "an embedded picture is drawn, whatever its stated media type",
        arguments: ["image/jpg", "img/png", "image/jpeg"])
    func mediaTypes(label: String) throws {
        for link in ["href", "xlink:href"] {
            let picture = try drawn(
                #"<image \#(link)="data:\#(label);base64,\#(Self.redPicture)" width="90" height="90"/>"#)
            #expect(picture[45, 45] == .pureRed)
        }
    }

    @Test("an embedded picture may have line breaks in its base64")
    func lineBreaks() throws {
        let lines = Self.redPicture.enumerated().map { $0.offset % 10 == 9 ? "\($0.element)&#10; " : "\($0.element)" }
        let picture = try drawn(
            #"<image href="data:image/jpg;base64, \#(lines.joined())" width="90" height="90"/>"#)
        #expect(picture[45, 45] == .pureRed)
    }

    @Test(
        "an embedded picture that librsvg cannot show is replaced",
        arguments: ["UklGRiQAAABXRUJQVlA4", "AAAAHGZ0eXBhdmlm", "/9j/4QAQRXhpZgAA", "/9j/4gAQSUNDX1BST0ZJTEUA"])
    func converted(content: String) throws {
        let png = try #require(SVGRewriterTests.bytes(Self.redPicture))
        let picture = try drawn(
            #"<image href="data:image/jpeg;base64,\#(content)" width="90" height="90"/>"#, convert: { _ in png })
        #expect(picture[45, 45] == .pureRed)
    }

    @Test("the bytes of an embedded picture reach the converter completely")
    func wholePicture() throws {
        nonisolated(unsafe) var seen: [UInt8] = []
        _ = try Drawing(#"<image href="data:image/webp;base64,UklGR%69QAAABXRUJQ Vlg="/>"#).rewritten { bytes in
            seen = bytes
            return nil
        }
        #expect(seen == Array("RIFF".utf8) + [0x24, 0, 0, 0] + Array("WEBPVX".utf8))
    }

    @Test("a picture of more than ten million characters is drawn")
    func longPicture() throws {
        let padding = String(repeating: " ", count: 10_000_100)
        let drawing = Drawing(
            #"<image href="data:image/png;base64,\#(padding)\#(Self.redPicture)" width="90" height="90"/>"#)
        #expect(SVGTree(drawing.bytes) != nil)
        let picture = try SVGDocument(drawing.bytes, isInspected: true).draw(size: (90, 90), part: (0, 0, 90, 90))
        #expect(picture[45, 45] == .pureRed)
    }

    @Test("a long document that is nested very deep, or declares entities, is read no further than any other")
    func longAndDeep() {
        let padding = String(repeating: " ", count: 10_000_100)
        let deep = String(repeating: "<g>", count: 300) + String(repeating: "</g>", count: 300)
        #expect(SVGTree(Drawing("<!--\(padding)-->" + deep).bytes) == nil)
        let entity = Array("<!DOCTYPE svg [<!ENTITY a \"\(padding)\">]>".utf8)
        #expect(SVGTree(entity + Drawing("<text>&a;</text>").bytes) == nil)
    }

    @Test("a shadow by feDropShadow is drawn with its object", arguments: ["", #"in="SourceGraphic""#])
    func dropShadow(input: String) throws {
        let picture = try drawn(
            ##"""
            <filter id="f" x="-1" y="-1" width="4" height="3"><feOffset/>
            <feDropShadow \##(input) dx="30" dy="0" stdDeviation="0" flood-color="#0000ff"/></filter>
            <rect x="10" y="30" width="20" height="30" fill="#f00" filter="url(#f)"/>
            """##)
        #expect(picture[20, 45] == .pureRed)
        #expect(picture[50, 45] == .pureBlue)
        #expect(picture[70, 45] == .clear)
    }

    @Test(
        "a shadow keeps its opacity, from an attribute or CSS",
        arguments: [
            #"flood-opacity="0.6""#, #"flood-opacity=".6""#, #"flood-opacity="60%""#, #"style="flood-opacity: 0.6""#,
        ])
    func shadowOpacity(opacity: String) throws {
        let picture = try drawn(
            ##"""
            <filter id="f" x="-1" y="-1" width="4" height="3">
            <feDropShadow dx="30" dy="0" stdDeviation="0" flood-color="#000" \##(opacity)/></filter>
            <rect x="10" y="30" width="20" height="30" fill="#f00" filter="url(#f)"/>
            """##)
        #expect(picture[50, 45] == RGBAColour(red: 0, green: 0, blue: 0, alpha: 153))
    }

    @Test(
        "a rule with a group of selectors is applied",
        arguments: [
            "rect:is(.a)", "rect:where(.x, .a)", ":is(.g, .h) rect", ".a:is(rect, circle)", "*:is(rect)",
            ":IS(.g > rect)",
            "rect:is(:is(.x, .a), .y)", ".none, rect:-webkit-any(.a)", ":where(svg) .g:is([id=\"(\"], g) > .a",
            "rect:is(.x), circle:has(g), .a",
        ])
    func selectorGroups(selector: String) throws {
        let picture = try drawn(
            "<style>rect { fill: red } \(selector) { fill: blue }</style>"
                + #"<g class="g"><rect class="a" width="90" height="90"/></g>"#)
        #expect(picture[45, 45] == .pureBlue)
    }

    @Test("a rule that cannot be written out is reported after the others were")
    func unreadBesideOthers() throws {
        let drawing = Drawing("<style>rect:is(.a), rect:has(g) { fill: blue }</style><rect class=\"a\"/>")
        let plain = try #require(try drawing.rewritten())
        #expect(SVGContents(try #require(SVGTree(plain))).unsupported.map(\.id) == ["css-selector"])
    }

    @Test(
        "a group that does not match changes nothing",
        arguments: ["rect:is(.x, circle)", "circle:is(rect)", ":is(.x) rect", ":is(.x > rect).a"])
    func otherGroups(selector: String) throws {
        let drawing = Drawing(
            "<style>rect { fill: red } \(selector) { fill: blue }</style>"
                + #"<g class="g"><rect class="a" width="90" height="90"/></g>"#)
        #expect(try drawing.rewritten() == nil)
        #expect(try drawing.unsupported() == [])
    }

    @Test(
        "a colour from a variable, a condition, a nested rule or another notation is drawn",
        arguments: [
            "<style>:root { --skin: #00f } rect { fill: var(--skin) }</style>RECT",
            #"<style>rect { fill: var(--none, var(--other, blue)) }</style>RECT"#,
            ##"<g style="--Skin: #00f"><style>rect { fill: var(--Skin) !important }</style>RECT</g>"##,
            "<style>@media (prefers-color-scheme: light) { rect { fill: blue } }</style>RECT",
            "<style>rect { fill: blue } @media (prefers-color-scheme: dark) { rect { fill: red } } @layer a { rect { fill: red } }</style>RECT",
            "<style>@supports (fill: red) { rect { fill: blue } }</style>RECT",
            "<style>svg { fill: red; &amp; rect { fill: var(--a, blue) } }</style>RECT",
            "<style>rect { fill: light-dark(blue, red) }</style>RECT",
            "<style>rect { fill: oklch(0.452 0.3132 264.05) }</style>RECT",
            "<style>rect { fill: oklab(0.452 -0.0325 -0.3115) }</style>RECT",
            "<style>rect { fill: color(srgb 0 0 1) }</style>RECT",
            "<style>rect { fill: color-mix(in srgb, blue 100%, red) }</style>RECT",
            "<style>rect { fill: hwb(240 0% 0%) }</style>RECT",
        ])
    func styles(inside: String) throws {
        let rectangle = #"<rect width="90" height="90"/>"#
        #expect(try drawn(inside.replacing("RECT", with: rectangle))[45, 45] == .pureBlue)
    }

    @Test(
        "a transformation has the origin that it asks for",
        arguments: [
            ##"<rect x="60" width="30" height="30" fill="#00f" transform="rotate(180)" transform-origin="45 45"/>"##,
            ##"<rect x="60" width="30" height="30" fill="#00f" transform="rotate(180)" transform-origin="center"/>"##,
            ##"<rect x="60" width="30" height="30" fill="#00f" style="transform-origin: 50% 45px; transform: rotate(180deg)"/>"##,
            ##"<rect x="10" y="70" width="10" height="10" fill="#00f" style="transform-box: fill-box; transform-origin: center; transform: scale(2)"/>"##,
        ])
    func origins(inside: String) throws {
        let picture = try drawn(inside)
        #expect(picture[15, 75] == .pureBlue)
        #expect(picture[45, 45] == .clear)
        #expect(picture[75, 15] == .clear)
    }

    @Test("an outline by feMorphology has the stated thickness", arguments: [90, 900])
    func outline(side: Int) throws {
        let drawing = Drawing(
            ##"<filter id="f" x="-2" y="-2" width="5" height="5"><feMorphology operator="dilate" radius="20"/></filter>"##
                + ##"<rect x="40" y="40" width="10" height="10" fill="#00f" filter="url(#f)"/>"##)
        let contents = try drawing.contents()
        #expect(contents.unsupported == [])
        let document = try SVGDocument(drawing.bytes, isInspected: true, outlineScale: contents.outlineScale)
        let picture = try document.draw(size: (side, side), part: (0, 0, side, side))
        let unit = side / 90
        #expect(picture[22 * unit, 45 * unit] == .pureBlue)
        #expect(picture[22 * unit, 22 * unit] == .pureBlue)
        #expect(picture[18 * unit, 45 * unit] == .clear)
    }

    private static func bytes(_ text: String) -> [UInt8]? {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var (bytes, value, bits) = ([UInt8](), 0, 0)
        for digit in text where digit != "=" {
            guard let number = digits.firstIndex(of: digit) else { return nil }
            (value, bits) = (value << 6 | number & 63, bits + 6)
            if bits >= 8 {
                bits -= 8
                bytes.append(UInt8(truncatingIfNeeded: value >> bits))
                value &= (1 << bits) - 1
            }
        }
        return bytes
    }
}
