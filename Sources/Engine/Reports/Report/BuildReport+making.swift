import Foundation
import Intake
import JobModel
import Publishing
import StickerManifest

extension BuildReport {
    /// Creates the report on a build.
    ///
    /// - Parameters:
    ///   - catalog: the published manifest.
    ///   - previous: the previously published manifest. Nil for the first build.
    ///   - superseded: the sources that are not used because a preferred version exists.
    ///   - duplicates: the sources that are not used because another source has the same content.
    ///   - waiting: the paths of files that are still being written, relative to the drop folder.
    ///   - ignored: the entries of the drop folder that are not sources.
    ///   - requiresApproval: whether only approved stickers are published.
    package init(
        catalog: Catalog, previous: Catalog?, superseded: [Yielded] = [], duplicates: [Yielded] = [],
        waiting: [String] = [], ignored: [IgnoredEntry] = [], requiresApproval: Bool = false
    ) {
        let published = catalog.publishedPacks.flatMap { pack in pack.stickers.map { (pack: pack.id, sticker: $0) } }
        let messages = catalog.messages?.count ?? 0
        let sentBack = BuildReport.sentBack(in: catalog)
        let pieces = (catalog.pieces ?? []).reduce(0) { $0 + $1.pieces.count }
        self.init(
            generator: catalog.generator,
            counts: Counts(
                published: published.count - messages - pieces, messages: messages > 0 ? messages : nil,
                pieces: pieces > 0 ? pieces : nil,
                rejected: catalog.rejected.count, duplicate: duplicates.count,
                superseded: superseded.count, waiting: waiting.count, ignored: ignored.count,
                awaitingApproval: catalog.awaitingCount,
                unapproved: requiresApproval ? catalog.unapprovedCount : 0),
            bytes: BuildReport.weight(of: published),
            changes: BuildReport.changes(from: previous, to: catalog),
            rejected: catalog.rejected,
            warnings: published.filter { !$0.sticker.findings.isEmpty }.map {
                Warned(
                    pack: $0.pack, id: $0.sticker.id, path: $0.sticker.source.path, findings: $0.sticker.findings,
                    label: $0.sticker.label, image: $0.sticker.thumbnail)
            },
            superseded: superseded, duplicates: duplicates, waiting: waiting, ignored: ignored,
            sentBack: sentBack.isEmpty ? nil : sentBack)
    }

    /// The stickers whose newest version was sent back, sorted by path.
    package static func sentBack(in catalog: Catalog) -> [SentBack] {
        catalog.sentBack.compactMap { pack, sticker in sticker.review.map { SentBack(sticker, in: pack, $0) } }
            .sorted { $0.path < $1.path }
    }

    /// The differences between two manifests, sorted by pack and id.
    package static func changes(from previous: Catalog?, to catalog: Catalog) -> [Change] {
        let before = stickers(of: previous)
        let now = stickers(of: catalog)
        let changes = Set(before.keys).union(now.keys).compactMap { key -> Change? in
            let (old, new) = (before[key], now[key])
            guard let sticker = new ?? old else { return nil }
            // A different review alone is not a change of the sticker.
            if let old, let new, old.isEqual(besidesReview: new) { return nil }
            return Change(
                kind: old == nil ? .added : new == nil ? .removed : .changed, pack: key.pack, id: key.sticker,
                path: sticker.source.path, looksDifferent: old?.pixels != new?.pixels)
        }
        return changes.sorted { ($0.pack, $0.id) < ($1.pack, $1.id) }
    }

    /// The report as JSON with sorted keys, indented by two spaces, with a newline at its end.
    package func json() throws -> Data {
        var data = try JSONEncoder.indented.encode(self)
        data.append(UInt8(ascii: "\n"))
        return data
    }

    private static func stickers(of catalog: Catalog?) -> [StickerName: Sticker] {
        let pairs = (catalog?.publishedPacks ?? []).flatMap { pack in
            pack.stickers.map { (StickerName(pack: pack.id, sticker: $0.id), $0) }
        }
        return Dictionary(pairs) { first, _ in first }
    }

    /// The sizes of all published files.
    package static func weight(of catalog: Catalog) -> Weight {
        weight(of: catalog.publishedPacks.flatMap { pack in pack.stickers.map { (pack.id, $0) } })
    }

    private static func weight(of published: [(pack: String, sticker: Sticker)]) -> Weight {
        var weight = Weight(total: 0, shipped: 0)
        for (pack, sticker) in published {
            for rendition in sticker.renditionsAndFilm {
                weight.total = weight.total.addingWithinRange(max(0, rendition.bytes))
                let file = Largest(pack: pack, id: sticker.id, path: rendition.path, bytes: rendition.bytes)
                if file.bytes > weight.largest?.bytes ?? -1 { weight.largest = file }
                guard rendition.scale == 3 || rendition.path == sticker.film?.path else { continue }
                weight.shipped = weight.shipped.addingWithinRange(max(0, file.bytes))
                if file.bytes > weight.largestShipped?.bytes ?? -1 { weight.largestShipped = file }
            }
        }
        return weight
    }
}
