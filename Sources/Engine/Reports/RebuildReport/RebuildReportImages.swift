import Foundation
import StickerManifest

/// The pictures of changes, embedded so that the report is one file.
package struct RebuildReportImages: Sendable {
    /// Before and after, by `<pack>/<id>`.
    package struct Pair: Sendable {
        package var before: String?
        package var after: String?
    }

    /// As `data:` addresses.
    package private(set) var pairs: [String: Pair] = [:]
    /// The most stickers that are shown with pictures: the report goes by mail.
    package static let most = 80

    package init() {}

    /// - Parameter read: the bytes of a published or made file; nil when it is gone.
    package init(before: Catalog?, after: Catalog, read: (_ path: String, _ sha256: String) -> [UInt8]?) {
        let (old, new) = (CatalogComparison.stickers(before), CatalogComparison.stickers(after))
        let changes = CatalogComparison(before: before, after: after).changes
        for change in RebuildReportImages.ranked(changes).prefix(RebuildReportImages.most) {
            let key = "\(change.pack)/\(change.id)"
            func picture(_ sticker: Sticker?) -> String? {
                guard let file = sticker.flatMap({ s in s.renditions.first { $0.scale == 2 } ?? s.renditions.last }),
                    let bytes = read(file.path, file.sha256)
                else { return nil }
                return DataAddress.address(bytes, StickerFormat(rawValue: file.format) ?? .png)
            }
            pairs[key] = Pair(before: picture(old[key]), after: picture(new[key]))
        }
    }

    /// Orders changes for people: first those with different pictures, then by the difference in bytes.
    static func ranked(_ changes: [RebuildReport.Change]) -> [RebuildReport.Change] {
        changes.sorted { one, other in
            func rank(_ change: RebuildReport.Change) -> (Int, Int) {
                (change.looksDifferent ? 1 : 0, abs((change.bytesAfter ?? 0) - (change.bytesBefore ?? 0)))
            }
            return rank(one) == rank(other) ? (one.pack, one.id) < (other.pack, other.id) : rank(one) > rank(other)
        }
    }
}
