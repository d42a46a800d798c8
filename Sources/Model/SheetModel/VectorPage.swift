import Texts

/// A rectangle with text, lines and boxes, which librsvg draws. Positions are in points from its top left corner. Text
/// is drawn above everything else.
///
/// The rectangle is opaque, with the paper colour as its background.
package struct VectorPage: Codable, Sendable {
    /// The width in points.
    package let width: Double
    /// The height in points.
    package let height: Double
    /// The language of its texts, which determines the shapes of Han characters.
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

    /// Adds one line of text. The text is not broken, and is cut off at the edge of the page.
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

    /// Adds a text that ends at `right`. Its digits have equal widths, so that columns of numbers align.
    ///
    /// librsvg does not support tabular figures, so each digit is placed separately.
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

    /// Adds a filled rectangle.
    package mutating func box(x: Double, y: Double, width: Double, height: Double, radius: Double = 0, ink: ThemeColour)
    {
        boxes.append(
            Box(x: origin.x + x, y: origin.y + y, width: width, height: height, radius: radius, ink: ink))
    }

    /// Adds a horizontal line with a thickness of one pixel. It is on pixel boundaries if `y` is a multiple of half a
    /// point.
    package mutating func rule(x: Double, y: Double, width: Double, ink: ThemeColour = .hairline) {
        box(x: x, y: y, width: width, height: 1 / VectorPage.scale, ink: ink)
    }

    /// Moves everything that `content` adds to a position.
    package mutating func group(x: Double, y: Double, _ content: (inout VectorPage) -> Void) {
        let outer = origin
        origin = (outer.x + x, outer.y + y)
        content(&self)
        origin = outer
    }

    /// The number of pixels per point.
    package static let scale = 2.0

    /// The number of pixels in a length in points.
    package static func pixels(_ points: Double) -> Int {
        Int((points * scale).rounded())
    }

    /// The page as SVG.
    package var svg: String { svg(boxes.map(\.svg).joined() + words.map(\.svg).joined()) }

    /// An SVG of the page's size with this content. It states a language, because the choice of fonts would otherwise
    /// depend on the language of the machine.
    package func svg(_ content: String) -> String {
        """
        <svg xmlns="http://www.w3.org/2000/svg" xml:lang="\(language.rawValue)" width="\(width)" height="\(height)" \
        font-family="Inter, DejaVu Sans, Noto Sans CJK \(language == .simplifiedChinese ? "SC" : "JP"), sans-serif">\
        <rect width="100%" height="100%" fill="\(ThemeColour.paper.hex)"/>\(content)</svg>
        """
    }
}

/// A filled rectangle on a page, in points from the page's top left corner.
package struct Box: Codable, Sendable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double
    /// The radius of the corners in points.
    package var radius: Double
    package var ink: ThemeColour

    /// The rectangle as SVG.
    package var svg: String {
        "<rect x=\"\(x)\" y=\"\(y)\" width=\"\(width)\" height=\"\(height)\" rx=\"\(radius)\" fill=\"\(ink.hex)\"/>"
    }
}
