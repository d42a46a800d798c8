/// The current way of watching the drop folder.
package struct WatchStatus: Sendable, Hashable {
    package enum Mode: String, Sendable, Hashable {
        /// The drop folder does not exist, or the watch has not started or has ended.
        case waiting
        case inotify
        case polling
    }

    package var mode: Mode = .waiting
    /// The reason for the mode, for people.
    package var reason = "not started"
    /// Folders that are watched; 0 while polling.
    package var folders = 0
    /// The process id of the inotify program. Nil while polling.
    package var processID: Int32?
    /// The number of overflows of the kernel's queue.
    package var overflows = 0
    /// The number of complete scans.
    package var rescans = 0
}
