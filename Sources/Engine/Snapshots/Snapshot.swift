import Foundation
import StickerManifest

/// The description of a saved published state. It contains the data that help a person to choose a snapshot. The files
/// of the snapshot are in a separate list.
package struct Snapshot: Codable, Hashable, Sendable {
    /// Twelve hexadecimal digits of a hash of the files' names and contents. Equal states have the same id.
    package var id: String
    /// The time at which the state was last published, to the second.
    package var saved: Date
    /// The SHA-256 of the manifest.
    package var catalog: String
    /// The program that created the state: `stickerd` and its version.
    package var generator: String
    package var packs: Int
    package var stickers: Int
    /// The total size of the @3x files in bytes.
    package var bytes: Int

    private enum CodingKeys: String, CodingKey {
        case id, saved, catalog, generator, packs, stickers, bytes
    }

    /// The summary in a manifest.
    package struct Summary {
        package var generator: String
        package var packs: Int
        package var stickers: Int
        package var bytes: Int

        package init(_ document: ManifestDocument) {
            switch document {
            case .flat(let catalog):
                let stickers = catalog.packs.flatMap(\.stickers)
                (generator, packs, self.stickers) = (catalog.generator, catalog.packs.count, stickers.count)
                bytes = stickers.total { $0.delivery?.bytes ?? 0 }
            case .index(let index):
                // Packs that contain only messages or game pieces are not counted.
                let packs = index.packs.filter { $0.stickers != nil }
                (generator, self.packs) = (index.generator, packs.count)
                stickers = packs.total { $0.stickers ?? 0 }
                bytes = packs.total { $0.bytes ?? 0 }
            }
        }
    }

    init(id: String, saved: Date, catalog: String, summary: Summary) {
        self.id = id
        self.saved = saved
        self.catalog = catalog
        (generator, packs, stickers, bytes) = (summary.generator, summary.packs, summary.stickers, summary.bytes)
    }
}
