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
    /// A worker read different bytes than those that were hashed. Contains the source's path.
    case changedWhileRendering(String)
    /// A worker could not read the source. Contains its path.
    case unreadableByWorker(String)
    /// A worker is rendering the source, or will.
    case rendering
    /// A rebuild has not rendered the source.
    case notRendered
    /// Publishing is on hold, and the published version is an older one or does not exist.
    case publishHold
}

extension Deferral {
    /// Whether the source cannot be read. That may last until its permissions change.
    var isUnreadable: Bool {
        switch self {
        case .unreadable, .unreadableByWorker: true
        case .unfinished, .postponed, .changedWhileRendering, .rendering, .notRendered, .publishHold: false
        }
    }

    /// Whether the file is growing. Each growth restarts its delay.
    var isProgress: Bool {
        if case .unfinished(.growing) = self { true } else { false }
    }

    /// Converts the error from reading a source.
    init(_ error: any Error, path: String) {
        self = .unreadable((error as? IntakeError) ?? .unreadable(path, reason: "\(error)"))
    }
}

extension Deferral: CustomStringConvertible {
    /// A clause for people, for the report, the terminal and the notes next to the sources.
    package var description: String {
        switch self {
        case .unfinished(let write): "\(write)"
        case .postponed: "its turn has not come yet"
        case .unreadable(let error): error.reason
        case .changedWhileRendering(let path): "\(path) changed while it was being read"
        case .unreadableByWorker(let path): "\(path) cannot be read"
        case .rendering: "it is being made"
        case .notRendered: "it has not been made yet"
        case .publishHold: "publishing is on hold"
        }
    }
}
