import BuildEngine
import Testing

/// Tests the times at which the watch retries failed work.
@Suite("The health of the environment") struct EnvironmentHealthTests {
    private let start = ContinuousClock.now

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
