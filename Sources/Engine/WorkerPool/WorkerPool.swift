import Glibc
import Logging
import Synchronization

/// A pool of worker processes. Sources are decoded there and not in the daemon, so that a crash, a hang or a
/// decompression bomb costs one worker and one job.
///
/// A worker sends hello and then does one job after the other from its standard input, as frames
/// (docs/decisions/render-protocol.md). It exits when its input ends, so workers also exit when the daemon is killed.
/// Its standard error is kept for the message about a crash, and is logged at level debug.
package struct WorkerPool: JobPerformer {
    let queue: WorkerQueue
    package private(set) var farm: FarmJobs?

    init(queue: WorkerQueue) {
        self.queue = queue
    }

    package var localSlots: Int { queue.localSlots }

    /// Runs `body` with a pool. Returns when `body` has returned and all workers have ended; no process or descriptor
    /// is left.
    ///
    /// Workers are started on demand. SIGPIPE is ignored in the whole process from the first call on, because a worker
    /// that dies must not end the daemon.
    ///
    /// - Parameters:
    ///   - count: the largest number of parallel workers; at least one is allowed.
    ///   - command: the command of a worker.
    ///   - logger: receives the starts and ends of workers.
    ///   - farm: the engine that also does jobs. Nil if only this machine does jobs.
    ///   - onRestart: called when a worker is started to replace a dead one.
    @discardableResult
    package static func withWorkers<Value: Sendable>(
        count: Int, command: WorkerCommand, logger: Logger = .silent, farm: FarmUse? = nil,
        onRestart: @escaping @Sendable () -> Void = {},
        isolation: isolated (any Actor)? = #isolation,
        _ body: (WorkerPool) async throws -> Value
    ) async throws -> Value {
        signal(SIGPIPE, SIG_IGN)
        let queue = farm.map { WorkerQueue(localSlots: count, now: $0.now) } ?? WorkerQueue(localSlots: count)
        var pool = WorkerPool(queue: queue)
        let jobs = farm.map { FarmJobs($0, queue: queue) }
        pool.farm = jobs
        return try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<max(count, 1) {
                let slot = WorkerSlot(command: command, queue: pool.queue, logger: logger, onRestart: onRestart)
                group.addTask { await slot.run() }
            }
            var process: FarmProcess?
            if let jobs { group.addTask { await jobs.run() } }
            if let jobs, let connect = farm?.connect {
                jobs.connect(connect { jobs.receive($0) })
            } else if let farm, let jobs {
                let bridge = FarmProcess(farm, command: command, jobs: jobs, logger: logger)
                group.addTask { [pool] in await bridge.run(asking: StickerPool(pool)) }
                process = bridge
            }
            defer {
                pool.queue.close()
                jobs?.close()
                process?.close()
            }
            return try await body(pool)
        }
    }

    private final class Box<Value: Sendable>: Sendable {
        /// The first value is used, with its maker.
        let value = Mutex<(value: Value, maker: FarmMaker?)?>(nil)
    }

    /// Does a job with a worker. Callers are served in the order of their calls.
    ///
    /// - Parameters:
    ///   - makeReceiver: creates the receiver of the files.
    ///   - take: checks the answer and adopts the files, on a thread that may block. It throws `RejectedAnswer` for a
    ///     false answer, which ends the worker. Other errors are thrown to the caller.
    /// - Returns: the result of `take`.
    /// - Throws: `WorkerFailure`; `JobFileFailure` for a file that cannot be sent; the errors of the receiver; or
    ///   `CancellationError` if the task is cancelled, after the worker was killed.
    package func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, receiving makeReceiver: @escaping @Sendable () -> Receiver,
        taking take: @escaping @Sendable (WorkerAnswer, Receiver) throws -> Value
    ) async throws -> Value {
        try await perform(job, receiving: makeReceiver, taking: take) { _ in }
    }

    package func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, receiving makeReceiver: @escaping @Sendable () -> Receiver,
        taking take: @escaping @Sendable (WorkerAnswer, Receiver) throws -> Value,
        madeBy: (FarmMaker) -> Void
    ) async throws -> Value {
        let box = Box<Value>()
        let request = PendingRequest(job: job) { maker in
            let receiver = makeReceiver()
            return AnswerHandler(receiver: receiver) { answer in
                let value = try take(answer, receiver)
                box.value.withLock { $0 = $0 ?? (value, maker) }
            }
        }
        try await run(request)
        guard let (value, maker) = box.value.withLock({ $0 }) else { throw WorkerFailure.poolEnded }
        if let maker { madeBy(maker) }
        return value
    }

    /// Starts a worker that will be needed soon.
    ///
    /// - Throws: as `perform`.
    package func start() async throws {
        try await run(PendingRequest(job: nil) { _ in AnswerHandler(receiver: NoFiles()) { _ in } })
    }

    /// Ends the workers, because there are no more jobs.
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
    /// A logger that discards everything.
    package static var silent: Logger {
        Logger(label: "stickerd.silent") { _ in SwiftLogNoOpLogHandler() }
    }
}
