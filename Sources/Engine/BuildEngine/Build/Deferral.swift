import DropWatcher
import Intake

/// The reason why a source is not processed yet. stickerd examines it again later.
package enum Deferral: Sendable, Hashable {
    /// The source, or a settings file that it depends on, is still being written.
    case unfinished(UnfinishedWrite)
    /// The source is read in a later cycle, because newer files are read first.
    case postponed
    /// The source cannot be read.
    case unreadable(IntakeError)
    /// The source changed between hashing and rendering. Contains the path of the source.
    case changedWhileRendering(String)
    /// A worker could not read the source. Contains the path of the source.
    case unreadableByWorker(String)
    /// The source is being rendered or queued for rendering.
    case rendering
    /// The rebuild has not rendered the source yet.
    case notRendered
    /// Publishing is on hold, and the current version of the source is not published.
    case publishHold
}

extension Deferral {
    /// Whether the source cannot be read. The source may stay deferred until the file's permissions are changed.
    var isUnreadable: Bool {
        switch self {
        case .unreadable, .unreadableByWorker: true
        case .unfinished, .postponed, .changedWhileRendering, .rendering, .notRendered, .publishHold: false
        }
    }

    /// Whether the file is growing. stickerd waits again after each growth.
    var isProgress: Bool {
        if case .unfinished(.growing) = self { true } else { false }
    }

    /// Creates a deferral from an error that occurred while a source was read.
    init(_ error: any Error, path: String) {
        self = .unreadable((error as? IntakeError) ?? .unreadable(path, reason: "\(error)"))
    }
}

extension Deferral: CustomStringConvertible {
    /// The reason as a clause, for the report, the terminal and the notes beside the sources.
    package var description: String {
        switch self {
        case .unfinished(let write): "\(write)"
        case .postponed: "newer files are read first"
        case .unreadable(let error): error.reason
        case .changedWhileRendering(let path): "\(path) changed while it was being read"
        case .unreadableByWorker(let path): "\(path) cannot be read"
        case .rendering: "it is being rendered"
        case .notRendered: "it has not been rendered yet"
        case .publishHold: "publishing is on hold"
        }
    }
}
