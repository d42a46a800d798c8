/// Computes the time of the next attempt after a failure. The pause doubles with each consecutive failure, up to a
/// limit.
package struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    /// The number of failures since the last success.
    package private(set) var failures = 0
    /// The time of the next attempt. Nil if the last attempt succeeded.
    package private(set) var next: ContinuousClock.Instant?

    /// - Parameters:
    ///   - first: the pause after the first failure.
    ///   - longest: the longest pause.
    package init(first: Duration, longest: Duration) {
        (self.first, self.longest) = (first, longest)
    }

    /// Whether the last attempt failed.
    package var isFailing: Bool { failures > 0 }

    /// The pause after a number of consecutive failures.
    package func pause(after failures: Int) -> Duration {
        // The power is limited to avoid an overflow.
        min(first * (1 << min(max(failures - 1, 0), 30)), longest)
    }

    /// Records a failure.
    ///
    /// - Returns: the pause before the next attempt.
    @discardableResult
    package mutating func failed(at now: ContinuousClock.Instant) -> Duration {
        failures += 1
        let pause = pause(after: failures)
        next = now.advanced(by: pause)
        return pause
    }

    package mutating func succeeded() { (failures, next) = (0, nil) }
}
