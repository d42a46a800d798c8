/// A word on a tinted background: the rule of a finding, or the review state of a sticker.
package struct Badge {
    package let text: String
    package let ink: ThemeColour
    package let tint: ThemeColour

    package init(_ finding: FindingView) {
        text = finding.rule
        (ink, tint) = finding.isError ? (.error, .errorTint) : (.warning, .warningTint)
    }

    package init(text: String, ink: ThemeColour, tint: ThemeColour) {
        self.text = text
        self.ink = ink
        self.tint = tint
    }

    /// A badge with the number of the badges that are left out.
    package init(more count: Int) {
        text = "+\(count)"
        (ink, tint) = (.quiet, .track)
    }

    package static let height = 11.5
    private static let inset = 4.0

    /// The width in points.
    package var width: Double {
        (TextRuler.width(of: text, in: .printBadge) + 2 * Badge.inset).rounded(.up)
    }

    /// The badge with its text shortened to a width.
    private func clipped(to width: Double) -> Badge {
        Badge(text: LineBreaker.clipped(text, in: .printBadge, width: width - 2 * Badge.inset), ink: ink, tint: tint)
    }

    package func draw(on page: inout VectorPage, x: Double, y: Double) {
        page.box(x: x, y: y, width: width, height: Badge.height, radius: 2, ink: tint)
        page.text(text, x: x + Badge.inset, baseline: y + 8.25, style: .printBadge.inked(ink))
    }

    /// The badges with their positions in lines of a width, and the height of all lines. If badges do not fit, the last
    /// badge is their number.
    package static func laid(_ badges: [Badge], width: Double, lines: Int) -> (
        places: [(Badge, x: Double, y: Double)], height: Double
    ) {
        var places: [(Badge, x: Double, y: Double)] = []
        var (x, line) = (0.0, 0)
        for (number, badge) in badges.map({ $0.clipped(to: width) }).enumerated() {
            let rest = badges.count - number - 1
            // The last line needs room for the number of omitted badges.
            let reserve = line == lines - 1 && rest > 0 ? 24.0 : 0
            if x > 0, x + badge.width + reserve > width {
                guard line < lines - 1 else {
                    places.append((Badge(more: rest + 1), x: x, y: Double(line) * (height + 3)))
                    break
                }
                (x, line) = (0, line + 1)
            }
            places.append((badge, x: x, y: Double(line) * (height + 3)))
            x += badge.width + 3
        }
        return (places, badges.isEmpty ? 0 : Double(line) * (height + 3) + height)
    }
}
