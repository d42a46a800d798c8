import Glibc
import Logging
import Synchronization

/// A pool of worker processes. Sources are decoded in workers and not in the daemon, so that a crash, a hang or a
/// decompression bomb only ends one worker and one job.
///
/// A worker sends a hello, and then reads jobs from its standard input and performs them one after another
/// (docs/decisions/render-protocol.md). A worker exits when its input ends, so workers also exit if the daemon is
/// killed. The end of the standard error of a worker is included in the message about a crash, and logged at level
/// debug.
package struct WorkerPool: JobPerformer {
    let queue: WorkerQueue
    package private(set) var farm: FarmJobs?

    package var localSlots: Int { queue.localSlots }

    /// Runs `body` with a pool. Returns after `body` has returned and all workers have ended.
    ///
    /// Workers are started when they are needed. The first call makes the whole process ignore SIGPIPE, so that a
    /// worker that dies does not end the daemon.
    ///
    /// - Parameters:
    ///   - count: the maximum number of parallel workers. Values below 1 mean 1.
    ///   - command: the command that starts a worker.
    ///   - logger: the logger for the starts and ends of workers.
    ///   - farm: the settings of the farm that also performs jobs. Nil if only this machine performs jobs.
    ///   - onRestart: called when a worker is started to replace one that died.
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
                group.addTask { [pool] in await bridge.run(asking: StickerPool(workers: pool, folders: JobFolders())) }
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
        /// The first value, and its maker if it was made at the farm.
        let value = Mutex<(value: Value, maker: FarmMaker?)?>(nil)
    }

    package func perform<Receiver: FileReceiver, Value: Sendable>(
        _ job: WorkerJob, receiving makeReceiver: @escaping @Sendable () -> Receiver,
        taking take: @escaping @Sendable (WorkerAnswer, Receiver) throws -> Value,
        madeBy: (FarmMaker) -> Void = { _ in }
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
    /// - Throws: the errors of `perform`.
    package func start() async throws {
        try await run(PendingRequest(job: nil) { _ in AnswerHandler(receiver: NoFiles()) { _ in } })
    }

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
            // If the task of the pool is also cancelled, its workers may die before this request is cancelled.
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
