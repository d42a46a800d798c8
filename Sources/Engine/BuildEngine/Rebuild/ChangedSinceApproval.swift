import Decisions
import JobModel
import Publishing
import Reports
import StickerManifest

extension Catalog {
    /// The published stickers whose last decision is the approval of another image. The review page lists the same ones
    /// as changed.
    ///
    /// - Parameter decisions: in the order in which they count.
    package func changedSinceApproval(_ decisions: [Decision]) -> [RebuildReport.ChangedSinceApproval] {
        guard !decisions.isEmpty else { return [] }
        let (reviews, versions) = (decisions.reviews, decisions.reviewedVersions)
        return publishedPacks.flatMap { pack in
            pack.stickers.compactMap { sticker in
                guard let last = versions["\(pack.id)/\(sticker.id)"]?.last, last.outcome == .approved,
                    last.pixels != sticker.pixels, reviews.of(sticker, in: pack.id) == nil
                else { return nil }
                return RebuildReport.ChangedSinceApproval(
                    pack: pack, sticker: sticker, reviewer: last.reviewer, approved: last.decided, pixels: last.pixels,
                    picture: last.picture)
            }
        }
    }
}
