import Testing
import Vector

@Suite("Which renderer's drawing of an SVG is published")
struct SVGRendererChoiceTests {
    private func capability(_ id: String) throws -> SVGCapability {
        try #require(SVGCapability.all.first { $0.id == id })
    }

    private func choice(
        _ ids: [String], suitsResvg: Bool = true, difference: Double?
    ) throws -> SVGRendererChoice {
        SVGRendererChoice(found: try ids.map(capability), suitsResvg: suitsResvg, difference: difference)
    }

    @Test("without a second drawing librsvg's is published, and everything is reported")
    func alone() throws {
        let choice = try choice(["text-path", "animation"], difference: nil)
        #expect(choice.renderer == .librsvg && choice.repaired.isEmpty)
        #expect(choice.reported.map(\.id) == ["text-path", "animation"])
    }

    @Test("if resvg draws everything that librsvg does not, and the drawings differ, resvg's is published")
    func different() throws {
        let choice = try choice(["text-path", "filter-function"], difference: 0.003)
        #expect(choice.renderer == .resvg && choice.reported.isEmpty)
        #expect(choice.repaired.map(\.id) == ["text-path", "filter-function"])
    }

    @Test("if the drawings are equal, librsvg's is published, and nothing is reported")
    func equal() throws {
        let choice = try choice(["text-baseline"], difference: 0.0004)
        #expect(choice.renderer == .librsvg && choice.reported.isEmpty && choice.repaired.isEmpty)
    }

    @Test("if one thing is beyond resvg too, librsvg's is published, and everything is reported")
    func beyondBoth() throws {
        for difference in [0.0, 0.3] {
            let choice = try choice(["text-path", "clip-shape"], difference: difference)
            #expect(choice.renderer == .librsvg && choice.repaired.isEmpty)
            #expect(choice.reported.map(\.id) == ["text-path", "clip-shape"])
        }
    }

    @Test("if the drawing has something that only librsvg draws, librsvg's is published, and everything is reported")
    func beyondResvg() throws {
        let choice = try choice(["text-path"], suitsResvg: false, difference: 0.3)
        #expect(choice.renderer == .librsvg && choice.reported.map(\.id) == ["text-path"])
    }

    @Test("text that librsvg should draw may differ a little more")
    func textAlone() throws {
        #expect(try choice([], difference: 0.007).renderer == .librsvg)
        #expect(try choice([], difference: 0.009).renderer == .resvg)
    }

    @Test("an animation stays reported, whichever renderer draws the still")
    func stills() throws {
        #expect(try choice(["text-path", "animation"], difference: 0.1).reported.map(\.id) == ["animation"])
        #expect(try choice(["text-path", "animation"], difference: 0).reported.map(\.id) == ["animation"])
    }

    @Test("art without text and without anything that librsvg does not draw is not drawn twice")
    func closed() throws {
        #expect(!SVGRendererChoice.isOpen(try Drawing(#"<circle r="9"/>"#).contents()))
        #expect(!SVGRendererChoice.isOpen(try Drawing(#"<rect style="clip-path: circle(40%)"/>"#).contents()))
        #expect(SVGRendererChoice.isOpen(try Drawing(#"<text font-family="DejaVu Sans">Hi</text>"#).contents()))
        #expect(SVGRendererChoice.isOpen(try Drawing(#"<rect style="filter: sepia(1)"/>"#).contents()))
    }

    @Test(
        "resvg does not draw features that only librsvg supports",
        arguments: [
            #"<rect style="width: 50%; height: 9px"/>"#,
            ##"<rect filter="url(#gone)"/>"##,
            ##"<rect clip-path="url(#gone)"/>"##,
            ##"<pattern id="p"><path/></pattern><rect fill="url(#p)"/>"##,
            "<style>rect:not(.a) { fill: red }</style><rect/>",
            ##"<filter id="a"/><filter id="f" href="#a"/><rect filter="url(#f)"/>"##,
            #"<text style="font: bold 12px 'DejaVu Sans'">Hi</text>"#,
            #"<text font-family="DejaVu Sans" writing-mode="tb">Hi</text>"#,
            "<text font-family=\"DejaVu Sans\">\u{F0000}</text>",
        ])
    func librsvgOnly(inside: String) throws {
        #expect(try Drawing(inside).contents().resvgFonts == nil)
    }

    @Test("resvg is trusted with plain art and with text in an installed font")
    func trusted() throws {
        #expect(
            try Drawing("<style>:root { --a: red } .b > rect { fill: red }</style><rect/>").contents().resvgFonts == [])
        let text = try Drawing(#"<text font-family="DejaVu Sans" font-weight="bold">Hi</text>"#).contents()
        #expect(text.resvgFonts?.first?.hasSuffix("/DejaVuSans-Bold.ttf") == true)
    }

    @Test("resvg gets the fonts of fontconfig, no addresses of files, and the canvas in pixels")
    func document() throws {
        let text = """
            <svg xmlns="http://www.w3.org/2000/svg" width="90" height="45"><image href="/usr/a.png"/><use href="#b"/>\
            <text font-family="DejaVu Sans, serif">Hi</text></svg>
            """
        let bytes = Array(text.utf8)
        let tree = try #require(SVGTree(bytes))
        let document = try #require(ResvgDocument(bytes, tree: tree, width: 90, height: 45))
        let written = String(decoding: try #require(document.bytes(width: 180, height: 90)), as: UTF8.self)
        #expect(written.contains("viewBox=\"0 0 90.0 45.0\"") && written.contains("width=\"180\" height=\"90\""))
        #expect(!written.contains("/usr/a.png") && written.contains("href=\"#b\""))
        #expect(written.contains("font-family: 'DejaVu Sans' !important"))
    }
}
