import Foundation
import JobModel
import Pixels
import StickerManifest
import Testing

@Suite("An SVG loads nothing but itself")
struct SVGSafetyTests {
    private func drawing(_ inside: String, head: String = "") -> String {
        """
        \(head)<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="100" height="100">
        <rect x="10" y="10" width="80" height="80" fill="#dc2828"/>\(inside)</svg>
        """
    }

    private func isPlainRed(_ art: RGBAImage) -> Bool {
        (5..<295).allSatisfy { y in (5..<295).allSatisfy { art[$0, y].difference(from: TestArt.red) <= 1 } }
    }

    @Test("a picture in another file is not drawn, by any way to name it")
    func otherFiles() throws {
        let fixture = try PipelineFixture()
        let path = try fixture.write(
            try RGBAImage(width: 8, height: 8, filledWith: TestArt.green).png(), to: "secret.png")
        for reference in ["file://\(path)", path, "secret.png", "file:///etc/passwd", "http://127.0.0.1:9/a.png"] {
            for attribute in ["href", "xlink:href"] {
                let svg = drawing("<image \(attribute)=\"\(reference)\" x=\"0\" y=\"0\" width=\"100\" height=\"100\"/>")
                let art = try fixture.rendition(try fixture.run(svg))
                #expect(isPlainRed(art), "\(attribute)=\(reference)")
            }
        }
    }

    @Test("another drawing is not used")
    func otherDrawings() throws {
        let fixture = try PipelineFixture()
        let green =
            "<svg xmlns=\"http://www.w3.org/2000/svg\"><rect id=\"a\" width=\"90\" height=\"90\" fill=\"#00ff00\"/></svg>"
        let path = try fixture.write(Array(green.utf8), to: "other.svg")
        let art = try fixture.rendition(try fixture.run(drawing("<use xlink:href=\"file://\(path)#a\"/>")))
        #expect(isPlainRed(art))
    }

    @Test("a style sheet in another file is not applied")
    func styleSheets() throws {
        let fixture = try PipelineFixture()
        let path = try fixture.write(Array("rect { fill: #00ff00 }".utf8), to: "style.css")
        let svg = drawing("<style>@import url(\"file://\(path)\");</style>")
        #expect(isPlainRed(try fixture.rendition(try fixture.run(svg))))
    }

    @Test("a text from another file is not written into the picture")
    func entities() throws {
        let fixture = try PipelineFixture()
        let path = try fixture.write(Array("MMMMMMMM".utf8), to: "secret.txt")
        let head = "<?xml version=\"1.0\"?><!DOCTYPE svg [<!ENTITY secret SYSTEM \"file://\(path)\">]>"
        let svg = drawing("<text x=\"20\" y=\"60\" font-size=\"16\">&secret;</text>", head: head)
        let result = try fixture.run(svg)
        if result.output != nil {
            #expect(isPlainRed(try fixture.rendition(result)))
        } else {
            #expect(result.rules == ["damaged-file"])
        }
    }

    @Test("entities that multiply are refused, and soon")
    func entityBomb() throws {
        var head = "<!DOCTYPE svg [<!ENTITY a0 \"<rect width='1' height='1'/>\">"
        for level in 1...9 {
            head += "<!ENTITY a\(level) \"\(String(repeating: "&a\(level - 1);", count: 10))\">"
        }
        let result = try PipelineFixture().run(drawing("&a9;", head: head + "]>"))
        #expect(result.rules == ["damaged-file"])
    }

    @Test("a picture inside the file is drawn")
    func embedded() throws {
        let green = Data(try RGBAImage(width: 8, height: 8, filledWith: TestArt.green).png()).base64EncodedString()
        let svg = drawing(
            "<image href=\"data:image/png;base64,\(green)\" x=\"30\" y=\"30\" width=\"40\" height=\"40\"/>")
        let art = try PipelineFixture().art(svg)
        #expect(art.sample(0.5, 0.5).difference(from: TestArt.green) <= 2)
    }

    @Test("a script in it does not run")
    func scripts() throws {
        let art = try PipelineFixture().art(drawing("<script>document.documentElement.remove()</script>"))
        #expect(isPlainRed(art))
    }
}
