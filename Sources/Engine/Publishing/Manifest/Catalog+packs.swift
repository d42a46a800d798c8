import JobModel
import StickerManifest

/// Extracts some packs or stickers from a manifest, or replaces them. Work on a few packs then needs only these packs
/// in memory.
extension Catalog {
    /// A manifest with only the packs and stickers of a scope: published stickers, stickers that await approval, and
    /// rejected sources.
    package func part(of scope: PackScope) -> Catalog {
        let joined = joiningMessages
        var part = joined
        part.packs = Catalog.part(joined.packs, of: scope)
        part.rejected = rejected.filter(scope.has)
        let awaiting = Catalog.part(joined.awaitingApproval ?? [], of: scope)
        part.awaitingApproval = awaiting.isEmpty ? nil : awaiting
        return part.separatingMessages
    }

    package func part(of ids: Set<String>) -> Catalog { part(of: PackScope(ids)) }

    /// The parts of the packs that are in the scope. Packs without a sticker in the scope are left out.
    private static func part(_ packs: [Pack], of scope: PackScope) -> [Pack] {
        packs.compactMap { pack in
            guard scope.contains(pack.id) else { return nil }
            guard let part = scope.part(of: pack.id) else { return pack }
            var some = pack
            some.stickers = part.places(in: pack.stickers).map { pack.stickers[$0] }
            return some.stickers.isEmpty ? nil : some
        }
    }

    /// A manifest in which the packs and stickers of a scope are replaced by those of a smaller manifest. Equal packs
    /// share their storage with this manifest, which makes later comparisons fast.
    package func replacing(_ scope: PackScope, by part: Catalog) -> Catalog {
        let (joined, news) = (joiningMessages, part.joiningMessages)
        var catalog = news
        catalog.packs = Catalog.replacing(scope, in: joined.packs, by: news.packs)
        let awaiting = Catalog.replacing(scope, in: joined.awaitingApproval ?? [], by: news.awaitingApproval ?? [])
        catalog.awaitingApproval = awaiting.isEmpty ? nil : awaiting
        if rejected.filter(scope.has) == part.rejected {
            catalog.rejected = rejected
        } else {
            catalog.rejected = (rejected.filter { !scope.has($0) } + part.rejected).sorted { $0.path < $1.path }
        }
        // The origin is kept, so that equal packs are not encoded again.
        catalog.origin = origin
        return catalog.separatingMessages
    }

    package func replacing(_ ids: Set<String>, by part: Catalog) -> Catalog { replacing(PackScope(ids), by: part) }

    private static func replacing(_ scope: PackScope, in packs: [Pack], by news: [Pack]) -> [Pack] {
        let earlier = Dictionary(packs.map { ($0.id, $0) }) { first, _ in first }
        var replaced: [Pack] = []
        for new in news {
            let pack = scope.part(of: new.id).map { replacing($0, in: earlier[new.id], by: new) } ?? new
            replaced.append(earlier[new.id].flatMap { $0 == pack ? $0 : nil } ?? pack)
        }
        // The stickers outside of the scope are kept, even if all stickers in the scope were removed.
        let named = Set(news.map(\.id))
        for pack in packs where scope.contains(pack.id) && !named.contains(pack.id) {
            guard let part = scope.part(of: pack.id) else { continue }
            var rest = pack
            rest.stickers = pack.stickers.removing(at: part.places(in: pack.stickers))
            if !rest.stickers.isEmpty { replaced.append(rest) }
        }
        return (packs.filter { !scope.contains($0.id) } + replaced).sorted { $0.id < $1.id }
    }

    /// Replaces the stickers of one part of a pack. The result is sorted in the order of the pack.
    private static func replacing(_ part: PackScope.Part, in earlier: Pack?, by new: Pack) -> Pack {
        guard let earlier else { return new }
        var pack = new
        let rest = earlier.stickers.removing(at: part.places(in: earlier.stickers))
        pack.stickers = PackOrder(part.order).merged(rest, new.stickers)
        return pack
    }

    /// The ids of all packs that have a sticker or a rejected source.
    package var packIDs: Set<String> {
        Set(finishedPacks.map(\.id)).union(rejected.map(\.pack))
    }
}

extension [Sticker] {
    /// - Parameter places: the positions of the removed stickers, in ascending order.
    fileprivate func removing(at places: [Int]) -> [Sticker] {
        guard !places.isEmpty else { return self }
        var rest: [Sticker] = []
        rest.reserveCapacity(count)
        var start = 0
        for place in places {
            rest += self[start..<place]
            start = place + 1
        }
        rest += self[start...]
        return rest
    }
}
