import FileAccess

/// Limits the number of jobs at the farm (the Remote Execution engine). The limit is lower while the farm is busy, and
/// 0 during a rest, which is a pause after repeated failures.
package struct FarmAllowance: Sendable {
    /// The maximum number of jobs, from the settings.
    let most: Int
    /// The current maximum number of jobs, before `queueLimit` is applied.
    package private(set) var tokens: Int
    /// The number of answers since the last change of `tokens`.
    private var answers = 0
    /// The number of consecutive failures of the farm.
    private var failures = 0
    /// The lengths of the rests. Each rest is twice as long as the last one, until the farm answers.
    private var rests = Backoff(first: .seconds(30), longest: .seconds(480))
    /// The end of the current or the last rest. Nil if there was none.
    private(set) var restsUntil: ContinuousClock.Instant?
    /// Whether only a single job may be sent, to test the farm after a rest.
    private var isTrying = false
    /// The start of the period in which more than half of the jobs at the farm are queued. Nil if fewer are queued.
    private var queuedSince: ContinuousClock.Instant?
    /// The maximum number of jobs while most jobs at the farm have been queued for a long time.
    private var queueLimit = Int.max

    /// The minimum of `tokens` after the farm was overloaded.
    private static let least = 4
    private static let answersPerToken = 20
    private static let mostFailures = 3
    private static let queuePatience = Duration.seconds(30)

    package init(most: Int) {
        (self.most, tokens) = (most, most)
    }

    package func isResting(_ now: ContinuousClock.Instant) -> Bool { restsUntil.map { $0 > now } ?? false }

    /// The number of jobs that may be at the farm now.
    package func limit(_ now: ContinuousClock.Instant) -> Int {
        isResting(now) ? 0 : min(isTrying ? 1 : tokens, queueLimit)
    }

    /// Whether several jobs may be sent at the same time. False until a single job has tested the farm after a rest.
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

    /// Records a failure of the farm.
    ///
    /// - Returns: the length of the rest that starts. Nil if none starts.
    package mutating func noteFailure(_ now: ContinuousClock.Instant) -> Duration? {
        // A failure during a rest is ignored, because the job was sent before the rest.
        guard !isResting(now) else { return nil }
        failures += 1
        return failures >= FarmAllowance.mostFailures || isTrying ? rest(now) : nil
    }

    /// Starts a rest, unless one is in progress. Afterwards, a single job tests the farm.
    ///
    /// - Returns: the length of the rest, or the remaining time of the current rest.
    package mutating func rest(_ now: ContinuousClock.Instant) -> Duration {
        guard !isResting(now) else { return restsUntil.map { now.duration(to: $0) } ?? .zero }
        let length = rests.failed(at: now)
        (failures, isTrying, restsUntil) = (0, true, now + length)
        return length
    }

    /// Records the numbers of jobs at the farm that are queued and that are executed.
    ///
    /// - Returns: the duration for which more than half of the jobs have been queued. Zero if fewer are queued.
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
