/// A number of the cover, and what it counts.
struct CoverFigure {
    let number: Int
    let name: String
    let ink: Ink

    /// In their order. What needs a person has its colour.
    static func all(of book: SheetBook) -> [CoverFigure] {
        let counts = book.counts
        return [
            CoverFigure(
                number: book.sections.count, name: book.sections.count == 1 ? "pack" : "packs", ink: .text),
            CoverFigure(
                number: counts.stickers, name: counts.stickers == 1 ? "sticker" : "stickers", ink: .text),
            CoverFigure(number: counts.animated, name: "animated", ink: .text),
            CoverFigure(number: counts.rejected, name: "not published", ink: counts.rejected > 0 ? .error : .text),
            CoverFigure(number: counts.warnings, name: "with warnings", ink: counts.warnings > 0 ? .warning : .text),
            CoverFigure(number: counts.bytes, name: "bytes at @3x", ink: .text),
        ]
    }
}
