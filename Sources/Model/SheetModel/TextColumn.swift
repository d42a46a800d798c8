/// The text of a column, from the top. Each call adds an item below the previous one.
package struct TextColumn {
    /// The width of the column, in points.
    package let width: Double
    /// The height of all items, in points. The next item begins here.
    package private(set) var height = 0.0
    private var marks: [(inout VectorPage) -> Void] = []

    package init(width: Double) {
        self.width = width
    }

    /// Draws the column on a page, with its top left corner at the origin of the current group.
    package func draw(on page: inout VectorPage) {
        for mark in marks { mark(&page) }
    }

    package mutating func space(_ points: Double) {
        height += points
    }

    /// Adds lines of text, broken at the width of the column.
    package mutating func paragraph(_ text: String, style: TextStyle, limit: Int) {
        for line in LineBreaker.lines(of: text, in: style, width: width, limit: limit) {
            let baseline = nextBaseline(style)
            marks.append { $0.text(line, x: 0, baseline: baseline, style: style) }
        }
    }

    /// Adds a line with one text at its left end and another one at its right end.
    package mutating func ends(_ left: String, _ right: String, style: TextStyle) {
        let baseline = nextBaseline(style)
        let room = width - TextRuler.width(of: right, in: style) - 8
        let shown = LineBreaker.clipped(left, in: style, width: room)
        let edge = width
        marks.append { page in
            page.text(shown, x: 0, baseline: baseline, style: style)
            page.text(right, x: edge, baseline: baseline, style: style, anchor: .end)
        }
    }

    /// Like `ends`, but on two lines if one line is too narrow for both texts.
    package mutating func wrappingEnds(_ left: String, _ right: String, style: TextStyle) {
        let isNarrow = TextRuler.width(of: left, in: style) + 8 + TextRuler.width(of: right, in: style) > width
        guard isNarrow else { return ends(left, right, style: style) }
        paragraph(left, style: style, limit: 1)
        paragraph(right, style: style, limit: 1)
    }

    /// Adds a line of figures: a name at the left, and figures that each end at a position in points.
    package mutating func figures(_ name: String, _ columns: [(text: String, right: Double)], style: TextStyle) {
        let baseline = nextBaseline(style)
        marks.append { page in
            page.text(name, x: 0, baseline: baseline, style: style.inked(.quiet))
            for column in columns {
                page.figures(column.text, right: column.right, baseline: baseline, style: style)
            }
        }
    }

    package mutating func rule() {
        let (y, width) = (height, width)
        marks.append { $0.rule(x: 0, y: y, width: width) }
    }

    /// Adds a thin bar that is filled from the left.
    ///
    /// - Parameters:
    ///   - share: the filled part, from 0 to 1.
    ///   - thickness: the height of the bar in points.
    package mutating func bar(_ share: Double, ink: ThemeColour, thickness: Double = 3) {
        let (y, width) = (height, width)
        let filled = max(1, (width * min(max(share, 0), 1) * VectorPage.scale).rounded() / VectorPage.scale)
        marks.append { page in
            page.box(x: 0, y: y, width: width, height: thickness, ink: .track)
            page.box(x: 0, y: y, width: filled, height: thickness, ink: ink)
        }
        height += thickness
    }

    /// Adds badges in lines. If some do not fit, the last badge is their number.
    package mutating func badges(_ badges: [Badge], lines: Int) {
        let y = height
        let laid = Badge.laid(badges, width: width, lines: lines)
        marks.append { page in
            for place in laid.places { place.0.draw(on: &page, x: place.x, y: y + place.y) }
        }
        height += laid.height
    }

    /// Adds a finding: its rule as a badge, and beside it the problem and the fix. If the rule's name is long, the
    /// texts are below it.
    package mutating func finding(_ finding: FindingView) {
        let isError = finding.isError
        let style = TextStyle.badge.inked(isError ? .error : .warning)
        let isWide = TextRuler.width(of: finding.rule, in: style) > TextColumn.badgeWidth - 24
        let indent = isWide ? 0 : TextColumn.badgeWidth
        let name = LineBreaker.clipped(finding.rule, in: style, width: isWide ? width - 12 : indent - 24)
        let badgeWidth = (TextRuler.width(of: name, in: style) + 12).rounded(.up)
        var words = TextColumn(width: width - indent)
        if isWide { words.space(21) }
        words.paragraph(finding.message, style: .body, limit: 3)
        words.paragraph(finding.fix, style: .quiet, limit: 2)
        words.paragraph(finding.detail ?? "", style: .small, limit: 3)
        let y = height
        marks.append { page in
            page.box(x: 0, y: y, width: badgeWidth, height: 17, radius: 2.5, ink: isError ? .errorTint : .warningTint)
            page.text(name, x: 6, baseline: y + 12.5, style: style)
            page.group(x: indent, y: y) { words.draw(on: &$0) }
        }
        height += max(17, words.height)
    }

    /// The width of the column for a rule's name and the space after it, in points.
    private static let badgeWidth = 166.0

    /// The baseline of the next line, such that capital letters are vertically centred in it. Adds the line's height.
    private mutating func nextBaseline(_ style: TextStyle) -> Double {
        let baseline = height + ((style.leading + style.capHeight) / 2 * VectorPage.scale).rounded() / VectorPage.scale
        height += style.leading
        return baseline
    }
}
