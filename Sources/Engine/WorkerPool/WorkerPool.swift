import Glibc
import Logging
import Synchronization

/// Worker processes that decode sources, which must not happen in the daemon's process. A crash, a hang or a
/// decompression bomb costs one worker and one job.
///
/// A worker says hello and then does one job after the other from its standard input, as frames
/// (docs/decisions/render-protocol.md). It ends with its input, so workers also end when the daemon is killed. Its
/// standard error is kept for the message if it dies, and is logged at the level debug when it ends.
package struct WorkerPool: JobPerformer {
    let queue: WorkerQueue
    package private(set) var nodes: NodeBoard?
    package private(set) var verifyShare = 0.0
    private var attaching: (@Sendable (Int32) async -> Void)?

    init(queue: WorkerQueue) {
        self.queue = queue
    }

    package var localSlots: Int { queue.localSlots }

    /// Runs `body` with a pool, and returns when `body` has and all workers are gone: no process and no descriptor is
    /// left.
    ///
    /// Workers are started when there is a job for them. From the first call on, SIGPIPE is ignored in the whole
    /// process: a worker that dies must not take the daemon with it.
    ///
    /// - Parameters:
    ///   - count: the most workers at a time; at least one is allowed.
    ///   - command: how a worker is started.
    ///   - logger: hears about workers that start and end.
    ///   - nodes: other machines that take part.
    ///   - onRestart: called whenever a worker is started in place of one that died.
    @discardableResult
    package static func withWorkers<Value: Sendable>(
        count: Int, command: WorkerCommand, logger: Logger = .silent, nodes: NodeSettings? = nil,
        onRestart: @escaping @Sendable () -> Void = {},
        isolation: isolated (any Actor)? = #isolation,
        _ body: (WorkerPool) async throws -> Value
    ) async throws -> Value {
        signal(SIGPIPE, SIG_IGN)
        var pool = WorkerPool(queue: WorkerQueue(localSlots: count))
        let manager = nodes.map { nodes in
            var distant = command
            (distant.isRemote, distant.transferLimit, distant.startLimit) = (true, .seconds(120), .seconds(600))
            distant.remoteTime = nodes.time
            return NodeManager(pool: pool, settings: nodes, command: distant, logger: logger)
        }
        if let manager, let nodes {
            (pool.nodes, pool.verifyShare) = (nodes.board, nodes.verifyShare)
            pool.attaching = { await manager.serve(attached: $0) }
        }
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<max(count, 1) {
                let slot = WorkerSlot(command: command, queue: pool.queue, logger: logger, onRestart: onRestart)
                group.addTask { await slot.run() }
            }
            if let manager { group.addTask { await manager.run() } }
            defer { pool.queue.close() }
            return try await body(pool)
        }
    }

    private final class Box<Value: Sendable>: Sendable {
        let value = Mutex<Value?>(nil)
    }

    /// Has a worker do a job. Callers are served in the order in which they came.
    ///
    /// - Parameters:
    ///   - makeReceiver: makes what takes the files.
    ///   - take: checks the answer and takes over the files, on a thread that may block. It throws `RejectedAnswer` for an
    ///     answer that cannot be true, which ends the worker; what else it throws, the caller gets.
    /// - Returns: what `take` made of the answer.
    /// - Throws: `WorkerFailure`; `JobFileFailure` for a file that cannot be sent; what the receiver throws; or
    ///   `CancellationError`, the worker having been killed, when the task is cancelled.
    package func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, receiving makeReceiver: @escaping @Sendable () -> Receiver,
        taking take: @escaping @Sendable (WorkerAnswer, Receiver) throws -> Value
    ) async throws -> Value {
        try await perform(job, receiving: makeReceiver, taking: take) { _ in }
    }

    package func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, receiving makeReceiver: @escaping @Sendable () -> Receiver,
        taking take: @escaping @Sendable (WorkerAnswer, Receiver) throws -> Value,
        answeredBy: (NodeRecord) -> Void
    ) async throws -> Value {
        let box = Box<Value>()
        let request = PendingRequest(job: job) {
            let receiver = makeReceiver()
            return AnswerHandler(receiver: receiver) { answer in
                let value = try take(answer, receiver)
                box.value.withLock { $0 = value }
            }
        }
        try await run(request)
        if let record = request.attempts.answeredBy { answeredBy(record) }
        guard let value = box.value.withLock({ $0 }) else { throw WorkerFailure.poolEnded }
        return value
    }

    /// Has a worker started that will soon be needed.
    ///
    /// - Throws: as `perform`.
    package func start() async throws {
        try await run(PendingRequest(job: nil) { AnswerHandler(receiver: NoFiles()) { _ in } })
    }

    /// Serves an agent that connected on its own, until it or the pool ends.
    ///
    /// - Parameter descriptor: the descriptor of its socket, owned by the caller.
    /// - Returns: false if no agents may connect.
    package func attach(_ descriptor: Int32) async -> Bool {
        guard let attaching else { return false }
        await attaching(descriptor)
        return true
    }

    /// Sends workers and agents away; there are no more jobs.
    package func close() { queue.close() }

    private func run(_ request: PendingRequest) async throws {
        try Task.checkCancellation()
        do {
            try await withTaskCancellationHandler {
                try await withCheckedThrowingContinuation { continuation in
                    if request.wait(continuation) { queue.add(request) }
                }
            } onCancel: {
                request.cancel()
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
