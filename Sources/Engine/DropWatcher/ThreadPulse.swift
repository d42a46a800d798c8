import Synchronization

/// Monitors the thread that watches the drop folder. Stores the time of its last heartbeat, and its current activity.
package final class ThreadPulse: Sendable {
    private struct State {
        var last: SuspendingClock.Instant
        var activity = "it is starting"
        var hasEnded = false
    }

    /// The maximum time between two heartbeats. A longer time means that the thread is stalled.
    package static let limit = Duration.seconds(60)
    /// The maximum time for which the thread waits before its next heartbeat.
    static let interval = Duration.seconds(15)

    private let state: Mutex<State>
    private let now: @Sendable () -> SuspendingClock.Instant

    /// - Parameter now: the clock, which must stop while the machine sleeps, so that a sleep is not mistaken for a
    ///   stall.
    package init(now: @escaping @Sendable () -> SuspendingClock.Instant = { SuspendingClock.now }) {
        self.now = now
        state = Mutex(State(last: now()))
    }

    /// Records a heartbeat.
    ///
    /// - Parameter activity: a clause that describes the next activity of the thread.
    package func beat(_ activity: @autoclosure () -> String) {
        let next = State(last: now(), activity: activity())
        state.withLock { $0 = next }
    }

    /// Records that the thread has ended. No heartbeat is expected afterwards.
    package func end() {
        state.withLock { $0.hasEnded = true }
    }

    /// A sentence which reports that the thread makes no progress. Nil while it works normally, or after it has ended.
    package var stall: String? {
        let state = state.withLock { $0 }
        let stillness = now() - state.last
        guard !state.hasEnded, stillness > Self.limit else { return nil }
        return
            "The thread that watches the drop folder has made no progress for \(stillness.components.seconds) seconds; "
            + "the limit is \(Self.limit.components.seconds). Since then \(state.activity)."
    }
}
