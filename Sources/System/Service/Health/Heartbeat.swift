import Synchronization

/// The heartbeat of the main loop, for `/healthz` and the service manager's watchdog.
///
/// The main loop calls `beat()` in each cycle. Even without work, it runs a cycle at least once per `interval`. No
/// other code may call `beat()`, because a heartbeat from another thread would not show that the loop runs.
package final class Heartbeat: Sendable {
    /// The maximum time for which the loop may wait for events.
    package let interval: Duration
    private let health: Health
    private let notifier: ServiceNotifier
    private let lastSign = Mutex<SuspendingClock.Instant?>(nil)

    package init(health: Health, notifier: ServiceNotifier) {
        self.health = health
        self.notifier = notifier
        // The interval is half of the watchdog's, as sd_watchdog_enabled(3) recommends.
        interval = min((notifier.watchdog ?? health.cycleLimit) / 2, health.cycleLimit / 2)
    }

    /// Records a cycle of the main loop. The service manager is notified at most twice per interval.
    package func beat() {
        health.cycleCompleted()
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
