import DropWatcher
import FileAccess

/// The pauses and intervals of a watch that cannot be set in pipeline.json.
package struct WatchTiming: Sendable {
    /// The pause after the first failure of the environment. Each further failure doubles it.
    package var firstRetry = Duration.milliseconds(500)
    /// The longest pause after a failure of the environment.
    package var longestRetry = Duration.seconds(8)
    /// The interval between checks for a replaced output folder and for decisions of another process.
    package var outputCheck = Duration.seconds(1)
    /// The pause before a watch restarts after its output was replaced. During this pause, a program may still be
    /// replacing the folder.
    package var restart = Duration.seconds(1)
    /// The interval between two checks during a hold: whether the publish hold has ended, or whether a person has
    /// confirmed the removals.
    package var holdCheck = Duration.seconds(2)
    /// The time for which a file without its end must be unchanged before it is read.
    package var unfinished = QuietPeriod.unfinished
    /// The pause before an unreadable file or folder is read again. stickerd may receive no event if the permissions
    /// change.
    package var unreadable = Duration.seconds(30)
    /// The age at which a sidecar without art is reported. Some programs save the sidecar before the art.
    package var loneSidecar = Duration.seconds(3)
    /// The pause before recently published sources are planned again. Their ids may depend on the published state.
    package var unsettled = Duration.seconds(1)
    /// The time for which a source may be deferred before people are notified.
    package var waiting = Duration.seconds(3)
    /// The time for which a file transfer may make no progress before people are notified.
    package var transfer = Duration.seconds(60)
    /// The pause before a removed note is written again. A person may be removing the whole folder with the note and
    /// the art.
    package var notes = Duration.seconds(2)
    /// The longest delay of a publication that would only record which sources are being rendered. Most renderings end
    /// earlier, so that their results are in the same publication.
    package var rendering = Duration.milliseconds(500)
    /// The idle time before sheets are drawn.
    package var sheets = Duration.seconds(1)
    /// The idle time before the report is written.
    package var report = Duration.seconds(2)
    /// The idle time before memory is released. Within this time, another source would need the memory again.
    package var memory = Duration.seconds(30)
    /// The idle time before the published state is saved as a snapshot. Packs can come to rest afterwards.
    package var snapshot = Duration.seconds(60)
    /// The pause that ends a burst of changes. The report lists all changes of a burst.
    package var burst = Duration.seconds(60)

    package init() {}

    /// The pauses after failures of the environment.
    package var backoff: Backoff { Backoff(first: firstRetry, longest: longestRetry) }

    /// The time for which a source may have this deferral before people are notified.
    package func notice(of deferral: Deferral) -> Duration {
        if case .unfinished(let write) = deferral, write.isTransfer { transfer } else { waiting }
    }
}
