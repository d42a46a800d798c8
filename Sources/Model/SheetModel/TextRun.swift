import TextEscaping

/// A piece of one line of text on a page.
package struct TextRun: Codable, Hashable, Sendable {
    package enum Anchor: String, Codable, Sendable {
        case start, middle, end
    }

    package var text: String
    /// The horizontal position of the text's start, middle or end, in points from the page's left edge.
    package var x: Double
    /// The position of the baseline, in points from the page's top.
    package var baseline: Double
    package var size: Double
    package var weight: Int
    /// The colour as `#rrggbb`.
    package var ink: String
    package var anchor: Anchor
    /// Whether spaces at the start and the end of the text are kept.
    package var keepsSpaces = false

    package init(_ text: String, x: Double, baseline: Double, style: TextStyle, anchor: Anchor) {
        self.text = text
        self.x = x
        self.baseline = baseline
        self.anchor = anchor
        size = style.size
        weight = style.weight.rawValue
        ink = style.ink.hex
    }

    /// The text as SVG. This is the only place where text on pages is escaped.
    package var svg: String {
        "<text x=\"\(x)\" y=\"\(baseline)\" font-size=\"\(size)\" font-weight=\"\(weight)\" fill=\"\(ink)\""
            + (anchor == .start ? "" : " text-anchor=\"\(anchor.rawValue)\"")
            + (keepsSpaces ? " xml:space=\"preserve\">" : ">") + MarkupText.escaped(text) + "</text>"
    }
}
