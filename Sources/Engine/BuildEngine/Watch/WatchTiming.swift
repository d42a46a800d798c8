import FileAccess

/// All pauses and intervals of a watch that no setting controls.
///
/// Settings in pipeline.json control the others: `watch.quietMilliseconds`, `watch.retireAfterSeconds`,
/// `watch.pollSeconds` and `watch.rescanSeconds`.
package struct WatchTiming: Sendable {
    /// The pause after the first failure of the environment. Each further failure doubles it.
    package var firstRetry = Duration.milliseconds(500)
    /// The longest pause after a failure of the environment.
    package var longestRetry = Duration.seconds(8)
    /// The longest time until a removed output or a decision of another process is noticed.
    package var outputCheck = Duration.seconds(1)
    /// The pause before a watch starts again because its output was replaced. A program that removes a folder takes a
    /// moment.
    package var restart = Duration.seconds(1)
    /// The interval between checks for a person's answer to a removal hold.
    package var holdCheck = Duration.seconds(2)
    /// The pause before an unreadable file or folder is tried again. A change of permissions may cause no event.
    package var unreadable = Duration.seconds(30)
    /// The age at which a sidecar without art is reported. Some programs save it before the art.
    package var loneSidecar = Duration.seconds(3)
    /// The pause before ids that depend on a source that was just published are planned again.
    package var unsettled = Duration.seconds(1)
    /// The time that a source may wait before people are notified.
    package var waiting = Duration.seconds(3)
    /// The time that a transfer may pause before people are notified.
    package var transfer = Duration.seconds(60)
    /// The pause before a removed note is written again. Its folder may be about to be removed, with the art in it.
    package var notes = Duration.seconds(2)
    /// The idle time before sheets are drawn.
    package var sheets = Duration.seconds(1)
    /// The idle time before the report is written.
    package var report = Duration.seconds(2)
    /// The idle time before memory is released. The next source of a burst would need it again.
    package var memory = Duration.seconds(30)
    /// A pause of this length ends a burst of changes. The report compares with the state before the burst.
    package var burst = Duration.seconds(60)

    package init() {}

    /// The attempts after failures of the environment.
    package var backoff: Backoff { Backoff(first: firstRetry, longest: longestRetry) }

    /// The time that a source may have a deferral before people are notified.
    package func notice(of deferral: Deferral) -> Duration {
        if case .unfinished(let write) = deferral, write.isTransfer { transfer } else { waiting }
    }
}
