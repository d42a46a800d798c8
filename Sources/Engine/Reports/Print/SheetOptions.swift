/// How a sheet that leaves the output folder is written.
package struct SheetOptions: Sendable {
    package enum Mode: String, CaseIterable, Sendable {
        /// Many stickers on a page.
        case contact
        /// One sticker a page, with all there is to know about it.
        case detail
    }

    package enum Format: String, CaseIterable, Sendable {
        case png, pdf, html
    }

    package var mode: Mode
    package var format: Format
    package var paper: Paper

    package init(mode: Mode = .contact, format: Format = .pdf, paper: Paper = .a4) {
        self.mode = mode
        self.format = format
        self.paper = paper
    }
}

/// A sheet of paper, upright.
package enum Paper: String, CaseIterable, Sendable {
    case a4, letter

    /// Whole points. ISO 216's A4 is 595.28 × 841.89 points; a letter is 8.5 × 11 inches.
    package var width: Double { self == .a4 ? 595 : 612 }
    /// Whole points.
    package var height: Double { self == .a4 ? 842 : 792 }

    /// What printers can reach on every side, and what looks calm, in points.
    static let margin = 36.0
    /// Between the margins, in points.
    var contentWidth: Double { width - 2 * Paper.margin }
    /// The bottom of what is above the foot, in points from the top.
    var contentBottom: Double { height - Paper.margin - 18 }
    /// The name that CSS has for it.
    var cssName: String { self == .a4 ? "A4" : "letter" }
}
