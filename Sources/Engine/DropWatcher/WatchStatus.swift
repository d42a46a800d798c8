/// How the drop folder is watched at the moment.
package struct WatchStatus: Sendable, Hashable {
    package enum Mode: String, Sendable, Hashable {
        /// The drop folder is not there, or the watch has not begun or has ended.
        case waiting
        case inotify
        case polling
    }

    package var mode: Mode = .waiting
    /// Why it is this one, for people.
    package var reason = "not started"
    /// Folders that are watched; 0 while polling.
    package var folders = 0
    /// Of the program that watches; nil while polling.
    package var processID: Int32?
    /// How often the kernel had more to tell than its queue holds.
    package var overflows = 0
    /// How often everything was looked at, for whatever reason.
    package var rescans = 0
}
