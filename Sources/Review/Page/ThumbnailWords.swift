/// A small picture of a sticker that leads to its row on the sheet.
struct ThumbnailWords {
    let label: String
    let id: String
    let pack: String
    /// False for a sticker that is no longer published.
    let isPublished: Bool
    let sheetHref: String
    let imageHref: String
}
