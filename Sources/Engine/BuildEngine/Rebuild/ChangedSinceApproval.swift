import Decisions
import JobModel
import Publishing
import Reports
import StickerManifest

extension Catalog {
    /// The published stickers whose latest decision approved a different image. The review page lists the same stickers
    /// as changed.
    ///
    /// - Parameter decisions: all decisions, oldest first. A later decision replaces an earlier one.
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
