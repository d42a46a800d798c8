import Foundation
import StickerManifest

/// The pictures of changed stickers, which are embedded so that the report is one file.
package struct RebuildReportImages: Sendable {
    /// The pictures of a sticker before and after the rebuild.
    package struct Pair: Sendable {
        package var before: String?
        package var after: String?
    }

    /// The pictures as `data:` URLs, by `<pack>/<id>`.
    package private(set) var pairs: [String: Pair] = [:]
    /// The maximum number of stickers with pictures, because the report may be sent by e-mail.
    package static let most = 80

    package init() {}

    /// - Parameter read: returns the bytes of a published, kept or rendered file. Nil if it is missing.
    package init(
        before: Catalog?, after: Catalog, changedSinceApproval: [RebuildReport.ChangedSinceApproval] = [],
        read: (_ path: String, _ sha256: String) -> [UInt8]?
    ) {
        let (old, new) = (CatalogComparison.stickersByKey(before), CatalogComparison.stickersByKey(after))
        func picture(_ sticker: Sticker?, scale: Int) -> String? {
            guard let file = sticker.flatMap({ s in s.renditions.first { $0.scale == scale } ?? s.renditions.last }),
                let bytes = read(file.path, file.sha256)
            else { return nil }
            return DataAddress.address(bytes, StickerFormat(rawValue: file.format) ?? .png)
        }
        for sticker in changedSinceApproval.prefix(RebuildReportImages.most) {
            let kept = sticker.picture.flatMap { name in
                read(name, String(name.prefix(64))).map { DataAddress.picture($0, path: name) }
            }
            // The kept picture is an @3x file, so the other picture must have the same scale.
            let published = old[sticker.key].flatMap { $0.pixels == sticker.pixels ? picture($0, scale: 3) : nil }
            pairs[sticker.key] = Pair(before: kept ?? published, after: picture(new[sticker.key], scale: 3))
        }
        let changes = CatalogComparison.changes(from: before, to: after).filter { pairs[$0.key] == nil }
        for change in RebuildReportImages.ranked(changes).prefix(RebuildReportImages.most - pairs.count) {
            pairs[change.key] = Pair(
                before: picture(old[change.key], scale: 2), after: picture(new[change.key], scale: 2))
        }
    }

    /// Sorts changes for display: first those with different pictures, then by the difference in bytes.
    package static func ranked(_ changes: [RebuildReport.Change]) -> [RebuildReport.Change] {
        changes.sorted { one, other in
            func rank(_ change: RebuildReport.Change) -> (Int, Int) {
                (change.looksDifferent ? 1 : 0, abs(max(0, change.bytesAfter ?? 0) - max(0, change.bytesBefore ?? 0)))
            }
            return rank(one) == rank(other) ? (one.pack, one.id) < (other.pack, other.id) : rank(one) > rank(other)
        }
    }
}

extension RebuildReport.Change {
    /// The key of the sticker: `<pack>/<id>`.
    var key: String { "\(pack)/\(id)" }
}

extension RebuildReport.ChangedSinceApproval {
    /// The key of the sticker: `<pack>/<id>`.
    var key: String { "\(pack)/\(id)" }
}
