import Synchronization

/// The signs of life of the thread that watches the drop folder: the time of the last one, and its current activity.
package final class ThreadPulse: Sendable {
    private struct State {
        var last: SuspendingClock.Instant
        var activity = "it is starting"
        var hasEnded = false
    }

    /// The longest time between two signs of life.
    package static let limit = Duration.seconds(60)
    /// The longest time that the thread waits before it gives a sign of life.
    static let interval = Duration.seconds(15)

    private let state: Mutex<State>
    private let now: @Sendable () -> SuspendingClock.Instant

    /// - Parameter now: the clock. It stops while the machine sleeps, so that a sleep is not mistaken for a hang.
    package init(now: @escaping @Sendable () -> SuspendingClock.Instant = { SuspendingClock.now }) {
        self.now = now
        state = Mutex(State(last: now()))
    }

    /// Records a sign of life.
    ///
    /// - Parameter activity: a clause that describes the next activity of the thread.
    package func beat(_ activity: @autoclosure () -> String) {
        let next = State(last: now(), activity: activity())
        state.withLock { $0 = next }
    }

    /// Records that the thread has ended, after which no sign of life is expected.
    package func end() {
        state.withLock { $0.hasEnded = true }
    }

    /// A sentence about a thread that has stopped; nil while it works.
    package var stall: String? {
        let state = state.withLock { $0 }
        let stillness = now() - state.last
        guard !state.hasEnded, stillness > Self.limit else { return nil }
        return
            "The thread that watches the drop folder has made no progress for \(stillness.components.seconds) seconds; "
            + "the limit is \(Self.limit.components.seconds). Since then \(state.activity)."
    }
}
