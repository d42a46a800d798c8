import StickerCatalog

/// Brings people's decisions into a manifest, and where approval is required keeps out what nobody has approved.
package struct ReviewGate: Sendable {
    private let reviews: Reviews
    private let requiresApproval: Bool
    /// What is published now, by pack and id; nothing where no approval is required.
    private let published: [[String]: Sticker]
    /// The paths of the assets that are there.
    private let assets: Set<String>

    package init(reviews: Reviews, requiresApproval: Bool, previous: Catalog?, assets: Set<String>) {
        self.reviews = reviews
        self.requiresApproval = requiresApproval
        let stickers = (requiresApproval ? previous?.packs ?? [] : []).flatMap { pack in
            pack.stickers.map { ([pack.id, $0.id], $0) }
        }
        published = Dictionary(stickers) { first, _ in first }
        self.assets = assets
    }

    /// The manifest with the state of review of every sticker. A sticker that must wait yields its place to the version
    /// of it that is published, if that one may stay and its files are there.
    ///
    /// A published image that nobody ever decided about was published before approval was required. It stays: only new
    /// and changed art waits, so that switching the requirement on unpublishes nothing.
    package func judged(_ catalog: Catalog) -> Catalog {
        var catalog = catalog
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
        return catalog
    }

    /// A published manifest as it is after new decisions, with nothing rendered anew.
    package static func renewed(
        _ catalog: Catalog, reviews: Reviews, requiresApproval: Bool, assets: Set<String>
    ) -> Catalog {
        var renewed = catalog
        renewed.packs = catalog.newestPacks
        return ReviewGate(
            reviews: reviews, requiresApproval: requiresApproval, previous: catalog, assets: assets
        ).judged(renewed)
    }

    private func reviewed(_ sticker: Sticker, in pack: String) -> Sticker {
        var sticker = sticker
        sticker.review = reviews.of(sticker, in: pack)
        return sticker
    }

    private func mayBePublished(_ sticker: Sticker, in pack: String) -> Bool {
        sticker.review?.verdict == .approved
            || (!reviews.hasDecision(about: sticker, in: pack)
                && published[[pack, sticker.id]]?.pixels == sticker.pixels)
    }

    /// The version that is published, where it may stay so.
    private func publishedVersion(of id: String, in pack: String) -> Sticker? {
        guard let published = published[[pack, id]], published.files.allSatisfy(assets.contains) else { return nil }
        let sticker = reviewed(published, in: pack)
        return mayBePublished(sticker, in: pack) ? sticker : nil
    }
}

extension Catalog {
    /// Every pack with the newest finished version of each sticker: one that awaits approval in place of the published one.
    var newestPacks: [Pack] {
        var packs = packs
        for pack in awaitingApproval ?? [] {
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

    /// How many stickers wait for approval.
    package var awaitingCount: Int { (awaitingApproval ?? []).reduce(0) { $0 + $1.stickers.count } }

    /// How many stickers are published without an approval: since before it was required.
    package var unapprovedCount: Int {
        packs.reduce(0) { $0 + $1.stickers.count { $0.review?.verdict != .approved } }
    }
}
