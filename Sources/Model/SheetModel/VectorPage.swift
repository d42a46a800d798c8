import Texts

/// A rectangle of text, lines and boxes, in points from its top left corner, drawn by librsvg. Text is drawn above
/// everything else.
///
/// The rectangle is opaque, with the paper colour as its background.
package struct VectorPage: Codable, Sendable {
    /// Points.
    package let width: Double
    /// Points.
    package let height: Double
    /// The language of its words, which decides the forms of Han characters.
    package let language: Language
    package private(set) var boxes: [Box] = []
    package private(set) var words: [TextRun] = []
    /// The origin of the current group, in points.
    private var origin = (x: 0.0, y: 0.0)

    private enum CodingKeys: String, CodingKey {
        case width, height, language, boxes, words
    }

    package init(width: Double, height: Double, language: Language) {
        self.width = width
        self.height = height
        self.language = language
    }

    /// One line of text, which must be short enough. Text beyond the page is cut.
    package mutating func text(
        _ text: String, x: Double, baseline: Double, style: TextStyle, anchor: TextRun.Anchor = .start
    ) {
        add(TextRun(text, x: x, baseline: baseline, style: style, anchor: anchor))
    }

    package mutating func add(_ words: TextRun) {
        var words = words
        words.x += origin.x
        words.baseline += origin.y
        self.words.append(words)
    }

    /// Text that ends at `right`, with digits of equal width, so that columns of numbers align.
    ///
    /// librsvg does not support tabular figures, so each digit is put in its place.
    package mutating func figures(_ text: String, right: Double, baseline: Double, style: TextStyle) {
        let digitWidth = TextRuler.width(of: "0", in: style)
        var x = right
        var rest = text[...]
        while let last = rest.last {
            let run = last.isNumber ? rest.suffix(1) : VectorPage.wordsAtEnd(of: rest)
            let advance = last.isNumber ? digitWidth : TextRuler.width(of: run, in: style)
            x -= advance
            var words = TextRun(String(run), x: x + advance / 2, baseline: baseline, style: style, anchor: .middle)
            words.keepsSpaces = true
            add(words)
            rest = rest[..<run.startIndex]
        }
    }

    /// The text after the last digit.
    private static func wordsAtEnd(of text: Substring) -> Substring {
        guard let digit = text.lastIndex(where: \.isNumber) else { return text }
        return text[text.index(after: digit)...]
    }

    /// A filled rectangle.
    package mutating func box(x: Double, y: Double, width: Double, height: Double, radius: Double = 0, ink: ThemeColour)
    {
        boxes.append(
            Box(x: origin.x + x, y: origin.y + y, width: width, height: height, radius: radius, ink: ink))
    }

    /// A horizontal line of one pixel, on pixel boundaries if `y` is a multiple of half a point.
    package mutating func rule(x: Double, y: Double, width: Double, ink: ThemeColour = .hairline) {
        box(x: x, y: y, width: width, height: 1 / VectorPage.scale, ink: ink)
    }

    /// The drawing of `content`, moved to a position.
    package mutating func group(x: Double, y: Double, _ content: (inout VectorPage) -> Void) {
        let outer = origin
        origin = (outer.x + x, outer.y + y)
        content(&self)
        origin = outer
    }

    /// Pixels per point.
    package static let scale = 2.0

    /// The pixels in a length in points.
    package static func pixels(_ points: Double) -> Int {
        Int((points * scale).rounded())
    }

    /// The page as SVG.
    package var svg: String { svg(boxes.map(\.svg).joined() + words.map(\.svg).joined()) }

    /// States a language, because fonts would otherwise depend on that of the machine.
    package func svg(_ content: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" xml:lang="\(language.rawValue)" width="\(width)" height="\(height)" \
        font-family="Inter, DejaVu Sans, Noto Sans CJK \(language == .simplifiedChinese ? "SC" : "JP"), sans-serif">\
        <rect width="100%" height="100%" fill="\(ThemeColour.paper.hex)"/>\(content)</svg>
        """
    }
}
