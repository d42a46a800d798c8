import Pixels
import Vips

/// A rectangle of text, lines and boxes, composed in points from its top left corner and drawn by librsvg.
///
/// It is opaque: what it is laid on is its own paper. Everything that is text is escaped here and nowhere else.
struct VectorPage {
    enum Anchor: String {
        case start, end
    }

    /// Points.
    let width: Double
    /// Points.
    let height: Double
    private var body = ""

    init(width: Double, height: Double) {
        self.width = width
        self.height = height
    }

    /// One line of text, already short enough; what sticks out of the page is cut.
    mutating func text(_ text: String, x: Double, baseline: Double, style: TextStyle, anchor: Anchor = .start) {
        body += "<text x=\"\(x)\" y=\"\(baseline)\"\(attributes(style))"
        body += anchor == .end ? " text-anchor=\"end\">" : ">"
        body += MarkupText.escaped(text)
        body += "</text>"
    }

    /// Text that ends at `right`, its digits as wide as each other, so that columns of numbers align.
    ///
    /// librsvg knows no tabular figures, so each digit is put in its place.
    mutating func figures(_ text: String, right: Double, baseline: Double, style: TextStyle) {
        let digitWidth = TextRuler.width(of: "0", in: style)
        var x = right
        body += "<g text-anchor=\"middle\"\(attributes(style))>"
        var rest = text[...]
        while let last = rest.last {
            let run = last.isNumber ? rest.suffix(1) : VectorPage.wordsAtEnd(of: rest)
            let advance = last.isNumber ? digitWidth : TextRuler.width(of: run, in: style)
            x -= advance
            body += "<text x=\"\(x + advance / 2)\" y=\"\(baseline)\" xml:space=\"preserve\">"
            body += "\(MarkupText.escaped(String(run)))</text>"
            rest = rest[..<run.startIndex]
        }
        body += "</g>"
    }

    /// What follows the last digit.
    private static func wordsAtEnd(of text: Substring) -> Substring {
        guard let digit = text.lastIndex(where: \.isNumber) else { return text }
        return text[text.index(after: digit)...]
    }

    /// A filled rectangle.
    mutating func box(x: Double, y: Double, width: Double, height: Double, radius: Double = 0, ink: Ink) {
        body += "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\""
        body += " fill=\"\(ink.hex)\"/>"
    }

    /// A horizontal line one pixel thick, which lies on the pixels when `y` is a multiple of half a point.
    mutating func rule(x: Double, y: Double, width: Double, ink: Ink = .hairline) {
        box(x: x, y: y, width: width, height: 1 / VectorPage.scale, ink: ink)
    }

    /// What `content` draws, moved to a place.
    mutating func group(x: Double, y: Double, _ content: (inout VectorPage) -> Void) {
        body += "<g transform=\"translate(\(x) \(y))\">"
        content(&self)
        body += "</g>"
    }

    /// Pixels a point.
    static let scale = 2.0

    /// The page as SVG. Without a language of its own its fonts would depend on that of the machine.
    var svg: String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" xml:lang="en" width="\(width)" height="\(height)" \
        font-family="Inter, DejaVu Sans, Noto Sans CJK JP, sans-serif">\
        <rect width="100%" height="100%" fill="\(Ink.paper.hex)"/>\(body)</svg>
        """
    }

    /// The page as pixels.
    ///
    /// - Parameter scale: pixels a point.
    /// - Throws: `VipsError`.
    func drawn(scale: Double = VectorPage.scale) throws -> RGBAImage {
        try Image.loadSVG(Array(svg.utf8), scale: scale).rgba()
    }

    private func attributes(_ style: TextStyle) -> String {
        " font-size=\"\(style.size)\" font-weight=\"\(style.weight.rawValue)\" fill=\"\(style.ink.hex)\""
    }
}
