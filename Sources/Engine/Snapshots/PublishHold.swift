import Foundation
import Publishing
import StateDatabase
import StickerConfiguration

/// A person's decision to keep the published state: `rollback.json` in the state folder. While the file exists, builds
/// and watches do not publish.
package struct PublishHold: Codable, Hashable, Sendable {
    /// The snapshot that is published.
    package var id: String
    /// Since when, to the second.
    package var since: Date

    /// Whether the snapshot is still being published: its rollback is under way, or was interrupted.
    package private(set) var pending: Bool?

    private enum CodingKeys: String, CodingKey {
        case id, since, pending
    }

    package init(id: String, since: Date) {
        self.id = id
        self.since = since
    }

    package var isPending: Bool { pending == true }

    static let fileName = StateFolder.publishHold

    /// Nil when nothing is held. A hold that cannot be read counts too.
    package static func read(_ configuration: Configuration) -> PublishHold? {
        guard let bytes = OutputFolder(configuration.stateFolder).read(fileName) else { return nil }
        return (try? JSONDecoder.dated.decode(PublishHold.self, from: Data(bytes)))
            ?? PublishHold(id: "unknown", since: Date(timeIntervalSince1970: 0))
    }

    /// The message for people.
    package var reason: String {
        "Publishing is on hold since \(since.formatted(.iso8601)), at snapshot \(id); run `stickerd rollback "
            + "--release` to publish again."
    }

    package func write(_ configuration: Configuration, isPending: Bool) throws {
        var hold = self
        hold.pending = isPending ? true : nil
        try OutputFolder(configuration.stateFolder).write(
            [UInt8](try JSONEncoder.dated.encode(hold)), to: PublishHold.fileName)
    }

    package static func remove(_ configuration: Configuration) throws {
        try OutputFolder(configuration.stateFolder).remove(fileName)
    }
}
