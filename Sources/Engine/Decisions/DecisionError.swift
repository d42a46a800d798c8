import GRDB

/// An error that occurs when decisions are read or stored.
package enum DecisionError: Error, Equatable, CustomStringConvertible {
    /// The decision files cannot be used. `detail` is the message of the system or of SQLite.
    case store(path: String, detail: String)
    /// stickerd did not write the file, or a newer version of stickerd wrote it.
    case foreign(path: String, detail: String)
    /// A file that should be imported is not a decisions file.
    case unreadable(path: String, detail: String)
    /// A decision cannot be stored. The text contains the reason.
    case refused(String)

    /// The exit status of a command that fails with this error: 2 for invalid input, 3 for a failure of the
    /// environment.
    package var exitStatus: Int32 {
        switch self {
        case .store, .foreign: 3
        case .unreadable, .refused: 2
        }
    }

    package var description: String {
        switch self {
        case .store(let path, let detail):
            "\(path): the decisions cannot be used: \(detail). Check the disk and the permissions of the folder."
        case .foreign(let path, let detail):
            "\(path): \(detail). Nothing was changed. Restore \(DecisionStore.journalName) or this file from a "
                + "backup. If a newer stickerd wrote the file, use that version."
        case .unreadable(let path, let detail):
            "\(path): this is not a review decisions file: \(detail). Use the decisions.json saved from the review page."
        case .refused(let text): text
        }
    }
}

extension DecisionError {
    static func store(_ error: DatabaseError, path: String) -> DecisionError {
        .store(path: path, detail: error.message ?? "SQLite error \(error.extendedResultCode.rawValue)")
    }
}
