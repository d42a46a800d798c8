import Decisions
import Publishing
import Reports
import StickerManifest

extension Catalog {
    /// The earlier version of each undecided sticker: the last reviewed version before the current image.
    ///
    /// - Parameter kept: the kept pictures of reviewed versions.
    func earlierVersions(_ decisions: [Decision], kept: ReviewedPictures) -> [Reviews.Key: OfflineReview.EarlierVersion]
    {
        let (versions, names) = (decisions.reviewedVersions, Set(kept.names))
        var earlier: [Reviews.Key: OfflineReview.EarlierVersion] = [:]
        for pack in finishedPacks {
            for sticker in pack.stickers where sticker.review == nil {
                guard let last = versions["\(pack.id)/\(sticker.id)"]?.last, last.pixels != sticker.pixels else {
                    continue
                }
                let picture = last.picture.flatMap { names.contains($0) ? "\(kept.path)/\($0)" : nil }
                earlier[Reviews.Key(pack: pack.id, sticker: sticker.id, pixels: sticker.pixels)] =
                    OfflineReview.EarlierVersion(
                        picture: picture, comment: last.outcome == .sentBack ? last.comment : nil)
            }
        }
        return earlier
    }
}
