import Publishing
import StickerManifest

/// Compares two manifests.
struct CatalogComparison {
    let changes: [RebuildReport.Change]
    /// The number of bytes by which the files of stickers with unchanged sources have become smaller.
    let saved: Int

    init(before: Catalog?, after: Catalog) {
        let old = CatalogComparison.stickers(before)
        let new = CatalogComparison.stickers(after)
        let packs = (before?.publishedPacks ?? []) + after.publishedPacks
        let titles = Dictionary(packs.map { ($0.id, $0.title) }) { _, last in last }
        changes = BuildReport.changes(from: before, to: after).map { change in
            let key = "\(change.pack)/\(change.id)"
            let (before, after) = (old[key], new[key])
            let (largestBefore, largestAfter) = (before?.shipped, after?.shipped)
            return RebuildReport.Change(
                kind: change.kind, pack: change.pack, id: change.id, label: (after ?? before)?.label,
                packTitle: titles[change.pack], path: change.path, looksDifferent: change.looksDifferent,
                hasSameSource: before != nil && before?.source.sha256 == after?.source.sha256,
                bytesBefore: largestBefore?.bytes, bytesAfter: largestAfter?.bytes,
                fidelityBefore: largestBefore?.fidelity, fidelityAfter: largestAfter?.fidelity)
        }
        saved = new.reduce(0) { saved, entry in
            guard let before = old[entry.key], !before.isSameCopy(as: entry.value),
                before.source.sha256 == entry.value.source.sha256
            else { return saved }
            return saved.addingWithinRange(before.bytes - entry.value.bytes)
        }
    }

    /// The total size of all @3x files in bytes.
    static func shipped(_ catalog: Catalog) -> Int {
        catalog.publishedPacks.flatMap(\.stickers).total { $0.shipped?.bytes ?? 0 }
    }

    /// The largest @3x files, the largest one first.
    static func largest(_ catalog: Catalog, limit: Int, count: Int) -> [RebuildReport.Large] {
        let all = catalog.publishedPacks.flatMap { pack in
            pack.stickers.compactMap { sticker in
                sticker.shipped.map {
                    RebuildReport.Large(
                        pack: pack.id, id: sticker.id, bytes: $0.bytes,
                        share: (Double($0.bytes) / Double(max(1, limit)) * 10_000).rounded() / 10_000)
                }
            }
        }
        return Array(all.sorted { ($0.bytes, $1.pack, $1.id) > ($1.bytes, $0.pack, $0.id) }.prefix(count))
    }

    /// The published stickers, by `pack/id`.
    static func stickers(_ catalog: Catalog?) -> [String: Sticker] {
        let pairs = (catalog?.publishedPacks ?? []).flatMap { pack in pack.stickers.map { ("\(pack.id)/\($0.id)", $0) }
        }
        return Dictionary(pairs) { first, _ in first }
    }
}

extension Sticker {
    /// The @3x file. Nil if there is none.
    fileprivate var shipped: Rendition? { renditions.first { $0.scale == 3 } }
    /// The total size in bytes of the files of all scales and of the film.
    fileprivate var bytes: Int { renditionsAndFilm.total { $0.bytes } }
}
