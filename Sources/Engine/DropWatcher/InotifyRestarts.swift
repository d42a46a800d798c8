/// The limit for restarts of the inotify program after it ended unexpectedly.
package struct InotifyRestarts: Sendable {
    private let most: Int
    private let span: Duration
    private var ends: [ContinuousClock.Instant] = []

    /// - Parameters:
    ///   - most: the number of ends within `span` after which the folder is polled until the next rescan.
    package init(most: Int = 5, within span: Duration = .seconds(60)) {
        self.most = most
        self.span = span
    }

    /// The pause before a restart: a tenth of a second, doubled with each end.
    var pause: Duration { .milliseconds(100) * (1 << min(max(ends.count - 1, 0), 5)) }

    /// Takes note of an end.
    ///
    /// - Returns: whether the program is to be started again.
    mutating func mayRestart(at now: ContinuousClock.Instant) -> Bool {
        ends = ends.filter { $0.duration(to: now) < span }
        ends.append(now)
        return ends.count < most
    }
}
