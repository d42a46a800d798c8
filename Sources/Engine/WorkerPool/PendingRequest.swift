import Synchronization

/// An attempt of a worker or of the farm to do a request.
protocol RequestAttempt: AnyObject, Sendable {
    /// Stops the attempt, because its answer is not needed any more.
    func stop()
}

/// A request for a job in the pool. A request is settled exactly once, by an answer, a failure or a cancellation.
final class PendingRequest: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Void, any Error>)
        /// Attempts are in progress. A worker of this machine and the farm may both do the job, and the first answer is
        /// used.
        case running(CheckedContinuation<Void, any Error>, [any RequestAttempt])
        case settled
    }

    /// The job. Nil for a request that only starts a worker.
    let job: WorkerJob?
    /// Creates the handler for the answer of one attempt. The argument is the maker of the answer, or nil for this
    /// machine.
    let makeHandler: @Sendable (FarmMaker?) -> AnswerHandler
    private let state = Mutex<State>(.new)
    private let remote = Mutex(RemoteAttempts())

    init(job: WorkerJob?, makeHandler: @escaping @Sendable (FarmMaker?) -> AnswerHandler) {
        self.job = job
        self.makeHandler = makeHandler
    }

    /// Whether the request is settled, so that no caller waits for it.
    var isSettled: Bool {
        state.withLock {
            if case .settled = $0 { true } else { false }
        }
    }

    /// Stores the continuation of the caller.
    ///
    /// - Returns: false if the request was already cancelled. The continuation is then resumed with
    ///   `CancellationError`.
    func wait(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
        let isWanted = state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isWanted { continuation.resume(throwing: CancellationError()) }
        return isWanted
    }

    /// The state of the attempts at the farm.
    var attempts: RemoteAttempts { remote.withLock { $0 } }

    /// Changes the state of the attempts at the farm.
    func note(_ change: (inout RemoteAttempts) -> Void) { remote.withLock { change(&$0) } }

    /// Adds an attempt, so that a cancellation stops it.
    ///
    /// - Returns: false if the request is already settled.
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

    /// Removes an attempt that ended without an answer.
    ///
    /// - Returns: true if no other attempt is in progress and the request is not settled, so that it must be queued
    ///   again.
    func putBack(from attempt: any RequestAttempt) -> Bool {
        state.withLock { state in
            guard case .running(let continuation, let attempts) = state else { return false }
            let others = attempts.filter { $0 !== attempt }
            state = others.isEmpty ? .waiting(continuation) : .running(continuation, others)
            return others.isEmpty
        }
    }

    /// Settles the request after an answer was received. Other attempts are stopped.
    ///
    /// - Parameter attempt: the attempt that answered. It cannot be stopped any more, because its worker may do another
    ///   job.
    /// - Returns: a function that resumes the caller.
    func succeed(in attempt: any RequestAttempt) -> @Sendable () -> Void {
        let continuation = takeContinuation(sparing: attempt)
        return { continuation?.resume() }
    }

    /// Settles the request without an answer.
    ///
    /// - Parameter attempt: the failed attempt, which is not stopped. All other attempts are stopped.
    func fail(_ error: any Error, in attempt: (any RequestAttempt)? = nil) {
        takeContinuation(sparing: attempt)?.resume(throwing: error)
    }

    /// Cancels the request, and stops all attempts. A local worker that does the job is killed.
    func cancel() { fail(CancellationError()) }

    private func takeContinuation(
        sparing attempt: (any RequestAttempt)?
    ) -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            defer { state = .settled }
            switch state {
            case .waiting(let continuation): return continuation
            case .running(let continuation, let attempts):
                // Stopped inside the lock, because a worker that answers after it may already have another job.
                for other in attempts where other !== attempt { other.stop() }
                return continuation
            case .new, .settled: return nil
            }
        }
    }
}

/// The state of a request's attempts at the farm.
struct RemoteAttempts: Sendable {
    /// The maximum number of failed attempts. Afterwards, this machine does the job.
    static let most = 2

    /// The time at which the request was queued.
    var since: ContinuousClock.Instant?
    /// The number of failed attempts.
    var failures = 0
    /// Whether the cache of the farm was queried and has no result.
    var isAsked = false
    /// Whether only a worker of this machine may do the job, for example because the job failed at the farm.
    var isLocal = false

    /// Whether the farm may execute the job.
    var mayExecute: Bool { !isLocal && failures < RemoteAttempts.most }
}

/// The maker of a result that was not made on this machine.
package struct FarmMaker: Hashable, Sendable {
    /// The name of the worker. Empty if the farm did not report the name.
    package var worker: String
    /// Whether the result comes from the farm's cache.
    package var isCached: Bool

    package init(worker: String, isCached: Bool) {
        (self.worker, self.isCached) = (worker, isCached)
    }
}
