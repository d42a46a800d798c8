import Service
import Synchronization
import Testing

@Suite("Health")
struct HealthTests {
    /// A clock whose time only the test changes.
    private final class HandClock: Sendable {
        private let time = Mutex(SuspendingClock.now)
        var now: SuspendingClock.Instant { time.withLock { $0 } }
        func advance(by duration: Duration) { time.withLock { $0 = $0.advanced(by: duration) } }
    }

    @Test("a loop that turns in time is well, and one that does not is not, until it turns again")
    func loop() {
        let clock = HandClock()
        let health = Health(cycleLimit: .seconds(30)) { clock.now }
        clock.advance(by: .seconds(30))
        #expect(health.report.isGood)
        clock.advance(by: .seconds(1))
        let report = health.report
        #expect(report.status == "failing")
        #expect(report.problems["loop"] == "The main loop has made no progress for 31 seconds; the limit is 30.")
        health.cycleCompleted()
        #expect(health.report.isGood && health.report.status == "ok")
    }

    @Test("a problem of the environment is reported until it is solved, and logged once")
    func problems() {
        let health = Health(cycleLimit: .seconds(30))
        #expect(health.set("The disk is full.", about: "out"))
        #expect(!health.set("The disk is full.", about: "out"))
        #expect(health.report.problems == ["out": "The disk is full."])
        #expect(health.set(nil, about: "out"))
        #expect(health.report.isGood)
    }
}
