import JobModel
import StickerManifest

/// Extracts some packs or stickers of a manifest, and replaces them in it. Work on a few packs therefore does not need
/// the others.
extension Catalog {
    /// The manifest of these packs and stickers, with their rejected sources and those that await approval.
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

    /// Packs without a sticker in the scope are left out.
    private static func part(_ packs: [Pack], of scope: PackScope) -> [Pack] {
        packs.compactMap { pack in
            guard scope.contains(pack.id) else { return nil }
            guard let part = scope.part(of: pack.id) else { return pack }
            var some = pack
            some.stickers = pack.stickers.filter(part.has)
            return some.stickers.isEmpty ? nil : some
        }
    }

    /// The manifest in which a smaller manifest replaces these packs and stickers. Equal values keep their storage, so
    /// that comparisons end early.
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
        // Equal parts are not encoded again.
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
        // If a part was removed, the rest of the pack stays.
        let named = Set(news.map(\.id))
        for pack in packs where scope.contains(pack.id) && !named.contains(pack.id) {
            guard let part = scope.part(of: pack.id) else { continue }
            var rest = pack
            rest.stickers.removeAll(where: part.has)
            if !rest.stickers.isEmpty { replaced.append(rest) }
        }
        return (packs.filter { !scope.contains($0.id) } + replaced).sorted { $0.id < $1.id }
    }

    /// A pack with some of its stickers replaced, in the pack's order.
    private static func replacing(_ part: PackScope.Part, in earlier: Pack?, by new: Pack) -> Pack {
        guard let earlier else { return new }
        var pack = new
        pack.stickers = PackOrder(part.order).merged(earlier.stickers.filter { !part.has($0) }, new.stickers)
        return pack
    }

    /// The ids of all packs that have a sticker or a source that was rejected.
    package var packIDs: Set<String> {
        Set(finishedPacks.map(\.id)).union(rejected.map(\.pack))
    }
}
