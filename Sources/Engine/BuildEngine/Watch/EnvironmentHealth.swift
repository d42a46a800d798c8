/// Whether the environment lets the watch work: the disk, the output folder, the workers.
package struct EnvironmentHealth: Sendable {
    private var backoff: Backoff
    /// Whether workers could not write, and none has been able to since.
    private var isRecoveryUnconfirmed = false

    package init(_ timing: WatchTiming = WatchTiming()) { backoff = Backoff(timing) }

    package var isFailing: Bool { backoff.isFailing }

    /// When to try again; nil while nothing is wrong.
    package var retry: ContinuousClock.Instant? { backoff.next }

    /// Whether workers may be given work.
    package var mayRender: Bool { !backoff.isFailing || isRecoveryUnconfirmed }

    /// Several workers may fail at once: what fails before the next attempt does not postpone it.
    package mutating func failed(at now: ContinuousClock.Instant) {
        if let next = backoff.next, next > now { return }
        backoff.failed(at: now)
    }

    /// A worker reported what the environment refused it.
    package mutating func workerFailed() { isRecoveryUnconfirmed = true }

    package mutating func workerSucceeded() { isRecoveryUnconfirmed = false }

    /// A cycle went through.
    ///
    /// - Parameter isIdle: whether no worker has anything to do that would show whether it can.
    /// - Returns: whether something was wrong that is not any more.
    package mutating func cycleSucceeded(isIdle: Bool) -> Bool {
        if isIdle { isRecoveryUnconfirmed = false }
        guard backoff.isFailing, !isRecoveryUnconfirmed else { return false }
        backoff.succeeded()
        return true
    }
}
