import Foundation
import Synchronization

/// The health of the service: whether its main loop runs, and whether its environment has problems.
package final class Health: Sendable {
    /// The health at a point in time.
    package struct Report: Sendable, Equatable, Codable {
        /// `ok` or `failing`.
        package var status: String
        /// The problems as sentences, by the subject that they concern.
        package var problems: [String: String]

        package var isGood: Bool { problems.isEmpty }
    }

    private struct State {
        var lastTurn: SuspendingClock.Instant
        var problems: [String: String] = [:]
    }

    /// The maximum time for one cycle of the main loop.
    package let cycleLimit: Duration
    private let state: Mutex<State>
    private let now: @Sendable () -> SuspendingClock.Instant

    /// - Parameter now: the clock. It stops while the machine sleeps, so that sleep is not mistaken for a hang.
    package init(
        cycleLimit: Duration, now: @escaping @Sendable () -> SuspendingClock.Instant = { SuspendingClock.now }
    ) {
        self.cycleLimit = cycleLimit
        self.now = now
        state = Mutex(State(lastTurn: now()))
    }

    /// Records that the main loop has completed a cycle.
    package func cycleCompleted() {
        state.withLock { $0.lastTurn = now() }
    }

    /// Sets or clears the problem of a subject.
    ///
    /// - Parameters:
    ///   - subject: the subject of the problem, such as `drop` or `configuration`.
    ///   - problem: a sentence. Nil to clear the problem.
    /// - Returns: whether the problem has changed.
    @discardableResult
    package func set(_ problem: String?, about subject: String) -> Bool {
        state.withLock { state in
            defer { state.problems[subject] = problem }
            return state.problems[subject] != problem
        }
    }

    package var report: Report {
        let current = state.withLock { $0 }
        var problems = current.problems
        let stillness = now() - current.lastTurn
        if stillness > cycleLimit {
            problems["loop"] =
                "The main loop has made no progress for \(stillness.components.seconds) seconds; the limit is "
                + "\(cycleLimit.components.seconds)."
        }
        return Report(status: problems.isEmpty ? "ok" : "failing", problems: problems)
    }
}
