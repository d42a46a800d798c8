import FileAccess

/// Limits the number of jobs at the farm: fewer while it is busy, none during a rest after failures.
package struct FarmAllowance: Sendable {
    /// The maximum number of jobs, from the settings.
    let most: Int
    /// The current maximum number of jobs, without the limit for a long queue.
    package private(set) var tokens: Int
    /// The number of answers since a token was added.
    private var answers = 0
    /// The number of consecutive failures of the farm.
    private var failures = 0
    /// The rests. Each is twice as long as the last one, until the farm answers.
    private var rests = Backoff(first: .seconds(30), longest: .seconds(480))
    /// The end of the current or the last rest.
    private(set) var restsUntil: ContinuousClock.Instant?
    /// Whether a single job tests the farm after a rest.
    private var isTrying = false
    /// The time since which more than half of the jobs have waited for a worker.
    private var queuedSince: ContinuousClock.Instant?
    /// The maximum number of jobs while most of them wait for a worker.
    private var queueLimit = Int.max

    /// The minimum number of tokens after the farm was busy.
    private static let least = 4
    private static let answersPerToken = 20
    private static let mostFailures = 3
    private static let queuePatience = Duration.seconds(30)

    package init(most: Int) {
        (self.most, tokens) = (most, most)
    }

    package func isResting(_ now: ContinuousClock.Instant) -> Bool { restsUntil.map { $0 > now } ?? false }

    /// The number of jobs that the farm may have now.
    package func limit(_ now: ContinuousClock.Instant) -> Int {
        isResting(now) ? 0 : min(isTrying ? 1 : tokens, queueLimit)
    }

    /// Whether its cache may be queried for several results at the same time.
    package var isTrusted: Bool { !isTrying }

    /// Records an answer of the farm.
    package mutating func noteAnswer() {
        (failures, isTrying) = (0, false)
        rests.succeeded()
        guard tokens < most else { return }
        answers += 1
        guard answers >= FarmAllowance.answersPerToken else { return }
        (tokens, answers) = (tokens + 1, 0)
    }

    /// Records that the farm is overloaded.
    package mutating func noteBusy() {
        tokens = min(most, max(FarmAllowance.least, tokens / 2))
        answers = 0
    }

    /// Records that the farm failed to do a job.
    ///
    /// - Returns: the length of the rest that begins. Nil if none begins.
    package mutating func noteFailure(_ now: ContinuousClock.Instant) -> Duration? {
        // Jobs that were sent before a rest can still fail during it.
        guard !isResting(now) else { return nil }
        failures += 1
        return failures >= FarmAllowance.mostFailures || isTrying ? rest(now) : nil
    }

    /// Begins a rest, twice as long as the last one. Afterwards, a single job tests the farm.
    ///
    /// - Returns: the length of the rest.
    package mutating func rest(_ now: ContinuousClock.Instant) -> Duration {
        guard !isResting(now) else { return restsUntil.map { now.duration(to: $0) } ?? .zero }
        let length = rests.failed(at: now)
        (failures, isTrying, restsUntil) = (0, true, now + length)
        return length
    }

    /// Records the number of jobs that wait for a worker.
    ///
    /// - Returns: the time since which more than half of the jobs have been waiting.
    package mutating func note(queued: Int, executing: Int, _ now: ContinuousClock.Instant) -> Duration {
        guard queued > executing else {
            (queuedSince, queueLimit) = (nil, Int.max)
            return .zero
        }
        let since = queuedSince ?? now
        queuedSince = since
        let time = since.duration(to: now)
        if time >= FarmAllowance.queuePatience { queueLimit = max(1, executing * 5 / 4) }
        return time
    }
}
