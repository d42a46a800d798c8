import FileAccess
import Testing

/// Tests the times of attempts after failures.
@Suite("Back-off") struct BackoffTests {
    private let start = ContinuousClock.now

    @Test("each pause is twice the one before, up to the longest, and a success returns to the first")
    func pauses() {
        var backoff = Backoff(first: .milliseconds(500), longest: .seconds(8))
        #expect(backoff.next == nil && !backoff.isFailing)
        let pauses = (0..<6).map { _ in backoff.failed(at: start) }
        #expect(pauses == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4), .seconds(8), .seconds(8)])
        #expect(backoff.failures == 6 && backoff.next == start.advanced(by: .seconds(8)))
        backoff.succeeded()
        #expect(backoff.failures == 0 && backoff.next == nil && !backoff.isFailing)
        backoff.failed(at: start)
        #expect(backoff.next == start.advanced(by: .milliseconds(500)))
    }

    @Test(
        "the pause after any number of failures is between the first and the longest",
        arguments: [
            (0, Duration.milliseconds(100)), (1, .milliseconds(100)), (2, .milliseconds(200)), (6, .milliseconds(3200)),
            (7, .milliseconds(3200)), (.max, .milliseconds(3200)), (.min + 1, .milliseconds(100)),
        ])
    func anyNumber(failures: Int, pause: Duration) {
        #expect(Backoff(first: .milliseconds(100), longest: .milliseconds(3200)).pause(after: failures) == pause)
    }

    @Test("a first pause above the longest is the longest")
    func reversed() {
        var backoff = Backoff(first: .seconds(10), longest: .seconds(3))
        #expect(backoff.failed(at: start) == .seconds(3))
    }
}
