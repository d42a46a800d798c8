/// When to try again after the environment has failed: soon at first, then ever more rarely.
package struct Backoff: Sendable {
    private static let first = Duration.milliseconds(500)
    private static let longest = Duration.seconds(8)

    /// Failed attempts since the last one that succeeded.
    package private(set) var failures = 0
    /// When to try again; nil while nothing is wrong.
    package private(set) var next: ContinuousClock.Instant?
    private var pause = Backoff.first

    package init() {}

    /// Whether the last attempt failed.
    package var isFailing: Bool { failures > 0 }

    package mutating func failed(at now: ContinuousClock.Instant) {
        if isFailing { pause = min(pause * 2, Backoff.longest) }
        failures += 1
        next = now.advanced(by: pause)
    }

    package mutating func succeeded() { self = Backoff() }
}
