/// An event of the drop folder's watcher, which is only a hint that a path may have changed. Paths are relative to the
/// drop folder, in NFC.
package enum DropEvent: Sendable, Hashable {
    /// The reason why the whole drop folder must be examined.
    package enum Reason: String, Sendable, Hashable {
        case start
        /// The rescan interval has passed.
        case interval
        /// The kernel's event queue overflowed.
        case overflow
        /// Too many events were pending, so they were discarded.
        case flood
        /// The inotify program ended and was restarted.
        case watcherRestarted = "watcher-restarted"
        /// Another folder is now at the path of the drop folder.
        case rootReplaced = "root-replaced"
        case rootBack = "root-back"
        /// The method of watching the folder has changed.
        case modeChanged = "mode-changed"
    }

    /// A program closed the file after writing to it.
    case closedAfterWrite(String)
    /// The file was renamed or moved to this path.
    case movedIn(String)
    /// The file was created. A program may have it open, or the file is a hard link to an existing file.
    case created(String)
    /// A program wrote to the file and still has it open.
    case changed(String)
    /// The file has changed. Whether a program has it open is unknown.
    case touched(String)
    case removed(String)
    /// A note that stickerd wrote next to a source was removed.
    case noteRemoved(String)
    /// A folder appeared, which may already contain files.
    case folderAppeared(String)
    case folderRemoved(String)
    case lookEverywhere(Reason)
    /// The drop folder is missing. The watch continues when it exists again.
    case rootGone
    case rootBack
    /// A message for the person who runs stickerd.
    case notice(String)

    /// The affected path. Nil if the event affects the whole drop folder.
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
