import FileAccess
import JobModel

/// The reason why the drop folder or a file in it cannot be read.
package enum IntakeError: Error, Hashable, CustomStringConvertible {
    case dropFolderMissing(String)
    case dropFolderIsAFile(String)
    /// The drop folder exists but cannot be listed. Contains the system's reason.
    case dropFolderUnreadable(String, reason: String)
    /// The file was removed after it was listed.
    case vanished(String)
    case notAFile(String)
    /// The file cannot be read. Contains the system's reason.
    case unreadable(String, reason: String)
    /// The file is too large. Sizes are in bytes.
    case tooLarge(String, bytes: Int, limit: Int)
    /// The file changed while it was read.
    case changedWhileReading(String)

    package var description: String { "\(path): \(reason)" }

    /// The affected path.
    package var path: String {
        switch self {
        case .dropFolderMissing(let path), .dropFolderIsAFile(let path), .dropFolderUnreadable(let path, _),
            .vanished(let path), .notAFile(let path), .unreadable(let path, _), .tooLarge(let path, _, _),
            .changedWhileReading(let path):
            path
        }
    }

    /// The problem and the fix, without the path.
    package var reason: String {
        switch self {
        case .dropFolderMissing:
            "the folder does not exist. Create it, or set \"drop\" in pipeline.json to the folder with the art."
        case .dropFolderIsAFile:
            "this is a file. Set \"drop\" in pipeline.json to a folder."
        case .dropFolderUnreadable(_, let reason):
            "the drop folder cannot be read (\(reason)). Give the user that runs stickerd the right to read and enter it."
        case .vanished:
            "the file no longer exists. If it was not removed on purpose, drop it again."
        case .notAFile:
            "this is not an ordinary file. Drop a copy of the art itself."
        case .unreadable(_, let reason):
            "the file cannot be read (\(reason)). Check its permissions, or copy it again."
        case .tooLarge(_, let bytes, let limit):
            "the file is \(NumberFormat.number(bytes)) bytes long; the limit is \(NumberFormat.number(limit)) bytes. "
                + "Make it smaller."
        case .changedWhileReading:
            "the file changed while it was being read. It will be read again when it no longer changes."
        }
    }
}

extension IntakeError {
    /// The error for a file whose server does not respond.
    package static func noAnswer(from path: String) -> IntakeError { IntakeError(.noAnswer, path: path) }

    /// Converts a failed system call for a file.
    init(_ failure: SystemCallError, path: String) {
        if failure.saysMissing {
            self = .vanished(path)
        } else if failure.saysNotOrdinary {
            self = .notAFile(path)
        } else {
            self = .unreadable(path, reason: failure.description)
        }
    }
}
