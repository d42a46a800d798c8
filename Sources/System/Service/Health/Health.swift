import Foundation
import Synchronization

/// Whether the service does its work: its loop turns, and nothing in its environment is in the way.
package final class Health: Sendable {
    /// How it is at one moment.
    package struct Report: Sendable, Equatable, Codable {
        /// `ok` or `failing`.
        package var status: String
        /// What is wrong, a sentence each, by what it is about.
        package var problems: [String: String]

        package var isGood: Bool { problems.isEmpty }
    }

    private struct State {
        var lastTurn: SuspendingClock.Instant
        var problems: [String: String] = [:]
    }

    /// How long the loop may take for one turn.
    package let turnLimit: Duration
    private let state: Mutex<State>
    private let now: @Sendable () -> SuspendingClock.Instant

    /// - Parameter now: the time. A machine that sleeps is not a loop that stands still.
    package init(
        turnLimit: Duration, now: @escaping @Sendable () -> SuspendingClock.Instant = { SuspendingClock.now }
    ) {
        self.turnLimit = turnLimit
        self.now = now
        state = Mutex(State(lastTurn: now()))
    }

    /// Says that the loop has made a turn.
    package func turned() {
        state.withLock { $0.lastTurn = now() }
    }

    /// Says what is wrong with something, or that nothing is any more.
    ///
    /// - Parameters:
    ///   - subject: what it is about: `out`, `drop`, `ledger`.
    ///   - problem: a sentence; nil when all is well.
    /// - Returns: whether this is news.
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
        if stillness > turnLimit {
            problems["loop"] =
                "The main loop has made no progress for \(stillness.components.seconds) seconds; the limit is "
                + "\(turnLimit.components.seconds)."
        }
        return Report(status: problems.isEmpty ? "ok" : "failing", problems: problems)
    }
}
