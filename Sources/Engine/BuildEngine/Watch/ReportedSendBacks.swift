import FileAccess
import Publishing

/// The send-backs that hooks and the log were notified of, so that a start or a reload repeats none of them: a file in the
/// state folder with a digest per line. The state database forgets such notes when everything is published again.
package enum ReportedSendBacks {
    /// The file's name in the state folder.
    package static let fileName = "reported-send-backs"

    /// The digests; empty without the file.
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
