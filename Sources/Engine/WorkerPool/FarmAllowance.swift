import EngineSupport

/// The number of jobs that the farm may have at the same time: fewer while it is busy, none while it rests after failures.
package struct FarmAllowance: Sendable {
    /// By the settings.
    let most: Int
    /// The most jobs at present, without the limit for a long queue.
    package private(set) var tokens: Int
    /// Answers since a token was added.
    private var answers = 0
    /// Failures of the farm without an answer between them.
    private var failures = 0
    /// Rests without an answer between them: each is twice as long as the one before.
    private var rests = Backoff(first: .seconds(30), longest: .seconds(480))
    /// The end of the current or the last rest.
    private(set) var restsUntil: ContinuousClock.Instant?
    /// Whether one job tries the farm after a rest.
    private var isTrying = false
    /// The time since which more than half of the jobs have waited for a worker.
    private var queuedSince: ContinuousClock.Instant?
    /// The most jobs while most of them wait for a worker.
    private var queueLimit = Int.max

    /// The least number of tokens after the farm was busy.
    private static let least = 4
    private static let answersPerToken = 20
    private static let mostFailures = 3
    private static let queuePatience = Duration.seconds(30)

    package init(most: Int) {
        (self.most, tokens) = (most, most)
    }

    package func isResting(_ now: ContinuousClock.Instant) -> Bool { restsUntil.map { $0 > now } ?? false }

    /// The most jobs that the farm may have now.
    package func limit(_ now: ContinuousClock.Instant) -> Int {
        isResting(now) ? 0 : min(isTrying ? 1 : tokens, queueLimit)
    }

    /// Whether its cache may be asked for several results at the same time.
    package var isTrusted: Bool { !isTrying }

    /// Notes that the farm has answered.
    package mutating func noteAnswer() {
        (failures, isTrying) = (0, false)
        rests.succeeded()
        guard tokens < most else { return }
        answers += 1
        guard answers >= FarmAllowance.answersPerToken else { return }
        (tokens, answers) = (tokens + 1, 0)
    }

    /// Notes that the farm has more to do than it can take.
    package mutating func noteBusy() {
        tokens = min(most, max(FarmAllowance.least, tokens / 2))
        answers = 0
    }

    /// Notes that the farm did not do a job.
    ///
    /// - Returns: the length of the rest that begins with it. Nil if none does.
    package mutating func noteFailure(_ now: ContinuousClock.Instant) -> Duration? {
        // Jobs that were sent before a rest can still fail during it.
        guard !isResting(now) else { return nil }
        failures += 1
        return failures >= FarmAllowance.mostFailures || isTrying ? rest(now) : nil
    }

    /// Begins a rest, twice as long as the last one. Afterwards one job tries the farm.
    ///
    /// - Returns: its length.
    package mutating func rest(_ now: ContinuousClock.Instant) -> Duration {
        guard !isResting(now) else { return restsUntil.map { now.duration(to: $0) } ?? .zero }
        let length = rests.failed(at: now)
        (failures, isTrying, restsUntil) = (0, true, now + length)
        return length
    }

    /// Notes how many jobs wait for a worker.
    ///
    /// - Returns: the time for which more than half of them have waited.
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
