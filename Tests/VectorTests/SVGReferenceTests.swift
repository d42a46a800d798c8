import Testing
import Vector

@Suite("SVG text and references that the renderer does not draw")
struct SVGReferenceTests {
    private func used(_ inside: String) throws -> [String] {
        let root = #"<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#
        let bytes = Array("\(root) viewBox=\"0 0 90 90\">\(inside)</svg>".utf8)
        return SVGContents(try #require(SVGTree(bytes))).unsupported.map(\.id)
    }

    @Test(
        "an unsupported feature of drawn text or of a drawn reference is reported",
        arguments: [
            ("text-baseline", #"<text alignment-baseline="middle">Hi</text>"#),
            ("text-baseline", #"<g alignment-baseline="hanging"><text alignment-baseline="inherit">Hi</text></g>"#),
            ("text-shift", #"<g baseline-shift="super"><text>Hi</text></g>"#),
            ("text-vertical", #"<text writing-mode="tb">日本 Hi</text>"#),
            ("text-vertical", #"<text writing-mode="vertical-rl">日本。</text>"#),
            ("text-vertical", #"<text writing-mode="vertical-lr">Hi</text>"#),
            ("text-decoration", #"<text text-decoration="underline">Hi</text>"#),
            ("text-decoration", #"<g style="text-decoration-line: line-through"><text>Hi</text></g>"#),
            ("text-letter-spacing", #"<text letter-spacing="4">مرحبا</text>"#),
            ("text-letter-spacing", #"<text letter-spacing="4">a <tspan letter-spacing="9">b</tspan></text>"#),
            ("text-scripts", #"<text>Hel<tspan fill="red">lo مرح</tspan>با</text>"#),
            ("text-kerning", #"<text style="font-kerning: none">AVA</text>"#),
            ("text-white-space", #"<text>a  b <tspan xml:space="preserve">  c  </tspan></text>"#),
            ("font-variation", #"<text style="font-variation-settings: 'wght' 700">Hi</text>"#),
            ("text-emoji", #"<text>Hi 😀</text>"#),
            ("text-gradient", ##"<radialGradient id="g"/><text fill="url(#g)">Hi</text>"##),
            (
                "text-effect",
                ##"<filter id="f" width="1" height="1"><feFlood/></filter><text filter="url(#f)">Hi</text>"##
            ),
            ("text-reference", ##"<g id="a">Hi</g><text><tref xlink:href="#a"/></text>"##),
            ("symbol", ##"<symbol id="s" opacity="0.5"><rect/></symbol><use href="#s"/>"##),
            (
                "circular-copy",
                ##"<g id="a"><rect/><use href="#b"/></g><g id="b"><use href="#a"/></g>"##
            ),
            (
                "context-paint",
                ##"<pattern id="p"/><g id="g"><rect fill="context-fill"/></g><use href="#g" fill="url(#p)"/>"##
            ),
            ("drawing-in-drawing", #"<image href="data:image/svg+xml;utf8,&lt;svg/>"/>"#),
            ("drawing-in-drawing", #"<image href="data:image/svg+xml;base64,H4sIAAAAAAAA"/>"#),
        ])
    func found(id: String, inside: String) throws {
        #expect(try used(inside) == [id])
    }

    @Test(
        "text and references that are drawn correctly are not reported",
        arguments: [
            #"<text writing-mode="tb">Hi</text>"#, #"<text writing-mode="tb">日本</text>"#,
            #"<text text-decoration="none">Hi</text>"#, #"<text letter-spacing="4">Hi</text>"#,
            #"<text letter-spacing="0">مرحبا</text>"#, #"<text>مرحبا</text>"#, #"<text font-kerning="none">AVA</text>"#,
            #"<text><tspan xml:space="preserve">a  b</tspan></text>"#,
            #"<text textLength="0">Hi</text>"#, #"<text textLength="9">A</text>"#,
            #"<text textLength="inherit">Hi</text>"#,
            #"<text rotate="5mm">Hi</text>"#,
            ##"<g id="g"/><text><textPath href="#g">Hi</textPath></text>"##,
            ##"<path id="p"/><text><textPath href="#p" startOffset="100%">Hi</textPath></text>"##,
            #"<rect fill="red icc-color(acmecmyk, 0.1, 0.4, 0.8, 0)"/>"#,
            ##"<linearGradient id="g"/><text fill="url(#g)">Hi</text>"##,
            ##"<symbol id="s" viewBox="0 0 9 9"><rect/></symbol><use href="#s" width="9" height="9"/>"##,
            ##"<symbol id="s" opacity="0.5"><rect/></symbol>"##,
            ##"<g id="g"><rect fill="context-fill"/></g><use href="#g" fill="red"/>"##,
        ])
    func quiet(inside: String) throws {
        #expect(try used(inside) == [])
    }

    @Test("a background in the style of the whole drawing is reported")
    func background() throws {
        let bytes = Array(
            #"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9" style="background: #fff"><rect/></svg>"#.utf8)
        #expect(SVGContents(try #require(SVGTree(bytes))).unsupported.map(\.id) == ["background"])
    }
}
