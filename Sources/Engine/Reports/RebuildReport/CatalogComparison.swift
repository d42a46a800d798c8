import Publishing
import StickerManifest

/// The result of comparing a manifest with an earlier one: the differences, the figures, and the sources that need
/// attention.
package struct CatalogComparison: Codable, Sendable, Equatable {
    package var generator: String
    package var stickers: Int
    /// The total size of all @3x files in bytes, in the earlier and in the new manifest.
    package var bytesBefore: Int
    package var bytesAfter: Int
    /// The number of bytes by which all files of stickers with unchanged sources have become smaller.
    package var saved: Int
    package var changes: [RebuildReport.Change]
    package var rejected: [RebuildReport.Rejection]
    package var largest: [RebuildReport.Large]
    /// The stickers whose newest version was sent back. Nil if there are none.
    package var sentBack: [BuildReport.SentBack]?

    /// - Parameter byteLimit: the limit in bytes that every file must be below.
    package init(before: Catalog?, after: Catalog, byteLimit: Int = 500_000) {
        generator = after.generator
        stickers = after.packs.reduce(0) { $0 + $1.stickers.count }
        bytesBefore = before.map(CatalogComparison.shipped) ?? 0
        bytesAfter = CatalogComparison.shipped(after)
        largest = CatalogComparison.largest(after, limit: byteLimit, count: 10)
        let known = Set(before?.rejected.map { "\($0.path)\n\($0.sha256)" } ?? [])
        rejected = after.rejected.map {
            RebuildReport.Rejection(source: $0, isNew: !known.contains("\($0.path)\n\($0.sha256)"))
        }
        let returned = BuildReport.sentBack(in: after)
        sentBack = returned.isEmpty ? nil : returned
        let (old, new) = (CatalogComparison.stickersByKey(before), CatalogComparison.stickersByKey(after))
        changes = CatalogComparison.changes(from: before, to: after, old, new)
        saved = new.reduce(0) { saved, entry in
            guard let before = old[entry.key], !before.isSameCopy(as: entry.value),
                before.source.sha256 == entry.value.source.sha256
            else { return saved }
            return saved.addingWithinRange(before.bytes - entry.value.bytes)
        }
    }

    /// The stickers that differ between two manifests.
    static func changes(from before: Catalog?, to after: Catalog) -> [RebuildReport.Change] {
        changes(from: before, to: after, stickersByKey(before), stickersByKey(after))
    }

    private static func changes(
        from before: Catalog?, to after: Catalog, _ old: [String: Sticker], _ new: [String: Sticker]
    ) -> [RebuildReport.Change] {
        let packs = (before?.publishedPacks ?? []) + after.publishedPacks
        let titles = Dictionary(packs.map { ($0.id, $0.title) }) { _, last in last }
        return BuildReport.changes(from: before, to: after).map { change in
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
    }

    /// The total size of all @3x files in bytes.
    private static func shipped(_ catalog: Catalog) -> Int {
        catalog.publishedPacks.flatMap(\.stickers).total { $0.shipped?.bytes ?? 0 }
    }

    /// The largest @3x files, the largest first.
    ///
    /// - Parameters:
    ///   - limit: the limit in bytes that every file must be below.
    ///   - count: the maximum number of files that are returned.
    package static func largest(_ catalog: Catalog, limit: Int, count: Int) -> [RebuildReport.Large] {
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

    static func stickersByKey(_ catalog: Catalog?) -> [String: Sticker] {
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
