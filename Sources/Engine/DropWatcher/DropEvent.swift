/// An event of the drop folder's watcher: a hint about a path, not a fact. Paths are relative to the drop folder, in
/// NFC.
package enum DropEvent: Sendable, Hashable {
    /// The reason why everything must be examined.
    package enum Reason: String, Sendable, Hashable {
        case start
        /// The rescan interval has passed.
        case interval
        /// The kernel's event queue overflowed.
        case overflow
        /// Events were discarded because they were not read for too long.
        case flood
        /// The program that watches had ended and was started again.
        case watcherRestarted = "watcher-restarted"
        /// Another folder is where the drop folder was.
        case rootReplaced = "root-replaced"
        case rootBack = "root-back"
        /// From now on the folder is watched in another way.
        case modeChanged = "mode-changed"
    }

    /// A program that was writing the file closed it.
    case closedAfterWrite(String)
    /// The file was renamed to this name.
    case movedIn(String)
    /// The file was made. A program may have it open, or it is another name of a file that exists.
    case created(String)
    /// The file was written to, and is still open.
    case changed(String)
    /// The file has changed; it is unknown whether a program has it open.
    case touched(String)
    case removed(String)
    /// A note that stickerd wrote next to a file was removed.
    case noteRemoved(String)
    /// A folder with content appeared.
    case folderAppeared(String)
    case folderRemoved(String)
    case lookEverywhere(Reason)
    /// The drop folder is missing. The watch waits for its return.
    case rootGone
    case rootBack
    /// For people.
    case notice(String)

    /// The affected path. Nil if everything may have changed.
    package var path: String? {
        switch self {
        case .closedAfterWrite(let path), .movedIn(let path), .created(let path), .changed(let path),
            .touched(let path), .removed(let path), .noteRemoved(let path), .folderAppeared(let path),
            .folderRemoved(let path):
            path
        case .lookEverywhere, .rootGone, .rootBack, .notice: nil
        }
    }
}
