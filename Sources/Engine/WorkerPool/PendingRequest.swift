import Synchronization

/// A job in the pool. It is settled exactly once: by the answer, a failure, or a caller who no longer wants it.
final class PendingRequest: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Void, any Error>)
        /// More than one worker may be at it, of which the first answer counts.
        case running(CheckedContinuation<Void, any Error>, [WorkerConnection])
        case settled
    }

    /// Nil for one that only wants a worker to be started.
    let job: WorkerJob?
    /// Makes the receiver for the answer of one attempt.
    let makeHandler: @Sendable () -> AnswerHandler
    private let state = Mutex<State>(.new)
    private let remote = Mutex(RemoteAttempts())

    init(job: WorkerJob?, makeHandler: @escaping @Sendable () -> AnswerHandler) {
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

    /// The attempts on other machines.
    var attempts: RemoteAttempts { remote.withLock { $0 } }

    /// Notes the result of an attempt on another machine.
    func note(_ change: (inout RemoteAttempts) -> Void) { remote.withLock { change(&$0) } }

    /// Records the worker of the job, so that a cancellation stops it. False if no caller waits any more.
    func begin(in connection: WorkerConnection) -> Bool {
        state.withLock { state in
            switch state {
            case .waiting(let continuation): state = .running(continuation, [connection])
            case .running(let continuation, let others): state = .running(continuation, others + [connection])
            case .new, .settled: return false
            }
            return true
        }
    }

    /// Records that a worker has not answered the job.
    ///
    /// - Returns: whether no other worker has the job, and a caller waits for it.
    func putBack(from connection: WorkerConnection) -> Bool {
        state.withLock { state in
            guard case .running(let continuation, let connections) = state else { return false }
            let others = connections.filter { $0 !== connection }
            state = others.isEmpty ? .waiting(continuation) : .running(continuation, others)
            return others.isEmpty
        }
    }

    /// Takes it back from the one worker that has it and has not begun it.
    func recall() {
        state.withLock { state in
            let attempts = attempts
            guard case .running(_, let connections) = state, connections.count == 1, attempts.isAway,
                attempts.begin == nil
            else { return }
            connections[0].end(.recalled)
        }
    }

    /// Settles the request: its answer has been received. Cancelling no longer stops the worker, which is free for
    /// another job.
    ///
    /// - Parameter connection: the connection to the worker that answered. Other workers of the job are stopped.
    /// - Returns: a function that wakes the caller.
    func succeed(in connection: WorkerConnection) -> @Sendable () -> Void {
        let continuation = takeContinuation(sparing: connection)
        return { continuation?.resume() }
    }

    /// Settles it without an answer.
    ///
    /// - Parameter connection: to the worker that failed and is not to be stopped for it.
    func fail(_ error: any Error, in connection: WorkerConnection? = nil) {
        takeContinuation(sparing: connection)?.resume(throwing: error)
    }

    /// The caller gives up: a worker that is at it is killed.
    func cancel() { fail(CancellationError()) }

    private func takeContinuation(sparing connection: WorkerConnection?) -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            defer { state = .settled }
            switch state {
            case .waiting(let continuation): return continuation
            case .running(let continuation, let connections):
                // Within the lock, because a worker that has answered may already have another job.
                for other in connections where other !== connection { other.end(.unwanted) }
                return continuation
            case .new, .settled: return nil
            }
        }
    }
}

/// The attempts of a job on other machines.
struct RemoteAttempts: Sendable {
    /// The most attempts on other machines; after them the job is done here.
    static let most = 3

    /// Machines that lost it.
    var avoided: Set<String> = []
    var count = 0
    /// Whether only a worker of this machine may do it. A failure on another machine is repeated here before it counts.
    var isLocal = false
    /// Whether another machine has it.
    var isAway = false
    /// The time at which a process of the machine that has it started it. Nil before.
    var begin: ContinuousClock.Instant?
    /// Whose answer counted; nil for this machine's.
    var answeredBy: NodeRecord?

    /// Whether a machine may try it.
    func allow(_ host: String) -> Bool {
        !isLocal && count < RemoteAttempts.most && !avoided.contains(host)
    }
}
