import Pixels
import Testing
import Vector

@Suite("A drawing in SVG")
struct SVGDocumentTests {
    private static let namespace = "xmlns=\"http://www.w3.org/2000/svg\""

    private func document(_ attributes: String, _ content: String = "") throws -> SVGDocument {
        try SVGDocument(Array("<svg \(Self.namespace) \(attributes)>\(content)</svg>".utf8))
    }

    private func all(of document: SVGDocument, _ width: Int, _ height: Int) throws -> RGBAImage {
        try document.draw(size: (width, height), part: (0, 0, width, height))
    }

    @Test(
        "has its stated size, with 96 pixels per inch, or that of its view box",
        arguments: [
            (#"width="40" height="20""#, 40.0, 20.0),
            (#"width="1in" height="36pt""#, 96, 48),
            (#"width="25.4mm" height="2.54cm""#, 96, 96),
            (#"viewBox="0 0 30 15""#, 30, 15),
            (#"viewBox="5 5 30 15" width="60""#, 60, 30),
            (#"viewBox="0 0 30 15" height="60""#, 120, 60),
            (#"viewBox="0 0 30 15" width="100%" height="100%""#, 30, 15),
            (#"viewBox="0 0 0.3 0.2""#, 0.3, 0.2),
        ])
    func size(attributes: String, width: Double, height: Double) throws {
        let document = try document(attributes)
        #expect(abs(document.width - width) < 1e-4)
        #expect(abs(document.height - height) < 1e-4)
    }

    @Test(
        "sized in units and without a view box, it is drawn completely",
        arguments: ["72pt", "25.4mm", "2.54cm", "1in", "6pc"])
    func unitsWithoutViewBox(side: String) throws {
        let document = try document(
            "width=\"\(side)\" height=\"\(side)\"", ##"<rect x="80" y="80" width="16" height="16" fill="#f00"/>"##)
        let picture = try all(of: document, 96, 96)
        #expect(picture[79, 79] == .clear)
        #expect(picture[81, 81] == RGBAColour(red: 255, green: 0, blue: 0))
        #expect(picture[95, 95] == RGBAColour(red: 255, green: 0, blue: 0))
    }

    @Test("is drawn at any size", arguments: [20, 40, 100, 401])
    func scale(width: Int) throws {
        let picture = try all(
            of: document(#"viewBox="0 0 40 20""#, ##"<rect width="20" height="20" fill="#f00"/>"##), width, width / 2)
        #expect([picture.width, picture.height] == [width, width / 2])
        #expect(picture[width / 4, width / 4] == RGBAColour(red: 255, green: 0, blue: 0))
        #expect(picture[width * 3 / 4, width / 4] == .clear)
    }

    @Test("a drawn part equals the same area of the whole drawing")
    func part() throws {
        let document = try document(
            #"viewBox="0 0 40 40""#,
            ##"<circle cx="19" cy="22" r="13" fill="#2a6" fill-opacity="0.7" stroke="#123" stroke-width="3"/>"##)
        let whole = try all(of: document, 200, 200)
        let part = try document.draw(size: (200, 200), part: (37, 51, 90, 70))
        for y in 0..<70 {
            for x in 0..<90 { #expect(part[x, y] == whole[x + 37, y + 51]) }
        }
    }

    @Test(
        "colours under any alpha are preserved, within 8 bits", arguments: [1.0, 0.5, 0.25, 0.1])
    func alpha(opacity: Double) throws {
        let picture = try all(
            of: document(
                #"viewBox="0 0 8 8""#,
                ##"<rect width="8" height="8" fill="#c86432" fill-opacity="\##(opacity)"/>"##), 8, 8)
        let colour = picture[4, 4]
        // A premultiplied channel has only as many levels as the alpha.
        let step = Int((255 / Double(colour.alpha) / 2).rounded(.up))
        #expect(abs(Int(colour.alpha) - Int((opacity * 255).rounded())) <= 1)
        #expect(abs(Int(colour.red) - 0xC8) <= step)
        #expect(abs(Int(colour.green) - 0x64) <= step)
        #expect(abs(Int(colour.blue) - 0x32) <= step)
    }

    @Test("other files are not opened: an entity, a picture, a stylesheet")
    func beside() throws {
        let text = """
            <!DOCTYPE svg [<!ENTITY passwords SYSTEM "file:///etc/passwd">]>
            <?xml-stylesheet href="file:///etc/hostname"?>
            <svg \(Self.namespace) viewBox="0 0 100 20">
            <image href="file:///usr/share/pixmaps/debian-logo.png" width="100" height="20"/>
            <text y="15">&passwords;</text></svg>
            """
        // Some versions of librsvg reject such a document, and others draw an empty picture.
        guard let picture = try? all(of: SVGDocument(Array(text.utf8)), 100, 20) else { return }
        #expect(picture.bytes.allSatisfy { $0 == 0 })
    }

    @Test(
        "an invalid one is rejected with a plain message",
        arguments: ["", "no drawing", "<svg", "%PDF-1.4", "<svg><g></svg>"])
    func broken(text: String) throws {
        let failure = #expect(throws: VectorError.self) { try SVGDocument(Array(text.utf8)) }
        let reason = try #require(failure?.reason)
        #expect(!reason.isEmpty && !reason.contains("\n"))
        for jargon in ["Error domain", "XML parse error"] { #expect(!reason.contains(jargon)) }
    }
}
