import Publishing
import StickerCatalog

/// What somebody decided about a sticker, once: who, when, about which pixels.
package struct Decision: Codable, Sendable, Hashable {
    package enum Verdict: String, Codable, Sendable, CaseIterable {
        case approved
        case sentBack
        /// An earlier decision was taken back; the question is open again.
        case reopened
    }

    package var pack: String
    package var sticker: String
    /// The digest of the decoded pixels that were looked at.
    package var pixels: String
    package var verdict: Verdict
    package var reviewer: String
    package var comment: String
    /// When, in UTC with seconds: `2026-11-21T18:09:00Z`.
    package var decided: String
    /// The @3x file that was looked at: `<sha256>.png`; nil when it is not known.
    package var picture: String?

    package init(
        look: Reviews.Look, verdict: Verdict, reviewer: String = "", comment: String = "", decided: String,
        picture: String? = nil
    ) {
        pack = look.pack
        sticker = look.sticker
        pixels = look.pixels
        self.verdict = verdict
        self.reviewer = reviewer
        self.comment = comment
        self.decided = decided
        self.picture = picture
    }

    package var look: Reviews.Look { Reviews.Look(pack: pack, sticker: sticker, pixels: pixels) }

    /// What a manifest says of it; nil for one that was taken back.
    package var review: Review? {
        switch verdict {
        case .approved: Review(verdict: .approved, reviewer: reviewer, comment: comment)
        case .sentBack: Review(verdict: .sentBack, reviewer: reviewer, comment: comment)
        case .reopened: nil
        }
    }
}
