import Publishing
import StickerManifest

/// The decision about a sticker, in the words of a sheet.
struct SheetDecision {
    /// `Sent back by Ada, 2026-11-25`.
    let line: String
    /// Empty without a comment.
    let comment: String

    /// Nil without a decision.
    init?(about sticker: Sticker, in pack: Pack, of document: SheetDocument) {
        guard let review = sticker.review else { return nil }
        let verb = (review.outcome == .approved ? SheetDocument.Approval.approved : .sentBack).rawValue
        let author = review.reviewer.isEmpty ? "" : " by \(review.reviewer)"
        let time = document.decided[Reviews.Key(pack: pack.id, sticker: sticker.id, pixels: sticker.pixels)]
        // The day, as the sheet's own date is written.
        line = "\(verb)\(author)" + (time.map { ", \($0.prefix(10))" } ?? "")
        comment = review.comment
    }
}
