import Publishing
import StickerManifest

/// The decision about a sticker, in the words of a sheet.
package struct SheetDecision {
    /// `Sent back by Ada, 2026-11-25`.
    package let line: String
    /// Empty without a comment.
    package let comment: String

    /// Nil without a decision.
    package init?(about sticker: Sticker, in pack: Pack, of document: SheetDocument) {
        guard let review = sticker.review else { return nil }
        let texts = document.texts
        let verb = review.outcome == .approved ? "approved" : "sentBack"
        let decision = texts("decision.\(verb)\(review.reviewer.isEmpty ? "" : ".by")", ["name": review.reviewer])
        let time = document.decided[Reviews.Key(pack: pack.id, sticker: sticker.id, pixels: sticker.pixels)]
        // The day, in the same format as the date of the sheet.
        line = time.map { texts("sheet.decision", ["decision": decision, "day": String($0.prefix(10))]) } ?? decision
        comment = review.comment
    }
}
