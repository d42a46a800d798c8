/// A sheet of paper in portrait format.
package enum Paper: String, CaseIterable, Sendable {
    case a4, letter

    /// The width in whole points. ISO 216's A4 is 595.28 × 841.89 points; a letter is 8.5 × 11 inches.
    package var width: Double { self == .a4 ? 595 : 612 }
    /// The height in whole points.
    package var height: Double { self == .a4 ? 842 : 792 }

    /// The margin that printers require on every side, in points.
    package static let margin = 36.0
    /// The width between the margins in points.
    package var contentWidth: Double { width - 2 * Paper.margin }
    /// The lowest position of content, which is above the footer, in points from the top.
    package var contentBottom: Double { height - Paper.margin - 18 }
    /// The name of the paper size in CSS.
    package var cssName: String { self == .a4 ? "A4" : "letter" }
}
