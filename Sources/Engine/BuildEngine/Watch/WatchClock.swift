/// The clock of a watch, which tests can replace.
package struct WatchClock: Sendable {
    private let read: @Sendable () -> ContinuousClock.Instant
    private let wait: @Sendable (ContinuousClock.Instant) async throws -> Void

    /// - Parameters:
    ///   - read: returns the current time.
    ///   - wait: suspends the task until the given time. Throws `CancellationError` if the task is cancelled.
    package init(
        now read: @escaping @Sendable () -> ContinuousClock.Instant,
        sleepUntil wait: @escaping @Sendable (ContinuousClock.Instant) async throws -> Void
    ) {
        self.read = read
        self.wait = wait
    }

    /// The system's clock.
    package static let system = WatchClock(now: { .now }, sleepUntil: { try await Task.sleep(until: $0) })

    package var now: ContinuousClock.Instant { read() }

    /// - Throws: `CancellationError`.
    package func sleep(until deadline: ContinuousClock.Instant) async throws { try await wait(deadline) }

    /// - Throws: `CancellationError`.
    package func sleep(for duration: Duration) async throws { try await wait(now.advanced(by: duration)) }
}
