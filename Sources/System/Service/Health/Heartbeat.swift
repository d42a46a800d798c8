import Synchronization

/// The pulse of the main loop: what `/healthz` and the service manager's watchdog judge it by.
///
/// The loop calls `beat()` on each turn, and sees to it that it turns at least once in an `interval`, also when there is
/// nothing to do. Nothing else may call it: a heartbeat from a thread of its own says nothing about the loop.
package final class Heartbeat: Sendable {
    /// The longest that the loop should wait for something to do.
    package let interval: Duration
    private let health: Health
    private let notifier: ServiceNotifier
    private let lastSign = Mutex<SuspendingClock.Instant?>(nil)

    package init(health: Health, notifier: ServiceNotifier) {
        self.health = health
        self.notifier = notifier
        // Half of what the watchdog allows, as sd_watchdog_enabled(3) recommends.
        interval = min((notifier.watchdog ?? health.turnLimit) / 2, health.turnLimit / 2)
    }

    /// Says that the loop has turned. Costs next to nothing: the service manager hears of it twice an interval at most.
    package func beat() {
        health.turned()
        guard notifier.watchdog != nil else { return }
        let now = SuspendingClock.now
        let isDue = lastSign.withLock { last in
            if let last, now - last < interval / 2 { return false }
            last = now
            return true
        }
        if isDue { notifier.alive() }
    }
}
