/// When to try again after the environment has failed: soon at first, then ever more rarely.
struct Backoff {
    private static let first = Duration.milliseconds(500)
    private static let longest = Duration.seconds(8)

    private var pause: Duration?
    /// When to try again; nil while nothing is wrong.
    private(set) var next: ContinuousClock.Instant?

    /// Whether the last attempt failed.
    var isFailing: Bool { pause != nil }

    mutating func failed(at now: ContinuousClock.Instant) {
        let pause = min(self.pause.map { $0 * 2 } ?? Backoff.first, Backoff.longest)
        self.pause = pause
        next = now.advanced(by: pause)
    }

    mutating func succeeded() {
        pause = nil
        next = nil
    }
}
