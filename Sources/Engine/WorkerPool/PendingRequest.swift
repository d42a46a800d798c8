import Synchronization

/// A worker's or the farm's work on a request.
protocol RequestAttempt: AnyObject, Sendable {
    /// The answer is no longer wanted.
    func stop()
}

/// A job in the pool. It is settled exactly once: by the answer, a failure, or a caller who no longer wants it.
final class PendingRequest: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Void, any Error>)
        /// A worker of this machine and the farm may both work on it; the first answer counts.
        case running(CheckedContinuation<Void, any Error>, [any RequestAttempt])
        case settled
    }

    /// Nil for a request that only starts a worker.
    let job: WorkerJob?
    /// Makes the receiver for the answer of one attempt, with the maker of the answer. Nil for this machine.
    let makeHandler: @Sendable (FarmMaker?) -> AnswerHandler
    private let state = Mutex<State>(.new)
    private let remote = Mutex(RemoteAttempts())

    init(job: WorkerJob?, makeHandler: @escaping @Sendable (FarmMaker?) -> AnswerHandler) {
        self.job = job
        self.makeHandler = makeHandler
    }

    /// Whether no caller waits for the job any longer.
    var isSettled: Bool {
        state.withLock {
            if case .settled = $0 { true } else { false }
        }
    }

    /// Stores the continuation of the caller. If the caller has already been cancelled, it is resumed and the result is false.
    func wait(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
        let isWanted = state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isWanted { continuation.resume(throwing: CancellationError()) }
        return isWanted
    }

    /// The attempts at the farm.
    var attempts: RemoteAttempts { remote.withLock { $0 } }

    /// Notes the result of an attempt at the farm.
    func note(_ change: (inout RemoteAttempts) -> Void) { remote.withLock { change(&$0) } }

    /// Records an attempt, so that a cancellation stops it. False if no caller waits any more.
    func begin(_ attempt: any RequestAttempt) -> Bool {
        state.withLock { state in
            switch state {
            case .waiting(let continuation): state = .running(continuation, [attempt])
            case .running(let continuation, let others): state = .running(continuation, others + [attempt])
            case .new, .settled: return false
            }
            return true
        }
    }

    /// Records that an attempt has not answered the job.
    ///
    /// - Returns: whether there is no other attempt, and a caller waits for it.
    func putBack(from attempt: any RequestAttempt) -> Bool {
        state.withLock { state in
            guard case .running(let continuation, let attempts) = state else { return false }
            let others = attempts.filter { $0 !== attempt }
            state = others.isEmpty ? .waiting(continuation) : .running(continuation, others)
            return others.isEmpty
        }
    }

    /// Settles the request: its answer has been received. Cancelling no longer stops the attempt, whose worker is free
    /// for another job.
    ///
    /// - Parameter attempt: the one that answered. Others are stopped.
    /// - Returns: a function that wakes the caller.
    func succeed(in attempt: any RequestAttempt) -> @Sendable () -> Void {
        let continuation = takeContinuation(sparing: attempt)
        return { continuation?.resume() }
    }

    /// Settles it without an answer.
    ///
    /// - Parameter attempt: the one that failed and is not to be stopped for it.
    func fail(_ error: any Error, in attempt: (any RequestAttempt)? = nil) {
        takeContinuation(sparing: attempt)?.resume(throwing: error)
    }

    /// The caller gives up: a worker that works on it is killed.
    func cancel() { fail(CancellationError()) }

    private func takeContinuation(
        sparing attempt: (any RequestAttempt)?
    ) -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            defer { state = .settled }
            switch state {
            case .waiting(let continuation): return continuation
            case .running(let continuation, let attempts):
                // Within the lock, because a worker that has answered may already have another job.
                for other in attempts where other !== attempt { other.stop() }
                return continuation
            case .new, .settled: return nil
            }
        }
    }
}

/// The attempts of a job at the farm.
struct RemoteAttempts: Sendable {
    /// The most attempts; after them the job is done here.
    static let most = 2

    /// The time at which the job was requested.
    var since: ContinuousClock.Instant?
    /// The number of failed attempts.
    var failures = 0
    /// Whether the farm's cache has no result.
    var isAsked = false
    /// Whether only a worker of this machine may do it. A failure at the farm is repeated here before it counts.
    var isLocal = false

    /// Whether the farm may execute it.
    var mayExecute: Bool { !isLocal && failures < RemoteAttempts.most }
}

/// The origin of a result that was not made on this machine.
package struct FarmMaker: Hashable, Sendable {
    /// The name of the worker. Empty if the farm did not report it.
    package var worker: String
    /// Whether the result comes from the farm's cache.
    package var isCached: Bool

    package init(worker: String, isCached: Bool) {
        (self.worker, self.isCached) = (worker, isCached)
    }
}
