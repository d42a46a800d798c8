import Publishing
import StickerManifest

/// The decision about a sticker, as text for a sheet.
package struct SheetDecision {
    /// The outcome, the reviewer and the day, such as `Sent back by Ada, 2026-11-25`.
    package let line: String
    /// The reviewer's comment. Empty if there is none.
    package let comment: String

    /// Nil without a decision about the sticker.
    package init?(about sticker: Sticker, in pack: Pack, of document: SheetDocument) {
        guard let review = sticker.review else { return nil }
        let texts = document.texts
        let verb = review.outcome == .approved ? "approved" : "sentBack"
        let decision = texts("decision.\(verb)\(review.reviewer.isEmpty ? "" : ".by")", ["name": review.reviewer])
        let time = document.decided[Reviews.Key(pack: pack.id, sticker: sticker.id, pixels: sticker.pixels)]
        // Only the day is shown, in the same format as the date of the sheet.
        line = time.map { texts("sheet.decision", ["decision": decision, "day": String($0.prefix(10))]) } ?? decision
        comment = review.comment
    }
}
