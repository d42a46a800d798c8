import Testing
import Vector

@Suite("SVG features that the renderer does not draw")
struct SVGCapabilityTests {
    @Test(
        "a feature that something drawn uses is found",
        arguments: [
            ("foreign-object", #"<foreignObject width="9" height="9"><p xmlns="urn:x">Hi</p></foreignObject>"#),
            (
                "background-blur",
                #"<foreignObject><div xmlns="urn:x" style="backdrop-filter:blur(4px);height:100%"/></foreignObject>"#
            ),
            ("picture-format", #"<image href="data:image/webp;base64,UklGRiQAAABXRUJQVlA4"/>"#),
            ("picture-format", #"<image href="data:image/png;base64,AAAAHGZ0eXBhdmlm"/>"#),
            ("mesh-gradient", ##"<meshgradient id="m"/><rect fill="url(#m)"/>"##),
            ("clip-shape", #"<rect style="clip-path: circle(40%)"/>"#),
            ("css-mask", #"<rect style="mask-image: linear-gradient(red, blue)"/>"#),
            ("css-path", #"<style>path { d: path("M0 0h9") }</style><path/>"#),
            ("transform-origin", #"<rect transform="rotate(45)" style="transform-origin: 45px 45px"/>"#),
            ("transform-origin", #"<rect transform="matrix(0 1 -1 0 0 0)" transform-origin="center"/>"#),
            ("css-transform", #"<rect style="rotate: 20deg"/>"#),
            ("css-transform", #"<rect style="transform: rotateX(20deg)"/>"#),
            (
                "non-scaling-stroke",
                #"<g stroke="red" transform="scale(4)"><path vector-effect="non-scaling-stroke"/></g>"#
            ),
            ("path-length", #"<path pathLength="100" stroke="red" stroke-dasharray="75 25"/>"#),
            ("css-variable", "<style>:root { --skin: red } .a { fill: var(--skin) }</style><g class=\"a\"/>"),
            ("css-variable", #"<rect fill="var(--skin, red)"/>"#),
            ("css-colour", #"<rect style="fill: oklch(70% 0.2 140)"/>"#),
            ("css-colour", #"<stop id="s"/><rect style="stroke: Color-Mix(in srgb, red, blue)"/>"#),
            ("css-calculation", #"<rect width="calc(100% - 4px)"/>"#),
            ("css-calculation", #"<text style="font-size: 4rem">A</text>"#),
            ("css-selector", "<style>g:has(circle) rect { fill: red }</style><g><circle/><rect/></g>"),
            ("css-selector", "<style>rect:nth-child(1 of .a) { fill: red }</style><rect/>"),
            ("css-selector", "<style>rect:not(:is(.a, .b)), .c { fill: red }</style><rect/>"),
            ("text-path", ##"<path id="p"/><text><textPath xlink:href="#p">Hi</textPath></text>"##),
            ("text-flow", "<flowRoot><flowPara>Hi</flowPara></flowRoot>"),
            ("text-flow", ##"<text style="shape-inside: url(#r)">Hi</text>"##),
            ("text-positions", #"<text x="1 5 9">Hey</text>"#),
            ("text-positions", #"<text><tspan dy="0,4">Hi</tspan></text>"#),
            ("text-rotate", #"<text rotate="0 20">Hi</text>"#),
            ("text-baseline", #"<g dominant-baseline="middle"><text>Hi</text></g>"#),
            ("text-baseline", #"<text><tspan alignment-baseline="hanging">Hi</tspan></text>"#),
            ("text-shift", #"<text>H<tspan baseline-shift="sub">2</tspan></text>"#),
            ("text-length", #"<text textLength="80">Hi</text>"#),
            ("text-spacing", #"<text word-spacing="4">Hi all</text>"#),
            (
                "effect-picture",
                ##"<g id="g"/><filter id="f"><feImage href="#g"/></filter><rect filter="url(#f)"/>"##
            ),
            (
                "morphology",
                ##"<filter id="f" primitiveUnits="objectBoundingBox"><feMorphology radius="0.1"/></filter><rect filter="url(#f)"/>"##
            ),
            (
                "background-input",
                ##"<filter id="f"><feBlend in2="BackgroundImage"/></filter><rect filter="url(#f)"/>"##
            ),
            ("filter-function", #"<rect style="filter: brightness(50%)"/>"#),
            ("animation", #"<rect><animate attributeName="x" dur="1s"/></rect>"#),
            ("animation", "<style>@keyframes a { to { opacity: 0 } } rect { animation: a 1s }</style><rect/>"),
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
        #expect(try Drawing(inside).unsupported() == [id])
    }

    @Test(
        "a feature that is not drawn, changes nothing, or is drawn correctly is not reported",
        arguments: [
            ##"<defs><filter id="f"><feDropShadow/></filter></defs><rect/>"##,
            ##"<symbol id="s"><text rotate="20">Hi</text></symbol>"##,
            #"<g display="none"><text rotate="20">Hi</text></g>"#,
            #"<g visibility="hidden"><text rotate="20">Hi</text></g>"#,
            #"<switch><foreignObject requiredExtensions="urn:x"><p xmlns="urn:x"/></foreignObject><rect/></switch>"#,
            #"<image href="data:image/png;base64,iVBORw0KGgo="/>"#, #"<image href="data:;base64,iVBORw0KGgo="/>"#,
            #"<image href="data:,"/>"#,
            #"<image href="data:"/>"#,
            ##"<clipPath id="c"/><rect clip-path="url(#c)"/>"##, #"<rect transform="rotate(4)"/>"#,
            #"<rect transform="rotate(45)" style="transform-origin: 0px 0px"/>"#,
            #"<rect transform="translate(45)" style="transform-origin: 9px 9px"/>"#,
            #"<rect style="transform: translateZ(0)"/>"#, #"<rect style="transform-origin: 50% 50%"/>"#,
            #"<path stroke="red" vector-effect="non-scaling-stroke"/>"#,
            #"<g transform="scale(2)"><path vector-effect="non-scaling-stroke"/></g>"#,
            #"<path pathLength="100" stroke="red"/>"#,
            ##"<rect fill="#f00" style="fill: #f00; fill: color(display-p3 1 0 0)"/>"##,
            "<style>:root { --skin: red } .b { fill: var(--skin) }</style><rect/>",
            "<style>rect { fill: var(--skin) } #r { fill: red }</style><rect id=\"r\"/>",
            #"<style>@media (prefers-color-scheme: dark) { rect { fill: red } }</style><rect/>"#,
            "<style>@media print { rect { fill: red } }</style><rect/>",
            #"<style>@media screen { .none { fill: red } }</style><rect/>"#,
            #"<style>@font-face { font-family: x }</style><rect/>"#,
            #"<text x="4" y="9">Hi</text>"#, #"<text x="1 2">I</text>"#, #"<text rotate="0">Hi</text>"#,
            #"<text><tspan x="1" y="2">Hi</tspan><tspan x="1" y="9">all</tspan></text>"#,
            ##"<text style="shape-inside: url(#r)"><tspan x="4" y="9">Hi</tspan></text>"##,
            ##"<text><textPath href="#gone">Hi</textPath></text>"##,
            ##"<filter id="f"><feMorphology radius="0.5"/></filter><rect filter="url(#f)"/>"##,
            #"<rect><animate attributeName="x" begin="indefinite"/></rect>"#,
            "<style>@keyframes a { to { opacity: 0 } } .none { animation: a 1s }</style><rect/>",
            #"<rect width="2em" height="4.5mm" rx="1e1"/>"#,
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
        #expect(try Drawing(inside).unsupported() == [])
    }

    @Test("a background in the style of the whole drawing is reported")
    func background() throws {
        #expect(try Drawing("<rect/>", root: #"style="background: #fff""#).unsupported() == ["background"])
    }

    @Test("the ids are different, and each sentence continues a sentence")
    func table() {
        let all = SVGCapability.all
        #expect(Set(all.map(\.id)).count == all.count)
        for capability in all {
            #expect(!capability.sentence.hasSuffix(".") && capability.fix.hasSuffix("."))
        }
    }

    @Test("rules nested very deep, and very many of them, are read in bounded time", .timeLimit(.minutes(1)))
    func deepNesting() throws {
        let deep = String(repeating: "a{", count: 20_000)
        let wide = String(repeating: "a,", count: 2000) + "a{" + String(repeating: "b,", count: 2000) + "b{fill:red}}"
        #expect(try Drawing("<style>\(deep) \(wide)</style><rect/>").unsupported() == [])
    }
}
