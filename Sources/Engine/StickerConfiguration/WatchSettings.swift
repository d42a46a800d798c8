/// The settings with which `stickerd watch` observes the drop folder.
package struct WatchSettings: Sendable, Hashable {
    /// The way in which changes are detected.
    package enum Mode: String, Sendable, Hashable, CaseIterable {
        /// By the kind of file system: inotify where the kernel sees every change, else polling.
        case auto
        /// Events of the kernel, which does not report changes by other machines on a share.
        case inotify
        /// The folder is listed again and again; works everywhere.
        case poll
    }

    package var mode = Mode.auto
    /// The time that a file must be unchanged before it is taken, if its end does not show that it is complete.
    package var quietMilliseconds = 500
    /// The interval between scans of the folder while polling.
    package var pollSeconds = 2
    /// The interval between complete comparisons with the state database.
    package var rescanSeconds = 300
    /// The time that a source must be missing before its sticker is removed.
    package var retireAfterSeconds = 10
    /// The share of all sources, from 0 to 1, that may vanish at once before a person is asked; 1 never asks.
    package var massChangeShare = 0.5
    /// Whether notes are written next to files that are rejected or wait.
    package var notes = true

    package init() {}
}
