import Synchronization

/// One job on its way through the pool. It is settled exactly once, by whoever comes first: the answer, a failure, or the
/// caller who no longer wants it.
final class PendingRequest: Sendable {
    private enum State {
        case new
        case waiting(CheckedContinuation<Void, any Error>)
        case running(CheckedContinuation<Void, any Error>, WorkerConnection)
        case settled
    }

    /// Nil for one that only wants a worker to be started.
    let job: WorkerJob?
    /// Makes what takes the answer of one attempt.
    let makeHandler: @Sendable () -> AnswerHandler
    private let state = Mutex<State>(.new)

    init(job: WorkerJob?, makeHandler: @escaping @Sendable () -> AnswerHandler) {
        self.job = job
        self.makeHandler = makeHandler
    }

    /// True once nobody waits for it any more.
    var isSettled: Bool {
        state.withLock {
            if case .settled = $0 { true } else { false }
        }
    }

    /// Takes the continuation of the caller; returns false, having resumed it, when the caller has given up already.
    func wait(_ continuation: CheckedContinuation<Void, any Error>) -> Bool {
        let isWanted = state.withLock { state in
            guard case .new = state else { return false }
            state = .waiting(continuation)
            return true
        }
        if !isWanted { continuation.resume(throwing: CancellationError()) }
        return isWanted
    }

    /// Says which worker has it, so that giving up stops that worker; false when nobody waits for it any more.
    func begin(in connection: WorkerConnection) -> Bool {
        state.withLock { state in
            guard case .waiting(let continuation) = state else { return false }
            state = .running(continuation, connection)
            return true
        }
    }

    /// Says that the worker which had it never saw it.
    func putBack() {
        state.withLock { state in
            if case .running(let continuation, _) = state { state = .waiting(continuation) }
        }
    }

    /// Settles it: its answer has been taken. From here on giving up no longer stops the worker, which is free for another.
    ///
    /// - Returns: what to call to wake the caller.
    func succeed() -> @Sendable () -> Void {
        let continuation = takeContinuation()
        return { continuation?.resume() }
    }

    /// Settles it without an answer.
    func fail(_ error: any Error) {
        takeContinuation()?.resume(throwing: error)
    }

    /// The caller gives up: a worker that is at it is killed.
    func cancel() {
        state.withLock { state in
            // Within the lock, since a worker that has answered may be at somebody else's job the next moment.
            if case .running(_, let connection) = state { connection.end(.unwanted) }
        }
        fail(CancellationError())
    }

    private func takeContinuation() -> CheckedContinuation<Void, any Error>? {
        state.withLock { state in
            defer { state = .settled }
            return switch state {
            case .waiting(let continuation), .running(let continuation, _): continuation
            case .new, .settled: nil
            }
        }
    }
}
