import Synchronization

/// An attempt by a worker or the farm to answer a request.
package protocol RequestAttempt: AnyObject, Sendable {
    /// Stops the attempt, because its answer is no longer wanted.
    func stop()
}

/// A job in the pool, which is settled exactly once: by the answer, a failure, or a cancellation.
package final class PendingRequest: Sendable {
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

    package init(job: WorkerJob?, makeHandler: @escaping @Sendable (FarmMaker?) -> AnswerHandler) {
        self.job = job
        self.makeHandler = makeHandler
    }

    /// Whether no caller waits for the job any longer.
    package var isSettled: Bool {
        state.withLock {
            if case .settled = $0 { true } else { false }
        }
    }

    /// Stores the continuation of the caller. If the caller was already cancelled, resumes it and returns false.
    package func wait(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
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

    /// Records the result of an attempt at the farm.
    package func note(_ change: (inout RemoteAttempts) -> Void) { remote.withLock { change(&$0) } }

    /// Records an attempt, so that a cancellation stops it. Returns false if no caller waits any more.
    package func begin(_ attempt: any RequestAttempt) -> Bool {
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
    /// - Returns: whether no other attempt is running and the caller still waits.
    package func putBack(from attempt: any RequestAttempt) -> Bool {
        state.withLock { state in
            guard case .running(let continuation, let attempts) = state else { return false }
            let others = attempts.filter { $0 !== attempt }
            state = others.isEmpty ? .waiting(continuation) : .running(continuation, others)
            return others.isEmpty
        }
    }

    /// Settles the request after an answer was received.
    ///
    /// - Parameter attempt: the attempt that answered. Other attempts are stopped.
    /// - Returns: a function that wakes the caller.
    package func succeed(in attempt: any RequestAttempt) -> @Sendable () -> Void {
        let continuation = takeContinuation(sparing: attempt)
        return { continuation?.resume() }
    }

    /// Settles the request without an answer.
    ///
    /// - Parameter attempt: the failed attempt, which is not stopped.
    package func fail(_ error: any Error, in attempt: (any RequestAttempt)? = nil) {
        takeContinuation(sparing: attempt)?.resume(throwing: error)
    }

    /// Cancels the request. A worker that is doing its job is killed.
    package func cancel() { fail(CancellationError()) }

    private func takeContinuation(
        sparing attempt: (any RequestAttempt)?
    ) -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            defer { state = .settled }
            switch state {
            case .waiting(let continuation): return continuation
            case .running(let continuation, let attempts):
                // The other attempts are stopped inside the lock. Later, their workers may already have another job.
                for other in attempts where other !== attempt { other.stop() }
                return continuation
            case .new, .settled: return nil
            }
        }
    }
}

/// The attempts of a job at the farm.
package struct RemoteAttempts: Sendable {
    /// The maximum number of failed attempts. Afterwards, this machine does the job.
    package static let most = 2

    /// The time at which the job was requested.
    package var since: ContinuousClock.Instant?
    /// The number of failed attempts.
    package var failures = 0
    /// Whether the farm's cache was queried without a result.
    package var isAsked = false
    /// Whether only a worker of this machine may do the job. True if the farm failed too often, or if the source may be
    /// the cause of a failure, because only this machine may reject a source.
    package var isLocal = false

    package init() {}

    /// Whether the farm may execute the job.
    package var mayExecute: Bool { !isLocal && failures < RemoteAttempts.most }
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
