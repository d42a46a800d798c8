import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest
import WorkerPool

/// The resources that a watch uses during its whole lifetime.
package struct WatchContext: Sendable {
    let recipes: Recipes
    let pool: StickerPool
    let publisher: Publisher
    let staging: Staging
    let ledger: Ledger
    /// The lock that permits writing to the output.
    let lock: YieldingLock
    /// The identity of the output and state folders that the lock protects.
    let outputIdentity: OutputIdentity
    let approvals: InheritedApprovals
    /// The longest time between two cycles of the main loop. The cycles show an observer that the watch is alive.
    let pulse: Duration
    /// The maximum number of loaded stickers. If more are loaded, unchanged packs come to rest to save memory.
    let mostLoaded: Int
    let timing: WatchTiming
    let clock: WatchClock
    let observer: @Sendable (WatchEvent) -> Void
    /// Records the status for `stickerd status`.
    let status: StatusRecorder

    var configuration: Configuration { recipes.configuration }

    package init(
        recipes: Recipes, pool: StickerPool, staging: Staging, ledger: Ledger, lock: YieldingLock,
        outputIdentity: OutputIdentity, approvals: InheritedApprovals, pulse: Duration, mostLoaded: Int,
        timing: WatchTiming, clock: WatchClock, status: StatusRecorder,
        observer: @escaping @Sendable (WatchEvent) -> Void
    ) {
        publisher = Publisher(out: recipes.configuration.out)
        (self.recipes, self.pool, self.staging, self.ledger) = (recipes, pool, staging, ledger)
        (self.lock, self.outputIdentity, self.approvals) = (lock, outputIdentity, approvals)
        (self.pulse, self.mostLoaded, self.timing, self.clock) = (pulse, mostLoaded, timing, clock)
        (self.status, self.observer) = (status, observer)
    }

    /// Creates a session that publishes `content`.
    ///
    /// - Parameter last: the last publication of this process. If nil, all published files are examined and repaired.
    func publishSession(_ content: PublishSession.Content, after last: Publication?) -> PublishSession {
        var session = PublishSession(
            configuration: configuration, publisher: publisher, ledger: ledger, content: content, last: last)
        session.notice = { [observer] in observer(.notice($0)) }
        return session
    }

    func notify(_ event: WatchEvent) { observer(event) }
}
