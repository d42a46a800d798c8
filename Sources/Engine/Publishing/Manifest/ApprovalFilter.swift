import JobModel
import StickerManifest

/// Applies decisions to a manifest. If approval is required, removes unapproved stickers from it.
package struct ApprovalFilter: Sendable {
    private let reviews: Reviews
    private let requiresApproval: Bool
    /// The published stickers, by pack and id. Not needed, and therefore empty, if approval is not required.
    private let published: [StickerName: Sticker]
    /// The paths of the existing asset files.
    private let assets: AssetNames

    package init(reviews: Reviews, requiresApproval: Bool, previous: Catalog?, assets: AssetNames) {
        self.reviews = reviews
        self.requiresApproval = requiresApproval
        let stickers = (requiresApproval ? previous?.publishedPacks ?? [] : []).flatMap { pack in
            pack.stickers.map { (StickerName(pack: pack.id, sticker: $0.id), $0) }
        }
        published = Dictionary(stickers) { first, _ in first }
        self.assets = assets
    }

    /// Adds the review state to every sticker of a manifest. If approval is required, a sticker without approval is
    /// moved to the stickers that await approval. Its published version remains if that version may stay published.
    ///
    /// A published image without a decision was published before approval was required, and may stay published. Only
    /// new and changed stickers need approval, so requiring approval unpublishes nothing.
    package func judged(_ catalog: Catalog) -> Catalog {
        var catalog = catalog.joiningMessages
        var awaiting: [Pack] = []
        catalog.packs = catalog.packs.compactMap { pack in
            var (open, held) = (pack, pack)
            (open.stickers, held.stickers) = ([], [])
            for sticker in pack.stickers {
                let sticker = reviewed(sticker, in: pack.id)
                guard requiresApproval, !mayBePublished(sticker, in: pack.id) else {
                    open.stickers.append(sticker)
                    continue
                }
                held.stickers.append(sticker)
                if let earlier = publishedVersion(of: sticker.id, in: pack.id) { open.stickers.append(earlier) }
            }
            if !held.stickers.isEmpty { awaiting.append(held) }
            return open.stickers.isEmpty ? nil : open
        }
        catalog.awaitingApproval = awaiting.isEmpty ? nil : awaiting
        return catalog.separatingMessages
    }

    /// Applies new decisions to a published manifest. Renders nothing.
    ///
    /// - Parameter catalog: the published manifest.
    package static func renewed(
        _ catalog: Catalog, reviews: Reviews, requiresApproval: Bool, assets: AssetNames
    ) -> Catalog {
        var renewed = catalog.joiningMessages
        renewed.packs = catalog.newestPacks
        return ApprovalFilter(
            reviews: reviews, requiresApproval: requiresApproval, previous: catalog, assets: assets
        ).judged(renewed)
    }

    private func reviewed(_ sticker: Sticker, in pack: String) -> Sticker {
        let review = reviews.of(sticker, in: pack)
        guard sticker.review != review else { return sticker }
        var (reviewed, isCompact) = (sticker, sticker.isCompact)
        reviewed.review = review
        if isCompact { reviewed.compact() }
        return reviewed
    }

    private func mayBePublished(_ sticker: Sticker, in pack: String) -> Bool {
        sticker.review?.outcome == .approved
            || (!reviews.hasDecision(about: sticker, in: pack)
                && published[StickerName(pack: pack, sticker: sticker.id)]?.pixels == sticker.pixels)
    }

    /// The published version of a sticker. Nil if there is none, if one of its files is missing, or if it may not
    /// stay published.
    private func publishedVersion(of id: String, in pack: String) -> Sticker? {
        guard let published = published[StickerName(pack: pack, sticker: id)],
            published.files.allSatisfy(assets.contains)
        else { return nil }
        let sticker = reviewed(published, in: pack)
        return mayBePublished(sticker, in: pack) ? sticker : nil
    }
}

extension Catalog {
    /// Every pack with the newest finished version of each sticker and message picture. A version that awaits approval
    /// replaces the published one.
    var newestPacks: [Pack] {
        var packs = publishedPacks
        for pack in awaitingPacks {
            guard let place = packs.firstIndex(where: { $0.id == pack.id }) else {
                packs.append(pack)
                continue
            }
            var places = Dictionary(
                packs[place].stickers.enumerated().map { ($0.element.id, $0.offset) }
            ) { first, _ in first }
            for sticker in pack.stickers {
                if let old = places[sticker.id] {
                    packs[place].stickers[old] = sticker
                } else {
                    places[sticker.id] = packs[place].stickers.count
                    packs[place].stickers.append(sticker)
                }
            }
        }
        return packs.sorted { $0.id < $1.id }
    }

    /// The number of stickers and messages that wait for approval.
    package var awaitingCount: Int { awaitingPacks.reduce(0) { $0 + $1.stickers.count } }

    /// The number of stickers and messages that were published before approval was required.
    package var unapprovedCount: Int {
        publishedPacks.reduce(0) { $0 + $1.stickers.count { $0.review?.outcome != .approved } }
    }
}
