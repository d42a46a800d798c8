import Glibc
import Logging

/// Worker processes that do what must not be done in the daemon's own process: decode art. A crash, a hang or a bomb
/// costs one worker and one request.
///
///     let result = try await WorkerPool<StickerJob, StickerResult>.withWorkers(count: 4, command: command) { pool in
///         try await pool.perform(job, timeLimit: .seconds(60))
///     }
///
/// A worker reads one line of JSON from its stdin and answers with one line of JSON on its stdout, again and again, and
/// ends when its stdin does: so workers end also when the daemon is killed. What it writes to stderr is kept for the
/// message of the error, should it die, and is logged at the level debug when it ends.
package struct WorkerPool<Request: Encodable & Sendable, Response: Decodable & Sendable>: Sendable {
    private let queue = WorkerQueue<Response>()

    private init() {}

    /// Runs `body` with a pool, and returns when `body` has and all workers are gone: no process and no descriptor is
    /// left.
    ///
    /// Workers are started when there is a request for them. From the first call on, SIGPIPE is ignored in the whole
    /// process: a worker that dies must not take the daemon with it.
    ///
    /// - Parameters:
    ///   - count: the most workers at a time; at least one is allowed.
    ///   - command: how a worker is started.
    ///   - logger: hears about workers that start and end.
    ///   - onRestart: called whenever a worker is started in place of one that died.
    @discardableResult
    package static func withWorkers<Value: Sendable>(
        count: Int, command: WorkerCommand, logger: Logger = .silent, onRestart: @escaping @Sendable () -> Void = {},
        isolation: isolated (any Actor)? = #isolation,
        _ body: (WorkerPool<Request, Response>) async throws -> Value
    ) async throws -> Value {
        signal(SIGPIPE, SIG_IGN)
        let pool = WorkerPool<Request, Response>()
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<max(count, 1) {
                let slot = WorkerSlot(command: command, queue: pool.queue, logger: logger, onRestart: onRestart)
                group.addTask { await slot.run() }
            }
            defer { pool.queue.close() }
            return try await body(pool)
        }
    }

    /// Has a worker answer a request. Callers are served in the order in which they came.
    ///
    /// - Parameters:
    ///   - timeLimit: how long a worker may be at it; waiting for a free worker does not count.
    ///   - check: takes the answer before the caller gets what it returns. It throws `RejectedAnswer` for an answer that
    ///     cannot be true, which ends the worker; what else it throws, the caller gets.
    /// - Throws: `WorkerFailure`; or `CancellationError`, the worker having been killed, when the task is cancelled.
    package func perform(
        _ request: Request, timeLimit: Duration,
        checking check: @escaping @Sendable (Response) async throws -> Response = { $0 }
    ) async throws -> Response {
        try Task.checkCancellation()
        let ticket = try PendingRequest<Response>(request: request, timeLimit: timeLimit, check: check)
        do {
            return try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    if ticket.wait(continuation) { queue.add(ticket) }
                }
            } onCancel: {
                ticket.cancel()
            }
        } catch {
            // When the pool's own task is cancelled too, its workers may die before this task is notified.
            try Task.checkCancellation()
            throw error
        }
    }
}

extension Logger {
    /// Says nothing.
    package static var silent: Logger {
        Logger(label: "stickerd.silent") { _ in SwiftLogNoOpLogHandler() }
    }
}
