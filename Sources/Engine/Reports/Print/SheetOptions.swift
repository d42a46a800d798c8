import SheetModel
import Texts

/// The options of a sheet that `stickerd sheet` writes.
package struct SheetOptions: Sendable {
    package enum Mode: String, CaseIterable, Sendable {
        /// Many stickers per page.
        case contact
        /// One sticker per page, with all its details.
        case detail
        /// Only the art, eight by ten stickers per page, with numbers and names.
        case wall

        /// The name of the kind of sheet.
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
