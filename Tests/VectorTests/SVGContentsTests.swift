import Testing
import Vector

@Suite("External files and fonts of an SVG")
struct SVGContentsTests {
    @Test(
        "a file that a drawn element refers to is a link",
        arguments: [
            #"<image href="cat.png"/>"#, #"<image xlink:href="cat.png"/>"#, #"<g><image href=" cat.png "/></g>"#,
            #"<use href="cat.png"/>"#, #"<rect fill="url(cat.png) red"/>"#, #"<rect style="mask: url('cat.png')"/>"#,
            #"<style>.a { fill: url( "cat.png" ) }</style><rect class="b a"/>"#,
            #"<filter id="f"><feImage href="cat.png"/></filter><rect filter="url(#f)"/>"#,
            ##"<pattern id="p"><image href="cat.png"/></pattern><rect fill="url(#p)"/>"##,
            ##"<linearGradient id="a" href="#b"/><linearGradient id="b" href="cat.png"/><rect fill="url(#a)"/>"##,
            ##"<defs><g id="a"><image href="cat.png"/></g></defs><use href="#a"/>"##,
            ##"<symbol id="a"><image href="cat.png"/></symbol><use xlink:href="#a"/>"##,
            #"<style>@import "cat.png";</style>"#, #"<style>@import url(cat.png) screen; text { fill: red }</style>"#,
            #"<style><![CDATA[ <!-- @import url('cat.png'); --> ]]></style>"#,
        ])
    func links(inside: String) throws {
        #expect(try Drawing(inside).contents().links == ["cat.png"])
    }

    @Test(
        "references within the file and references of elements that are not drawn do not count",
        arguments: [
            #"<image href="data:image/png;base64,AAAA"/>"#, #"<image href="DATA:image/png;base64,AAAA"/>"#,
            ##"<g id="a"/><use href="#a"/>"##, #"<image href=""/>"#, #"<image display="none" href="cat.png"/>"#,
            #"<g style="display:none"><image href="cat.png"/></g>"#, #"<defs><image href="cat.png"/></defs>"#,
            #"<a href="https://example.com"><rect/></a>"#, #"<script href="cat.js"/>"#,
            #"<style>.a { fill: url(cat.png) }</style><rect class="b"/>"#,
            #"<style>@font-face { font-family: f; src: url(f.woff) }</style>"#,
            #"<metadata><image href="cat.png"/></metadata>"#,
            #"<x:image xmlns:x="urn:x" href="cat.png"/>"#,
            #"<image xmlns:s="urn:s" s:absref="cat.png" href="data:image/png;base64,AAAA"/>"#,
            #"<image href="data:image/png;base64,AAAA" xlink:href="cat.png"/>"#,
            #"<switch><g requiredExtensions="urn:x"><image href="cat.png"/></g><rect/></switch>"#,
        ])
    func noLinks(inside: String) throws {
        #expect(try Drawing(inside).contents().links == [])
    }

    @Test("strokes are the drawn elements, and long paths count more")
    func strokes() throws {
        #expect(try Drawing(#"<path d="M0 0h9"/><defs><path d="M0 0h9"/></defs>"#).contents().strokes == 2)
        #expect(try Drawing(#"<path display="none" d="M0 0h9"/>"#).contents().strokes == 1)
        let long = String(repeating: "M0 0h9v9", count: 250)
        #expect(try Drawing("<path d=\"\(long)\"/>").contents().strokes == 12)
        #expect(try Drawing("<polygon points=\"\(String(repeating: "1,1 ", count: 100))\"/>").contents().strokes == 4)
    }

    @Test("links are listed once, in the order of their use; a style sheet's come first")
    func order() throws {
        let contents = try Drawing(
            #"<image href="b.png"/><image href="a.png"/><image href="b.png"/>"#,
            head: #"<?xml-stylesheet type="text/css" href="s.css"?>"#
        ).contents()
        #expect(contents.links == ["s.css", "b.png", "a.png"])
    }

    @Test(
        "text uses the family from the cascade",
        arguments: [
            (#"<text font-family="Comic Sans MS">a</text>"#, ["Comic Sans MS"]),
            (
                #"<text font-family="'Comic  Sans MS', &quot;Inter&quot;, serif">a</text>"#,
                ["Comic Sans MS", "Inter", "serif"]
            ),
            (#"<g font-family="Inter"><text>a</text></g>"#, ["Inter"]),
            (#"<g font-family="Inter"><text style="font-family:Lato">a</text></g>"#, ["Lato"]),
            (#"<text style="font: italic bold 12px/1.5 Lato, serif">a</text>"#, ["Lato", "serif"]),
            (#"<text style="font:700 2em 'Lato'">a</text>"#, ["Lato"]),
            (#"<text font-family="Inter" style="font: small-caps medium Lato">a</text>"#, ["Lato"]),
            (#"<style>text{font-family:Lato}</style><text font-family="Inter">a</text>"#, ["Lato"]),
            (#"<style>.a{font-family:Lato}text{font-family:Inter}</style><text class="a">a</text>"#, ["Lato"]),
            (#"<style>#t{font-family:Lato}.a{font-family:Inter}</style><text id="t" class="a">a</text>"#, ["Lato"]),
            (#"<style>g > .a, b{font-family:Lato}</style><g><text class="a">a</text></g>"#, ["Lato"]),
            (#"<style>svg g text{font-family:Lato}</style><g><g><text>a</text></g></g>"#, ["Lato"]),
            (#"<style>g > text{font-family:Lato}</style><g><a><text font-family="Inter">a</text></a></g>"#, ["Inter"]),
            (
                #"<style>.a{font-family:Lato!important}</style><text class="a" style="font-family:Inter">a</text>"#,
                ["Lato"]
            ),
            (
                #"<style>/* .a{} */ @media print{text{font-family:Inter}} text{font-family:Lato}</style><text>a</text>"#,
                ["Lato"]
            ),
            (#"<style>text[x]{font-family:Inter}</style><text x="1">a</text>"#, []),
            (#"<text font-family="Inter"><tspan font-family="Lato">a</tspan></text>"#, ["Lato"]),
            (#"<text font-family="Lato"><a>a</a></text>"#, ["Lato"]),
            (##"<defs><text id="t">a</text></defs><use href="#t" font-family="Lato"/>"##, ["Lato"]),
            (#"<text font-family="inherit">a</text>"#, []),
            (#"<text>a</text>"#, []),
        ])
    func fonts(inside: String, families: [String]) throws {
        #expect(try Drawing(inside).contents().fonts == [families])
    }

    @Test(
        "invisible text requires no font",
        arguments: [
            #"<text font-family="Lato" display="none">a</text>"#, #"<text font-family="Lato"> </text>"#,
            #"<g display="none"><text font-family="Lato">a</text></g>"#,
            #"<text font-family="Lato" visibility="hidden">a</text>"#,
            #"<style>.off{display:none}</style><text class="off" font-family="Lato">a</text>"#,
            #"<defs><text font-family="Lato">a</text></defs>"#, #"<title>Lato</title>"#,
            #"<switch><text requiredExtensions="urn:x" font-family="Lato">a</text><rect/></switch>"#,
            #"<switch><rect/><text font-family="Lato">a</text></switch>"#,
            #"<foreignObject><text font-family="Lato">a</text></foreignObject>"#,
        ])
    func hidden(inside: String) throws {
        #expect(try Drawing(inside).contents().fonts == [])
    }

    @Test("entities of the document are replaced, in attributes and in text")
    func entities() throws {
        let head = #"<!DOCTYPE svg [<!ENTITY f "Lato"><!ENTITY t "<text font-family='&f;'>a</text>">]>"#
        #expect(try Drawing(#"<text font-family="&f;">b</text>&t;"#, head: head).contents().fonts == [["Lato"]])
    }

    @Test("entities that are other files are not opened")
    func outerEntities() throws {
        let head = #"<!DOCTYPE svg [<!ENTITY f SYSTEM "file:///etc/hostname">]>"#
        let tree = SVGTree(Drawing("<text>&f;</text>", head: head).bytes)
        #expect(tree.map { SVGContents($0).fonts } ?? [] == [])
    }

    @Test("a drawing that uses itself, or its parts a billion times, is read immediately")
    func circles() throws {
        var parts = ##"<g id="a0"><image href="cat.png"/><use href="#a0"/></g>"##
        for level in 1...30 {
            parts += "<g id=\"a\(level)\">" + String(repeating: "<use href=\"#a\(level - 1)\"/>", count: 10) + "</g>"
        }
        #expect(try Drawing(parts + ##"<use href="#a30"/>"##).contents().links == ["cat.png"])
    }

    @Test("text that is not well-formed is not read", arguments: ["", "<svg>", "<svg><a></svg>", "{}"])
    func malformed(text: String) {
        #expect(SVGTree(Array(text.utf8)) == nil)
    }

    @Test("an installed font is found with any letter case, but not by a part of its name")
    func installed() throws {
        let family = try #require(InstalledFonts.substitute(for: ["sans-serif"]))
        #expect(InstalledFonts.have(family) && InstalledFonts.have(family.uppercased()))
        #expect(!InstalledFonts.have(String(family.prefix(3))))
        #expect(!InstalledFonts.have("No Such Font 7"))
    }
}
