/// When to try again after the environment has failed: soon at first, then ever more rarely.
package struct Backoff: Sendable {
    private let first: Duration
    private let longest: Duration
    /// Failed attempts since the last one that succeeded.
    package private(set) var failures = 0
    /// When to try again; nil while nothing is wrong.
    package private(set) var next: ContinuousClock.Instant?
    private var pause: Duration

    /// - Parameter timing: contains the first and the longest pause.
    package init(_ timing: WatchTiming = WatchTiming()) {
        (first, longest, pause) = (timing.firstRetry, timing.longestRetry, timing.firstRetry)
    }

    /// Whether the last attempt failed.
    package var isFailing: Bool { failures > 0 }

    package mutating func failed(at now: ContinuousClock.Instant) {
        if isFailing { pause = min(pause * 2, longest) }
        failures += 1
        next = now.advanced(by: pause)
    }

    package mutating func succeeded() { (failures, next, pause) = (0, nil, first) }
}
