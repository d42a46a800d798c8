import FileAccess
import Publishing

/// The change requests that hooks and the log were notified of, so that a start or a reload repeats none of them. They
/// are stored as one hash per line in a file in the state folder, because the state database discards such records when
/// everything is published again.
package enum ReportedSendBacks {
    /// The file's name in the state folder.
    package static let fileName = "reported-send-backs"

    /// The hashes. Empty without the file.
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
