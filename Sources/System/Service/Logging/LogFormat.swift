import Foundation
import Glibc
import StickerConfiguration

/// What a line of the log looks like.
package enum LogFormat: Sendable, Hashable {
    /// For people at a terminal: `stickerd: warning: …`.
    case text
    /// For the journal: the level in front, as `sd-daemon(3)` has it; the journal adds the time and the name itself.
    case journal
    /// A JSON object a line.
    case json

    /// - Parameters:
    ///   - environment: where `JOURNAL_STREAM` is looked up.
    ///   - descriptor: the stream that is logged to.
    package init(
        _ setting: ServiceSettings.LogFormat, environment: [String: String] = ProcessInfo.processInfo.environment,
        descriptor: Int32 = STDERR_FILENO
    ) {
        switch setting {
        case .text: self = .text
        case .journal: self = .journal
        case .json: self = .json
        case .auto: self = Self.isJournal(descriptor, environment["JOURNAL_STREAM"]) ? .journal : .text
        }
    }

    /// Whether a descriptor is the stream that systemd connected to the journal, and was not sent elsewhere since: its
    /// device and inode are those in `JOURNAL_STREAM`. See `systemd.exec(5)`.
    private static func isJournal(_ descriptor: Int32, _ stream: String?) -> Bool {
        var status = stat()
        guard let stream, fstat(descriptor, &status) == 0 else { return false }
        return stream == "\(status.st_dev):\(status.st_ino)"
    }
}
