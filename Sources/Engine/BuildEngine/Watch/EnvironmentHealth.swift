import EngineSupport

/// Whether the environment lets the watch work: the disk, the output folder, the workers.
package struct EnvironmentHealth: Sendable {
    private var backoff: Backoff
    /// Whether workers could not write, and none has been able to since.
    private var isRecoveryUnconfirmed = false

    package init(_ timing: WatchTiming = WatchTiming()) { backoff = timing.backoff }

    package var isFailing: Bool { backoff.isFailing }

    /// The time of the next attempt. Nil if there is no problem.
    package var retry: ContinuousClock.Instant? { backoff.next }

    /// Whether workers may be given work.
    package var mayRender: Bool { !backoff.isFailing || isRecoveryUnconfirmed }

    /// Several workers may fail at once. A failure before the next attempt does not postpone it.
    package mutating func failed(at now: ContinuousClock.Instant) {
        if let next = backoff.next, next > now { return }
        backoff.failed(at: now)
    }

    /// A worker failed because of its environment.
    package mutating func workerFailed() { isRecoveryUnconfirmed = true }

    package mutating func workerSucceeded() { isRecoveryUnconfirmed = false }

    /// A cycle succeeded.
    ///
    /// - Parameter isIdle: whether no worker has work that would show whether the environment works.
    /// - Returns: whether a problem has ended.
    package mutating func cycleSucceeded(isIdle: Bool) -> Bool {
        if isIdle { isRecoveryUnconfirmed = false }
        guard backoff.isFailing, !isRecoveryUnconfirmed else { return false }
        backoff.succeeded()
        return true
    }
}
