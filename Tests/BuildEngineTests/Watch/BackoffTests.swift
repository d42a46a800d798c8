import BuildEngine
import Testing

/// The times at which the watch repeats failed work.
@Suite("Back-off") struct BackoffTests {
    private let start = ContinuousClock.now

    @Test("each pause is twice as long as the one before, up to eight seconds, and a success ends them")
    func pauses() {
        var backoff = Backoff()
        #expect(backoff.next == nil && !backoff.isFailing)
        var pauses: [Duration] = []
        for _ in 0..<6 {
            backoff.failed(at: start)
            pauses.append(backoff.next.map { start.duration(to: $0) } ?? .zero)
        }
        #expect(pauses == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(8)])
        #expect(backoff.failures == 6)
        backoff.succeeded()
        #expect(backoff.failures == 0 && backoff.next == nil)
        backoff.failed(at: start)
        #expect(backoff.next == start.advanced(by: .milliseconds(500)))
    }

    @Test("failures of several workers before the next attempt count as one")
    func together() {
        var health = EnvironmentHealth()
        for _ in 0..<4 { health.failed(at: start) }
        #expect(health.retry == start.advanced(by: .milliseconds(500)))
        health.failed(at: start.advanced(by: .milliseconds(500)))
        #expect(health.retry == start.advanced(by: .milliseconds(1500)))
    }

    @Test("icons that could not be rendered keep the environment failing until a worker succeeds or has no work")
    func icons() {
        var health = EnvironmentHealth()
        health.workerFailed()
        health.failed(at: start)
        #expect(health.isFailing && health.mayRender)
        let isOver = health.cycleSucceeded(isIdle: false)
        #expect(!isOver && health.isFailing)
        health.workerSucceeded()
        let isOverNow = health.cycleSucceeded(isIdle: false)
        #expect(isOverNow && !health.isFailing && health.retry == nil)
    }
}
