/// The type scale on paper: 7, 8, 10, 14, 20 and 34 points.
extension TextStyle {
    static let coverTitle = TextStyle(size: 34, leading: 40, weight: .semibold, ink: .text)
    static let coverFigure = TextStyle(size: 20, leading: 25, weight: .semibold, ink: .text)
    static let printTitle = TextStyle(size: 20, leading: 25, weight: .semibold, ink: .text)
    static let printHeading = TextStyle(size: 14, leading: 18, weight: .semibold, ink: .text)
    static let printName = TextStyle(size: 10, leading: 13, weight: .semibold, ink: .text)
    static let printBody = TextStyle(size: 8, leading: 11, weight: .regular, ink: .text)
    static let printStrong = TextStyle(size: 8, leading: 11, weight: .semibold, ink: .text)
    static let printQuiet = TextStyle(size: 8, leading: 11, weight: .regular, ink: .quiet)
    static let printSmall = TextStyle(size: 7, leading: 9.5, weight: .regular, ink: .quiet)
    static let printBadge = TextStyle(size: 7, leading: 9.5, weight: .semibold, ink: .text)
}
