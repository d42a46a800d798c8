/// The current method of watching the drop folder, and its statistics.
package struct WatchStatus: Sendable, Hashable {
    package enum Mode: String, Sendable, Hashable {
        /// The drop folder does not exist, or the watch has not started or has ended.
        case waiting
        case inotify
        case polling
    }

    package var mode: Mode = .waiting
    /// The reason for the mode, as a clause for messages.
    package var reason = "not started"
    /// The number of watched folders. 0 while polling.
    package var folders = 0
    /// The process id of the inotify program. Nil while polling.
    package var processID: Int32?
    /// The number of overflows of the kernel's event queue.
    package var overflows = 0
    /// The number of complete scans that were requested.
    package var rescans = 0
}
