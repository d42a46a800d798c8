import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest
import WorkerPool

/// The resources of a watch for its whole lifetime.
struct WatchContext: Sendable {
    let recipes: Recipes
    let pool: StickerPool
    let publisher: Publisher
    let staging: Staging
    let ledger: Ledger
    /// The right to write to the output.
    let lock: YieldingLock
    /// The output and state folders that the lock protects.
    let outputIdentity: OutputIdentity
    let approvals: InheritedApprovals
    /// The longest time between two signs of life of the loop.
    let pulse: Duration
    let rest: RestPolicy
    let timing: WatchTiming
    let clock: WatchClock
    let observer: @Sendable (WatchEvent) -> Void
    /// Answers `stickerd status`.
    let status: StatusRecorder

    var configuration: Configuration { recipes.configuration }

    /// Creates a publication of this process.
    ///
    /// - Parameter last: its last publication. Nil to examine and repair everything.
    func publishSession(_ content: PublishSession.Content, after last: Publication?) -> PublishSession {
        var session = PublishSession(
            configuration: configuration, publisher: publisher, ledger: ledger, content: content, last: last)
        session.notice = { [observer] in observer(.notice($0)) }
        return session
    }

    func notify(_ event: WatchEvent) { observer(event) }
}
