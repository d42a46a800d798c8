import Foundation
import Publishing
import StickerConfiguration

/// A person's word that what is published stays as it is: `rollback.json` in the state folder. While it is there, no build
/// and no watch publishes.
package struct RollbackPin: Codable, Hashable, Sendable {
    /// The kept state that is published.
    package var id: String
    /// Since when, to the second.
    package var since: Date

    private enum CodingKeys: String, CodingKey {
        case id, since
    }

    static let fileName = "rollback.json"

    /// Nil when nothing is held. A pin that cannot be read holds all the same.
    package static func read(_ configuration: Configuration) -> RollbackPin? {
        guard let bytes = OutputFolder(configuration.stateFolder).read(fileName) else { return nil }
        return (try? JSONDecoder.dated.decode(RollbackPin.self, from: Data(bytes)))
            ?? RollbackPin(id: "an earlier state", since: Date(timeIntervalSince1970: 0))
    }

    /// What people are told.
    package var reason: String {
        "Publishing is on hold since \(since.formatted(.iso8601)), at the saved state \(id); run `stickerd rollback "
            + "--release` to publish again."
    }

    func write(_ configuration: Configuration) throws {
        try OutputFolder(configuration.stateFolder).write(
            [UInt8](try JSONEncoder.dated.encode(self)), to: RollbackPin.fileName)
    }

    static func remove(_ configuration: Configuration) throws {
        try OutputFolder(configuration.stateFolder).remove(fileName)
    }
}
