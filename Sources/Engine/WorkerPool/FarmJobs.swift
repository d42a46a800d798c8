import EngineSupport
import FarmProtocol
import FileAccess
import Foundation
import Glibc
import JobModel
import Synchronization
import TextEscaping
import WorkerProtocol

/// Sends jobs of a pool to the farm, which is the Remote Execution engine at `engine.url`. Takes requests from the
/// queue of the pool up to the limit of the farm, and returns requests without an answer to the queue. Answers are
/// checked in the same way as those of local workers.
///
/// A source is never rejected because of a failure of the farm. After a failure, the job is repeated.
package final class FarmJobs: Sendable {
    /// Sends a command to the farm. Returns false if the connection has ended.
    package typealias Link = @Sendable (FarmCommand) -> Bool

    enum Ending: Sendable {
        case done(FarmResult)
        case lost(FarmLoss)
    }

    /// A job at the farm, or a result that is being stored there.
    package struct Run {
        var request: PendingRequest?
        /// The progress of a job. Nil for a lookup in the cache, and for a result that is being stored.
        package var phase: WorkerQueue.Phase?
        var continuation: CheckedContinuation<Ending, Never>
    }

    package struct State {
        var link: Link?
        var capabilities: FarmCapabilities?
        /// Whether the farm could not be used at the last attempt. The next job after a rest tries again.
        var isRefused = false
        var allowance: FarmAllowance
        package var runs: [UInt32: Run] = [:]
        /// The number of requests for which only the cache is being queried.
        var asking = 0
        /// The number of requests that were sent for execution and have not ended.
        package var executing = 0
        var lastID: UInt32 = 0
        var work: RemoteWork
        /// The value of `FarmFigures.busy` in the last report.
        var busy = 0
        /// The number of consecutive jobs that failed because the worker has a different renderer.
        var differing = 0
        /// The keys of the messages that were already reported.
        var said: Set<String> = []
        /// Whether the timer that calls `tick` is running.
        var isTicking = false
        var isClosed = false

        mutating func count(_ purpose: WorkerQueue.Purpose, _ number: Int) {
            switch purpose {
            case .ask: asking += number
            case .execute: executing += number
            }
        }

        func count(_ phase: WorkerQueue.Phase) -> Int { runs.values.count { $0.phase == phase } }
    }

    let use: FarmUse
    let queue: WorkerQueue
    let now: @Sendable () -> ContinuousClock.Instant
    package let state: Mutex<State>
    let wakes: AsyncStream<Void>
    let waker: AsyncStream<Void>.Continuation
    let makers = FarmMakers()

    /// The maximum number of results that are looked up at the same time.
    static let mostAsked = 64
    /// The duration after which it is reported that most jobs at the farm are queued.
    static let reportedQueueTime = Duration.seconds(60)
    static let mostDiffering = 3

    package init(_ use: FarmUse, queue: WorkerQueue) {
        (self.use, self.queue, now) = (use, queue, use.now)
        state = Mutex(
            State(
                allowance: FarmAllowance(most: use.settings.jobs),
                work: RemoteWork(host: use.settings.host, jobs: use.settings.jobs)))
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        queue.open(use.rules) { [waker] in waker.yield() }
    }

    /// The current state of the farm and its work in this run.
    package var work: RemoteWork {
        let time = now()
        return state.withLock { state in
            var work = state.work
            work.tokens = state.allowance.limit(time)
            work.workers = makers.count
            if state.capabilities != nil { work.state = state.allowance.isResting(time) ? .resting : .up }
            if state.capabilities == nil, state.allowance.isResting(time) { work.state = .resting }
            (work.queued, work.executing) = (state.count(.queued), state.count(.executing))
            return work
        }
    }

    /// The functions that the farm supports. Nil if the farm has not answered or the connection has ended.
    package var functions: FarmCapabilities? { state.withLock { $0.capabilities } }

    /// The share of the farm's results that this machine also renders for comparison, from 0 to 1.
    var verifyShare: Double { use.settings.verifyShare }

    /// Whether results of this machine are stored in the cache of the farm.
    package var isWritten: Bool { use.settings.write }

    // MARK: Requests

    /// Sends requests to the farm until the task is cancelled or `close` is called.
    package func run() async {
        await withDiscardingTaskGroup { group in
            for await _ in wakes {
                if beginsTicking() {
                    group.addTask { [self] in
                        repeat {
                            tick()
                            guard (try? await Task.sleep(for: .milliseconds(100))) != nil else { return }
                        } while goesOnTicking()
                    }
                }
                while let (request, purpose) = take() {
                    group.addTask { [self] in await perform(request, purpose) }
                }
                if state.withLock({ $0.isClosed }) { break }
            }
            group.cancelAll()
        }
    }

    /// Ends all jobs.
    package func close() {
        let link = state.withLock { state in
            state.isClosed = true
            return state.link
        }
        end(link)
        waker.yield()
    }

    /// Starts the timer if it is needed, because requests are queued or at the farm.
    ///
    /// - Returns: true if the caller must run the timer; false if it is not needed or is already running.
    private func beginsTicking() -> Bool {
        // Called outside of the lock to avoid a deadlock, because the queue locks its requests, and a cancelled request
        // locks this state.
        guard queue.hasRequests else { return false }
        return state.withLock { state in
            guard !state.isTicking else { return false }
            state.isTicking = true
            return true
        }
    }

    private func goesOnTicking() -> Bool {
        if queue.hasRequests { return true }
        state.withLock { $0.isTicking = false }
        // Checked again, because a request that was added while `isTicking` was still true did not start a timer.
        return beginsTicking()
    }

    /// Updates the maximum number of jobs at the farm, and assigns queued requests to this machine or to the farm.
    func tick() {
        let time = now()
        let (waited, isOpen) = state.withLock { state -> (Duration, Bool) in
            let (queued, executing) = (state.count(.queued), state.count(.executing))
            return (state.allowance.note(queued: queued, executing: executing, time), canAsk(state, time))
        }
        queue.setCanAsk(isOpen)
        if waited >= FarmJobs.reportedQueueTime {
            let platform = use.settings.platform.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
            let properties =
                platform.isEmpty ? "" : " Its platform in pipeline.json: \(platform.joined(separator: ", "))."
            say(
                "The farm \(use.settings.host) has had no worker for most of its jobs for 60 s; they are also "
                    + "rendered on this machine."
                    + properties, once: "queue")
        }
        queue.dispatch()
    }

    func canAsk(_ state: State, _ time: ContinuousClock.Instant) -> Bool {
        !state.isClosed && state.capabilities != nil && !state.allowance.isResting(time) && state.allowance.isTrusted
            && !makers.hasDistrusted
    }

    /// Takes the next request for the farm from the queue. Nil if there is none or the farm may not get one now.
    func take() -> (PendingRequest, WorkerQueue.Purpose)? {
        let time = now()
        guard !makers.distrustsAll else { return nil }
        let (mayAsk, mayExecute) = state.withLock { state -> (Bool, Bool) in
            guard !state.isClosed, state.capabilities != nil || state.isRefused else { return (false, false) }
            let mayExecute =
                state.capabilities?.executes != false && state.executing < state.allowance.limit(time)
            let isTrying = !state.allowance.isTrusted && !state.allowance.isResting(time)
            let mayAsk =
                canAsk(state, time)
                ? state.asking < FarmJobs.mostAsked : isTrying && state.asking + state.executing == 0
            return (mayAsk && !makers.hasDistrusted, mayExecute)
        }
        guard mayAsk || mayExecute, let taken = queue.takeForFarm(mayAsk: mayAsk, mayExecute: mayExecute) else {
            return nil
        }
        state.withLock { $0.count(taken.1, 1) }
        return taken
    }

    func perform(_ request: PendingRequest, _ purpose: WorkerQueue.Purpose) async {
        let attempt = FarmAttempt(self, id: nextID())
        defer {
            state.withLock { $0.count(purpose, -1) }
            waker.yield()
        }
        guard let job = request.job, let terms = job.remoteTerms, request.begin(attempt) else {
            return queue.noteReturn(of: request)
        }
        let inputs: [FarmInput]
        do {
            inputs = try await FarmJobs.inputs(of: job)
        } catch {
            // A file of the job cannot be read. A worker of this machine gets the job and reports the problem.
            request.note { $0.isLocal = true }
            return queue.putBack(request, from: attempt)
        }
        let path = "\(use.folder)/\(getpid()).\(attempt.id).answer"
        defer { unlink(path) }
        var order = FarmJob(
            id: attempt.id, job: String(decoding: terms.request, as: UTF8.self), inputs: inputs, answer: path,
            timeout: FarmJobs.timeout(of: job), priority: use.purpose.priority)
        let mayBeCached = use.rules.asksFirst && !makers.hasDistrusted && !request.attempts.isAsked
        order.lookup = purpose == .ask ? .cache : mayBeCached ? .both : .execute
        switch await ending(of: order, request, purpose, attempt) {
        case .lost(let loss): lose(request, attempt, loss)
        case .done(let result): await accept(result, of: request, attempt, at: path)
        }
    }

    static func inputs(of job: WorkerJob) async throws -> [FarmInput] {
        try await BlockingExecutor.run {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
            defer { buffer.deallocate() }
            return try JobFileSender(job.files, buffer: buffer).farmInputs()
        }
    }

    /// The time limit for a job at the farm in seconds. The time limit is longer than on this machine, because a worker
    /// of the farm may be slower.
    static func timeout(of job: WorkerJob) -> Int { 4 * Int(clamping: job.timeLimit / .seconds(1)) + 60 }

    func nextID() -> UInt32 {
        state.withLock { state in
            state.lastID &+= 1
            return state.lastID
        }
    }

    /// Sends a job to the farm, and waits for its end.
    ///
    /// - Parameter request: the request. Nil if the job only stores a result in the cache.
    func ending(
        of order: FarmJob, _ request: PendingRequest? = nil, _ purpose: WorkerQueue.Purpose? = nil,
        _ attempt: FarmAttempt? = nil
    ) async -> Ending {
        await withCheckedContinuation { continuation in
            let link = state.withLock { state -> Link? in
                guard !state.isClosed, let link = state.link, attempt?.isStopped != true else { return nil }
                state.runs[order.id] = Run(
                    request: request, phase: purpose == .execute ? .queued : nil, continuation: continuation)
                return link
            }
            guard let link else {
                continuation.resume(returning: .lost(FarmLoss(id: order.id, reason: .cancelled)))
                return
            }
            // The attempt may have been stopped before the job was sent. The job is then cancelled.
            _ = link(purpose == nil ? .store(order) : .run(order))
            if attempt?.isStopped == true { _ = link(.cancel(order.id)) }
        }
    }

    func cancel(_ id: UInt32) {
        let link = state.withLock { state in state.runs[id] == nil ? nil : state.link }
        _ = link?(.cancel(id))
    }
}

/// An attempt at a job by the farm.
package final class FarmAttempt: RequestAttempt {
    let id: UInt32
    private let jobs: FarmJobs
    private let stopped = Atomic(false)

    package init(_ jobs: FarmJobs, id: UInt32) {
        (self.jobs, self.id) = (jobs, id)
    }

    package var isStopped: Bool { stopped.load(ordering: .acquiring) }

    package func stop() {
        stopped.store(true, ordering: .releasing)
        jobs.cancel(id)
    }
}
