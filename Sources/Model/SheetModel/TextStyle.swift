/// A style of text on sheets. On screen, the sizes are 11, 13, 19 and 30 points.
package struct TextStyle: Sendable {
    package enum Weight: Int, Sendable {
        case regular = 400
        case semibold = 600
    }

    /// The type size in points.
    package var size: Double
    /// The distance between baselines in points.
    package var leading: Double
    package var weight: Weight
    package var ink: ThemeColour

    package init(size: Double, leading: Double, weight: Weight, ink: ThemeColour) {
        self.size = size
        self.leading = leading
        self.weight = weight
        self.ink = ink
    }

    package static let title = TextStyle(size: 30, leading: 36, weight: .semibold, ink: .text)
    package static let name = TextStyle(size: 19, leading: 24, weight: .semibold, ink: .text)
    package static let body = TextStyle(size: 13, leading: 18, weight: .regular, ink: .text)
    package static let quiet = TextStyle(size: 13, leading: 18, weight: .regular, ink: .quiet)
    package static let small = TextStyle(size: 11, leading: 16, weight: .regular, ink: .quiet)
    package static let badge = TextStyle(size: 11, leading: 16, weight: .semibold, ink: .text)

    /// The height of capital letters in points. In Inter it is 2,048 of 2,816 units.
    package var capHeight: Double { size * 2048 / 2816 }

    package func inked(_ ink: ThemeColour) -> TextStyle {
        TextStyle(size: size, leading: leading, weight: weight, ink: ink)
    }
}

/// The styles for paper, with sizes of 7, 8, 10, 14, 20 and 34 points.
extension TextStyle {
    package static let coverTitle = TextStyle(size: 34, leading: 40, weight: .semibold, ink: .text)
    package static let coverFigure = TextStyle(size: 20, leading: 25, weight: .semibold, ink: .text)
    package static let printTitle = TextStyle(size: 20, leading: 25, weight: .semibold, ink: .text)
    package static let printHeading = TextStyle(size: 14, leading: 18, weight: .semibold, ink: .text)
    package static let printName = TextStyle(size: 10, leading: 13, weight: .semibold, ink: .text)
    package static let printBody = TextStyle(size: 8, leading: 11, weight: .regular, ink: .text)
    package static let printStrong = TextStyle(size: 8, leading: 11, weight: .semibold, ink: .text)
    package static let printQuiet = TextStyle(size: 8, leading: 11, weight: .regular, ink: .quiet)
    package static let printSmall = TextStyle(size: 7, leading: 9.5, weight: .regular, ink: .quiet)
    package static let printBadge = TextStyle(size: 7, leading: 9.5, weight: .semibold, ink: .text)
}
