import FileAccess

/// Tracks failures of a watch's environment, which consists of the disk, the output folder and the workers.
package struct EnvironmentHealth: Sendable {
    private var backoff: Backoff
    /// Whether a worker has failed because of its environment, and no worker has succeeded since then.
    private var isRecoveryUnconfirmed = false

    package init(_ timing: WatchTiming = WatchTiming()) { backoff = timing.backoff }

    package var isFailing: Bool { backoff.isFailing }

    /// The time of the next attempt. Nil if the environment is not failing.
    package var retry: ContinuousClock.Instant? { backoff.next }

    /// Whether workers may get jobs. After a worker failed, they get jobs again, because only a finished job confirms
    /// the recovery.
    package var mayRender: Bool { !backoff.isFailing || isRecoveryUnconfirmed }

    /// Records a failure. A failure that occurs before the next attempt does not postpone the attempt, because several
    /// workers may fail at once.
    package mutating func failed(at now: ContinuousClock.Instant) {
        if let next = backoff.next, next > now { return }
        backoff.failed(at: now)
    }

    /// Records that a worker failed because of its environment.
    package mutating func workerFailed() { isRecoveryUnconfirmed = true }

    package mutating func workerSucceeded() { isRecoveryUnconfirmed = false }

    /// Records a successful cycle.
    ///
    /// - Parameter isIdle: whether no worker has a job that could confirm the recovery.
    /// - Returns: true if the environment was failing and has now recovered.
    package mutating func cycleSucceeded(isIdle: Bool) -> Bool {
        if isIdle { isRecoveryUnconfirmed = false }
        guard backoff.isFailing, !isRecoveryUnconfirmed else { return false }
        backoff.succeeded()
        return true
    }
}
