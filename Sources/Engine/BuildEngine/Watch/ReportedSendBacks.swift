import FileAccess
import Publishing

/// The change requests that were reported to hooks and the log, so that no request is reported again after a restart.
/// They are stored in a file in the state folder, with one hash per line. The state database is not used, because it
/// discards such records when the whole library is published again.
package enum ReportedSendBacks {
    /// The name of the file in the state folder.
    package static let fileName = "reported-send-backs"

    /// The hashes of the reported change requests. Empty if the file does not exist.
    package static func read(_ stateFolder: String) -> Set<String> {
        let bytes = OutputFolder(stateFolder).read(fileName) ?? []
        return Set(String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init))
    }

    /// - Throws: `PublishError`.
    package static func write(_ digests: Set<String>, _ stateFolder: String) throws {
        let lines = digests.sorted().map { $0 + "\n" }.joined()
        try OutputFolder(stateFolder).write(Array(lines.utf8), to: fileName, isDurable: false)
    }
}
