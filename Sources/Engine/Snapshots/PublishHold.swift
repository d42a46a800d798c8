import Foundation
import Publishing
import StateDatabase
import StickerConfiguration

/// A person's decision to keep the published state, stored as `rollback.json` in the state folder. While the file
/// exists, `build`, `rebuild` and `watch` publish nothing.
package struct PublishHold: Codable, Hashable, Sendable {
    /// The id of the published snapshot.
    package var id: String
    /// The time at which the hold began, to the second.
    package var since: Date

    /// True while the snapshot is being published. It remains true if the rollback was interrupted.
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

    /// The stored hold. Nil if publishing is not on hold. A file that cannot be read is also treated as a hold.
    package static func read(_ configuration: Configuration) -> PublishHold? {
        guard let bytes = OutputFolder(configuration.stateFolder).read(fileName) else { return nil }
        return (try? JSONDecoder.dated.decode(PublishHold.self, from: Data(bytes)))
            ?? PublishHold(id: "unknown", since: Date(timeIntervalSince1970: 0))
    }

    /// A message for the user that describes the hold and the command that ends it.
    package var reason: String {
        "Publishing has been on hold since \(since.formatted(.iso8601)), at snapshot \(id); run `stickerd rollback "
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
