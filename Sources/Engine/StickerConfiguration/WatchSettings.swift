/// The settings of `stickerd watch` for the drop folder.
package struct WatchSettings: Sendable, Hashable {
    /// The method of detecting changes.
    package enum Mode: String, Sendable, Hashable, CaseIterable {
        /// Uses inotify if the kernel reports all changes on the file system, or else polling.
        case auto
        /// Uses events of the kernel, which do not include changes by other machines on a share.
        case inotify
        /// Lists the folder repeatedly. Works on all file systems.
        case poll
    }

    package var mode = Mode.auto
    /// The time for which a file must be unchanged if its end does not show that it is complete.
    package var quietMilliseconds = 500
    /// The interval between scans of the folder while polling.
    package var pollSeconds = 2
    /// The interval between complete scans.
    package var rescanSeconds = 300
    /// The time for which a source must be missing before its sticker is removed.
    package var retireAfterSeconds = 10
    /// The fraction of all sources, from 0 to 1, that may disappear together without confirmation by a person. With
    /// 1, confirmation is never needed.
    package var massChangeShare = 0.5
    /// Whether notes are written next to files that are rejected, waiting or sent back.
    package var notes = true

    package init() {}
}
