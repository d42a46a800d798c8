import Pixels
import Testing
import Vector

/// A small drawing for tests, which is 90 points wide and high.
struct Drawing {
    let bytes: [UInt8]

    /// - Parameters:
    ///   - head: the text before the drawing.
    ///   - root: additional attributes of the root element.
    init(_ inside: String, head: String = "", root: String = "", size: String = #"viewBox="0 0 90 90""#) {
        let names = #"xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink""#
        bytes = Array("\(head)<svg \(names) \(size) \(root)>\(inside)</svg>".utf8)
    }

    func contents() throws -> SVGContents { SVGContents(try #require(SVGTree(bytes))) }

    /// The ids of the features that the renderer does not draw.
    func unsupported() throws -> [String] { try contents().unsupported.map(\.id) }

    /// The rewritten document that is drawn instead. Nil if the drawing needs no rewriting.
    func rewritten(convert: @escaping ([UInt8]) -> [UInt8]? = { _ in nil }) throws -> [UInt8]? {
        let tree = try #require(SVGTree(bytes))
        return SVGRewriter(convertPicture: convert).rewritten(bytes, tree: tree, contents: SVGContents(tree))
    }

    /// Draws the picture with 90 × 90 pixels, after rewriting it if necessary. All features must then be supported.
    ///
    /// - Parameter isRewritten: whether the drawing is expected to be rewritten.
    func picture(
        isRewritten: Bool = false, convert: @escaping ([UInt8]) -> [UInt8]? = { _ in nil }
    ) throws -> RGBAImage {
        let new = try rewritten(convert: convert)
        if isRewritten { #expect(new != nil) }
        let text = new ?? bytes
        let contents = SVGContents(try #require(SVGTree(text)))
        #expect(contents.unsupported == [])
        return try SVGDocument(text, isInspected: true, outlineScale: contents.outlineScale)
            .draw(size: (90, 90), part: (0, 0, 90, 90))
    }
}

/// A drawing with the expected colours of some pixels.
struct DrawnCase: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let inside: String
    let pixels: [(x: Int, y: Int, colour: RGBAColour)]

    init(_ sentence: String, _ inside: String, _ pixels: [(Int, Int, RGBAColour)]) {
        testDescription = sentence
        self.inside = inside
        self.pixels = pixels.map { (x: $0.0, y: $0.1, colour: $0.2) }
    }

    func check(isRewritten: Bool = false) throws {
        let picture = try Drawing(inside).picture(isRewritten: isRewritten)
        for pixel in pixels { #expect(picture[pixel.x, pixel.y] == pixel.colour, "\(pixel.x), \(pixel.y)") }
    }
}

extension RGBAColour {
    static let pureRed = RGBAColour(red: 255, green: 0, blue: 0)
    static let pureBlue = RGBAColour(red: 0, green: 0, blue: 255)
}
