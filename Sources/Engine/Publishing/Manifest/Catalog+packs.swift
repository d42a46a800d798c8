import JobModel
import StickerManifest

/// A manifest of some packs alone, and a manifest with some packs replaced: so that work on a few packs needs none of the
/// others.
extension Catalog {
    /// The manifest with these packs, what is rejected in them and what awaits approval in them. A pack's messages are a pack
    /// of their own here.
    package func part(of ids: Set<String>) -> Catalog {
        let joined = joiningMessages
        var part = joined
        part.packs = joined.packs.filter { ids.contains($0.id) }
        part.rejected = rejected.filter { ids.contains($0.pack) }
        let awaiting = (joined.awaitingApproval ?? []).filter { ids.contains($0.id) }
        part.awaitingApproval = awaiting.isEmpty ? nil : awaiting
        return part.separatingMessages
    }

    /// The manifest with these packs as a manifest of them alone has them. What is equal stays the same value, so that a
    /// comparison ends where storage is shared.
    package func replacing(_ ids: Set<String>, by part: Catalog) -> Catalog {
        let (joined, news) = (joiningMessages, part.joiningMessages)
        var catalog = news
        catalog.packs = Catalog.replacing(ids, in: joined.packs, by: news.packs)
        let awaiting = Catalog.replacing(ids, in: joined.awaitingApproval ?? [], by: news.awaitingApproval ?? [])
        catalog.awaitingApproval = awaiting.isEmpty ? nil : awaiting
        if rejected.filter({ ids.contains($0.pack) }) == part.rejected {
            catalog.rejected = rejected
        } else {
            catalog.rejected = (rejected.filter { !ids.contains($0.pack) } + part.rejected).sorted { $0.path < $1.path }
        }
        // What is the same is not encoded again.
        catalog.origin = origin
        return catalog.separatingMessages
    }

    private static func replacing(_ ids: Set<String>, in packs: [Pack], by news: [Pack]) -> [Pack] {
        let earlier = Dictionary(packs.map { ($0.id, $0) }) { first, _ in first }
        let news = news.map { new in earlier[new.id].flatMap { $0 == new ? $0 : nil } ?? new }
        return (packs.filter { !ids.contains($0.id) } + news).sorted { $0.id < $1.id }
    }

    /// The ids of all packs that have a sticker or a source that was rejected.
    package var packIDs: Set<String> {
        Set(finishedPacks.map(\.id)).union(rejected.map(\.pack))
    }
}
