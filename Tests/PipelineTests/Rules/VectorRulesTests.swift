import Foundation
import JobModel
import Testing

@Suite("Rules about what an SVG needs")
struct VectorRulesTests {
    private func findings(_ inside: String) throws -> [RuleFinding] {
        let result = try PipelineFixture().run(
            """
            <svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 100 100">
            <circle cx="50" cy="50" r="40" fill="#dc2828"/>\(inside)</svg>
            """)
        #expect(result.output != nil)
        return result.findings
    }

    @Test("linked-image: names the file, and the number of others")
    func linked() throws {
        let one = try findings(#"<image xlink:href="cat.png" width="9" height="9"/>"#)
        #expect(one.map(\.rule) == ["linked-image"])
        #expect(one.first?.message.contains("refers to “cat.png”; only what is inside") == true)
        let three = try findings(#"<image href="a.png"/><image href="b.png"/><use href="c.svg#d"/>"#)
        #expect(three.map(\.rule) == ["linked-image"])
        #expect(three.first?.message.contains("“a.png” and to 2 other files") == true)
        #expect(RuleSet().judge(one[0])?.level == .error)
    }

    @Test("linked-image: an address is shown on one line, and shortened")
    func longLink() throws {
        let link = "a&#10;" + String(repeating: "b", count: 5000)
        let message = try #require(try findings("<image href=\"\(link)\"/>").first?.message)
        #expect(message.count < 200 && !message.contains("\n"))
    }

    @Test("missing-font: names the missing font and its substitute")
    func missing() throws {
        let found = try findings(#"<text y="50" font-family="No Such Font 7, serif">Hi</text>"#)
        #expect(found.map(\.rule) == ["missing-font"])
        #expect(
            found.first?.message.contains("“No Such Font 7”, which is not installed on this machine; it was drawn in “")
                == true)
        #expect(RuleSet().judge(found[0])?.level == .warning)
    }

    @Test(
        "missing-font: not if one of the requested fonts is installed, nor for a generic one",
        arguments: ["DejaVu Sans", "No Such Font 7, dejavu sans", "sans-serif"])
    func installed(families: String) throws {
        #expect(try findings("<text y=\"50\" font-family=\"\(families)\">Hi</text>").isEmpty)
    }

    @Test("unsupported-svg: an error that names the undrawn feature and the way to export without it")
    func unsupported() throws {
        let found = try findings(
            ##"<path id="p" d="M9 50h80"/><text><textPath href="#p" font-family="serif">Hi</textPath></text>"##)
        #expect(found.map(\.rule) == ["unsupported-svg"])
        #expect(found.first?.message.hasSuffix(", text on a path is not drawn.") == true)
        #expect(found.first?.fix.contains("outlines") == true)
        #expect(RuleSet().judge(found[0])?.level == .error)
    }

    @Test("unsupported-svg: characters that no installed font has")
    func glyphs() throws {
        let found = try findings("<text y=\"50\">A\u{F0000}</text>")
        #expect(found.map(\.rule) == ["unsupported-svg"])
        #expect(found.first?.message.contains("no installed font has the characters “\u{F0000}”") == true)
    }

    @Test("inexact-svg: a warning for features that are drawn a little differently")
    func inexact() throws {
        let found = try findings(##"<path d="M40 50h20" stroke="#000" pathLength="9" stroke-dasharray="2"/>"##)
        #expect(found.map(\.rule) == ["inexact-svg"])
        #expect(RuleSet().judge(found[0])?.level == .warning)
    }

    @Test("animation-flattened: an SVG that moves becomes a still")
    func animated() throws {
        let found = try findings(
            ##"<circle cx="50" cy="50" r="9"><animate attributeName="r" to="4" dur="1s"/></circle>"##)
        #expect(found.map(\.rule) == ["animation-flattened"])
    }

    @Test("unusual-profile: an embedded picture in CMYK, once")
    func embeddedColours() throws {
        let picture = Data(try RawFiles.fixture("cmyk.jpg")).base64EncodedString()
        let image = #"<image x="30" y="30" width="40" height="40" href="data:image/jpeg;base64,\#(picture)"/>"#
        let found = try findings(image + image)
        #expect(found.map(\.rule) == ["unusual-profile"])
        #expect(found.first?.message.hasPrefix("A picture in ") == true)
    }

    @Test("art without text and links does not have the finding")
    func none() throws {
        #expect(try findings("").isEmpty)
    }
}
