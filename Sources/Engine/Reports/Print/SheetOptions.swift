import SheetModel
import Texts

/// The options of a sheet outside of the output folder.
package struct SheetOptions: Sendable {
    package enum Mode: String, CaseIterable, Sendable {
        /// Many stickers on a page.
        case contact
        /// One sticker per page, with all its details.
        case detail
        /// The art alone, eight by ten on a page, with numbers and names.
        case wall

        /// The kind of sheet, in words.
        func title(_ texts: Texts) -> String { texts("sheet.mode.\(rawValue)") }
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
