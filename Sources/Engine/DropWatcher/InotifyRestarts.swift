import FileAccess

/// The limit for restarts of the inotify program after it has ended unexpectedly.
package struct InotifyRestarts: Sendable {
    private let most: Int
    private let span: Duration
    private var ends: [ContinuousClock.Instant] = []
    private static let backoff = Backoff(first: .milliseconds(100), longest: .milliseconds(3200))

    /// - Parameters:
    ///   - most: the number of unexpected ends within `span` after which the folder is polled until the next rescan.
    package init(most: Int = 5, within span: Duration = .seconds(60)) {
        self.most = most
        self.span = span
    }

    /// The pause before the next restart, which increases with the number of recent ends.
    package var pause: Duration { InotifyRestarts.backoff.pause(after: ends.count) }

    /// Records an unexpected end.
    ///
    /// - Returns: whether the program should be restarted.
    package mutating func mayRestart(at now: ContinuousClock.Instant) -> Bool {
        ends = ends.filter { $0.duration(to: now) < span }
        ends.append(now)
        return ends.count < most
    }
}
