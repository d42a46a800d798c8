/// Why a PDF could not be written.
package enum PDFError: Error, Equatable, CustomStringConvertible {
    /// Cairo gave up; the text is its own.
    case cannotDraw(String)
    /// Vector art that is to be on a page cannot be read; the text is librsvg's own.
    case unreadableVector(String)

    package var description: String {
        switch self {
        case .cannotDraw(let detail): "The PDF cannot be drawn: \(detail)."
        case .unreadableVector(let detail): "A page of the PDF cannot be drawn: \(detail)."
        }
    }
}
