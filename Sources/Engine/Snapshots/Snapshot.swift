import Foundation

/// A published state that is kept: what a person needs to choose it by. Its files are listed beside it.
package struct Snapshot: Codable, Hashable, Sendable {
    /// Twelve hexadecimal digits made of its files' names and contents: the same state has the same id.
    package var id: String
    /// When it was last published, to the second.
    package var saved: Date
    /// SHA-256 of its manifest.
    package var catalog: String
    /// Who made it: `stickerd` and its version.
    package var generator: String
    package var packs: Int
    package var stickers: Int
    /// Of its @3x files.
    package var bytes: Int

    private enum CodingKeys: String, CodingKey {
        case id, saved, catalog, generator, packs, stickers, bytes
    }
}
