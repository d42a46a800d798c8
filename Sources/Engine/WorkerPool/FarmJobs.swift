import EngineSupport
import FarmProtocol
import FileAccess
import Foundation
import Glibc
import JobModel
import Synchronization
import TextEscaping
import WorkerProtocol

/// The jobs of a pool that the farm does. It takes requests from the pool's queue while the farm may have more, checks the
/// answers like those of local workers, and returns requests without an answer to the queue.
///
/// No failure of the farm counts against a source: the job is then done on this machine.
package final class FarmJobs: Sendable {
    /// Sends a command to the farm. False if the connection has ended.
    package typealias Link = @Sendable (FarmCommand) -> Bool

    private enum Ending: Sendable {
        case done(FarmResult)
        case lost(FarmLoss)
    }

    /// A job at the farm.
    private struct Run {
        var request: PendingRequest?
        var purpose: WorkerQueue.Purpose?
        var stage: WorkerQueue.Stage?
        var continuation: CheckedContinuation<Ending, Never>
    }

    private struct State {
        var link: Link?
        var capabilities: FarmCapabilities?
        /// Whether the farm could not be used, and is tried again with the next job after a rest.
        var isRefused = false
        var allowance: FarmAllowance
        var runs: [UInt32: Run] = [:]
        /// Jobs that are being sent, by purpose. They count like those at the farm.
        var asking = 0
        var executing = 0
        var lastID: UInt32 = 0
        var work: RemoteWork
        /// `FarmFigures.busy` of the last report.
        var busy = 0
        /// Workers in a row whose renderer differs.
        var differing = 0
        /// Sentences about things that are reported once.
        var said: Set<String> = []
        var isClosed = false

        mutating func count(_ purpose: WorkerQueue.Purpose, _ number: Int) {
            switch purpose {
            case .ask: asking += number
            case .execute: executing += number
            }
        }

        func count(_ stage: WorkerQueue.Stage) -> Int { runs.values.count { $0.stage == stage } }
    }

    private let use: FarmUse
    private let queue: WorkerQueue
    private let now: @Sendable () -> ContinuousClock.Instant
    private let state: Mutex<State>
    private let wakes: AsyncStream<Void>
    private let waker: AsyncStream<Void>.Continuation
    let makers = FarmMakers()

    /// The most results that are looked up at the same time.
    private static let mostAsked = 64
    /// The time after which waiting jobs are reported.
    private static let reportedQueueTime = Duration.seconds(60)
    private static let mostDiffering = 3

    init(_ use: FarmUse, queue: WorkerQueue) {
        (self.use, self.queue, now) = (use, queue, use.now)
        state = Mutex(
            State(
                allowance: FarmAllowance(most: use.settings.jobs),
                work: RemoteWork(host: use.settings.host, jobs: use.settings.jobs)))
        (wakes, waker) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
        queue.open(use.rules) { [waker] in waker.yield() }
    }

    /// Its current state and its work.
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

    /// The functions of the farm. Nil until it has answered.
    package var functions: FarmCapabilities? { state.withLock { $0.capabilities } }

    /// The share of its results that are also rendered on this machine, from 0 to 1.
    var verifyShare: Double { use.settings.verifyShare }

    /// Whether results of this machine are stored in its cache.
    package var isWritten: Bool { use.settings.write }

    // MARK: Requests

    /// Takes requests and follows their jobs until the task is cancelled or `close` is called.
    func run() async {
        await withDiscardingTaskGroup { group in
            group.addTask { [self] in
                while (try? await Task.sleep(for: .milliseconds(100))) != nil { tick() }
            }
            for await _ in wakes {
                while let (request, purpose) = take() {
                    group.addTask { [self] in await perform(request, purpose) }
                }
                if state.withLock({ $0.isClosed }) { break }
            }
            group.cancelAll()
        }
    }

    /// Ends all jobs.
    func close() {
        let link = state.withLock { state in
            state.isClosed = true
            return state.link
        }
        end(link)
        waker.yield()
    }

    /// Gives waiting requests to whoever may take them by now.
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
                "The farm \(use.settings.host) has had no worker for most of its jobs for 60 s; they are also done here."
                    + properties, once: "queue")
        }
        queue.dispatch()
    }

    private func canAsk(_ state: State, _ time: ContinuousClock.Instant) -> Bool {
        !state.isClosed && state.capabilities != nil && !state.allowance.isResting(time) && state.allowance.isTrusted
            && !makers.hasDistrusted
    }

    /// The next request that the farm may have.
    private func take() -> (PendingRequest, WorkerQueue.Purpose)? {
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

    private func perform(_ request: PendingRequest, _ purpose: WorkerQueue.Purpose) async {
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
            // A worker of this machine finds the same, and reports it.
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
        case .lost(let loss): lose(request, attempt, purpose, loss)
        case .done(let result): await accept(result, of: request, attempt, at: path)
        }
    }

    private static func inputs(of job: WorkerJob) async throws -> [FarmInput] {
        try await BlockingExecutor.run {
            let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
            defer { buffer.deallocate() }
            return try JobFileSender(job.files, buffer: buffer).farmInputs()
        }
    }

    /// The time for which a worker may render, in seconds. It may be slower than this machine.
    private static func timeout(of job: WorkerJob) -> Int { 4 * Int(clamping: job.timeLimit / .seconds(1)) + 60 }

    private func nextID() -> UInt32 {
        state.withLock { state in
            state.lastID &+= 1
            return state.lastID
        }
    }

    /// Sends a job, and waits for its end.
    ///
    /// - Parameter request: nil for a result to be stored.
    private func ending(
        of order: FarmJob, _ request: PendingRequest? = nil, _ purpose: WorkerQueue.Purpose? = nil,
        _ attempt: FarmAttempt? = nil
    ) async -> Ending {
        await withCheckedContinuation { continuation in
            let link = state.withLock { state -> Link? in
                guard !state.isClosed, let link = state.link, attempt?.isStopped != true else { return nil }
                state.runs[order.id] = Run(
                    request: request, purpose: purpose, stage: purpose == .execute ? .queued : nil,
                    continuation: continuation)
                return link
            }
            guard let link else {
                continuation.resume(returning: .lost(FarmLoss(id: order.id, reason: .cancelled)))
                return
            }
            // If it was stopped in between, the command to cancel it follows.
            _ = link(purpose == nil ? .store(order) : .run(order))
            if attempt?.isStopped == true { _ = link(.cancel(order.id)) }
        }
    }

    fileprivate func cancel(_ id: UInt32) {
        let link = state.withLock { state in state.runs[id] == nil ? nil : state.link }
        _ = link?(.cancel(id))
    }

    // MARK: Answers

    private func accept(
        _ result: FarmResult, of request: PendingRequest, _ attempt: FarmAttempt, at path: String
    ) async {
        guard let job = request.job, let terms = job.remoteTerms, !request.isSettled else {
            return queue.noteReturn(of: request)
        }
        guard !makers.distrusts(result.worker) else {
            request.note { $0.isLocal = true }
            return queue.putBack(request, from: attempt)
        }
        let handler = request.makeHandler(FarmMaker(worker: result.worker, isCached: result.cached))
        let failure = await FarmJobs.checked(path, job, terms, UncheckedHandler(handler: handler))
        switch failure {
        case nil:
            state.withLock { state in
                state.allowance.noteAnswer()
                state.differing = 0
                if result.cached { state.work.cached += 1 } else { state.work.done += 1 }
                state.work.queueSeconds += result.queueSeconds
                state.work.renderSeconds += result.renderSeconds
            }
            if result.cached { queue.noteCacheAnswer() }
            queue.noteReturn(of: request)
            request.succeed(in: attempt)()
        case .unconfirmed:
            // Only this machine may reject a source.
            state.withLock { $0.allowance.noteAnswer() }
            request.note { $0.isLocal = true }
            queue.putBack(request, from: attempt)
        case .rejected(let reason):
            let maker = result.worker.isEmpty ? "" : " (worker \(result.worker.harmlessLine(limit: 80)))"
            say(
                "An answer of the farm \(use.settings.host)\(maker) is not accepted: "
                    + "\(reason.harmlessLine(limit: 200)). The sticker is rendered here.", once: "rejected")
            fail(request, attempt, words: reason, isFarm: true)
        case .failed(let error):
            queue.noteReturn(of: request)
            request.fail(error, in: attempt)
        }
    }

    /// The reason why an answer does not count.
    private enum AnswerFailure: Sendable {
        case unconfirmed
        case rejected(String)
        /// This machine failed.
        case failed(any Error)
    }

    /// A handler that is used by one thread at a time.
    private struct UncheckedHandler: @unchecked Sendable {
        let handler: AnswerHandler
    }

    /// Reads and checks an answer, and takes over its files.
    private static func checked(
        _ path: String, _ job: WorkerJob, _ terms: RemoteTerms, _ unchecked: UncheckedHandler
    ) async -> AnswerFailure? {
        do {
            return try await BlockingExecutor.run {
                let handler = unchecked.handler
                do {
                    let answer = try FarmAnswer.read(path, limits: job.limits, into: handler.receiver)
                    guard terms.counts(answer) else {
                        handler.receiver.discard()
                        return .unconfirmed
                    }
                    try handler.receiver.examine()
                    try handler.complete(answer)
                    return nil
                } catch let rejection as RejectedAnswer {
                    handler.receiver.discard()
                    return .rejected(rejection.reason)
                } catch {
                    handler.receiver.discard()
                    return .failed(error)
                }
            }
        } catch {
            return .failed(error)
        }
    }

    private func lose(
        _ request: PendingRequest, _ attempt: FarmAttempt, _ purpose: WorkerQueue.Purpose, _ loss: FarmLoss
    ) {
        switch loss.reason {
        case .missing:
            state.withLock { $0.allowance.noteAnswer() }
            request.note { $0.isAsked = true }
            queue.noteCacheAnswer()
            queue.putBack(request, from: attempt)
        case .cancelled:
            request.note { $0.isLocal = true }
            queue.putBack(request, from: attempt)
        case .changed, .unreadable:
            request.note { $0.isLocal = true }
            queue.putBack(request, from: attempt)
        case .cannotWrite:
            queue.noteReturn(of: request)
            request.fail(
                JobError.cannotWrite(path: use.folder, errno: Int32(clamping: loss.code)), in: attempt)
        case .worker where loss.code == Int(WorkerExitStatus.unready):
            say(
                "A worker of the farm \(use.settings.host)\(FarmJobs.name(of: loss)) renders with other libraries or fonts "
                    + "than this machine, or cannot confine itself: \(loss.words.harmlessLine(limit: 400)) Give it the "
                    + "packages that `stickerd doctor --engine` lists.", once: "identity")
            let time = now()
            let isOften = state.withLock { state in
                state.differing += 1
                guard state.differing >= FarmJobs.mostDiffering else { return false }
                state.differing = 0
                _ = state.allowance.rest(time)
                return true
            }
            fail(request, attempt, words: loss.words, isFarm: false)
            if isOften { tick() }
        case .worker where loss.code == 1, .timeout:
            // The source may be the cause, which only this machine decides.
            request.note { $0.isLocal = true }
            fail(request, attempt, words: loss.words, isFarm: false)
        case .worker: fail(request, attempt, words: loss.words, isFarm: false)
        case .farm:
            if [8, 14].contains(loss.code) { state.withLock { $0.allowance.noteBusy() } }
            fail(request, attempt, words: loss.words, isFarm: true)
        case .refused: fail(request, attempt, words: loss.words, isFarm: false)
        }
    }

    private static func name(of loss: FarmLoss) -> String {
        loss.worker.isEmpty ? "" : " (\(loss.worker.harmlessLine(limit: 80)))"
    }

    /// Returns a request to the queue after a failed attempt.
    ///
    /// - Parameter isFarm: whether the farm failed, and not one worker or job.
    private func fail(_ request: PendingRequest, _ attempt: FarmAttempt, words: String, isFarm: Bool) {
        let time = now()
        let rest = state.withLock { state -> Duration? in
            state.work.lost += 1
            state.work.lastError = words.isEmpty ? state.work.lastError : words.harmlessLine(limit: 200)
            return isFarm ? state.allowance.noteFailure(time) : nil
        }
        request.note { attempts in
            attempts.failures += 1
            attempts.isLocal = attempts.isLocal || attempts.failures >= RemoteAttempts.most
        }
        if let rest { tellRest(rest, "cannot be used: \(words.harmlessLine(limit: 200))") }
        queue.putBack(request, from: attempt)
    }

    private func tellRest(_ rest: Duration, _ reason: String) {
        let seconds = Int(rest / .seconds(1))
        let end = reason.hasSuffix(".") ? "" : "."
        use.notice(
            "The farm \(use.settings.host) \(reason)\(end) Everything is rendered here; the farm is tried again in "
                + "\(seconds) s.")
        tick()
    }

    /// Reports something that is reported once per run.
    private func say(_ sentence: String, once key: String) {
        let isNew = state.withLock { $0.said.insert(key).inserted }
        if isNew { use.notice(sentence) }
    }

    /// Notes that a worker made something else than this machine. Nothing that it made counts any more.
    ///
    /// - Parameter path: the source.
    func distrust(_ maker: FarmMaker, path: String) {
        guard makers.distrust(maker.worker) else { return }
        let origin = maker.isCached ? "The cache of the farm \(use.settings.host)" : "The farm \(use.settings.host)"
        let worker = maker.worker.isEmpty ? "" : ", worker \(maker.worker.harmlessLine(limit: 80)),"
        use.notice(
            "\(origin)\(worker) has another result for \(path.harmlessLine(limit: 200)) than this machine. Its results do not "
                + "count any more, and what it made is rendered again. Change engine.salt if its cache cannot be "
                + "trusted either.")
    }

    /// Notes that a result of the farm was also rendered here, and was equal.
    func noteVerified() { state.withLock { $0.work.verified += 1 } }

    // MARK: Storing

    /// Stores a result of this machine in the farm's cache, and returns when it is stored or could not be. In a watch, it
    /// does not wait for that.
    ///
    /// - Parameters:
    ///   - job: the job as it was made.
    ///   - files: the paths and kinds of the files of the answer, by number.
    func store(_ answer: StickerAnswer, of job: WorkerJob, files: [(path: String, kind: FileKind)]) async {
        let time = now()
        let isPossible = state.withLock { state in
            state.capabilities?.stores == true && canAsk(state, time) && state.runs.count < 4 * FarmJobs.mostAsked
        }
        guard use.settings.write, isPossible, let terms = job.remoteTerms else { return }
        let id = nextID()
        let path = "\(use.folder)/\(getpid()).\(id).store"
        guard let inputs = try? await FarmJobs.inputs(of: job),
            (try? await BlockingExecutor.run { try FarmAnswer.write(answer, files: files, to: path) }) != nil
        else {
            unlink(path)
            return
        }
        let order = FarmJob(
            id: id, job: String(decoding: terms.request, as: UTF8.self), inputs: inputs, answer: path,
            timeout: FarmJobs.timeout(of: job), priority: use.purpose.priority, lookup: .cache)
        let storing = Task { [self] in
            let ending = await ending(of: order)
            unlink(path)
            if case .done = ending { state.withLock { $0.work.stored += 1 } }
            if case .lost(let loss) = ending, loss.reason != .cancelled {
                say(
                    "A result could not be stored at the farm \(use.settings.host): \(loss.words.harmlessLine(limit: 200))",
                    once: "store")
            }
        }
        if use.purpose != .watch { await storing.value }
    }

    // MARK: Reports

    /// Notes that the bridge to the farm has been started.
    func connect(_ link: @escaping Link) {
        state.withLock { $0.link = link }
    }

    /// Takes a report of the farm.
    func receive(_ report: FarmReport) {
        switch report {
        case .capabilities(let capabilities): meet(capabilities)
        case .refused(let refusal):
            let time = now()
            let rest = state.withLock { state -> Duration? in
                (state.capabilities, state.isRefused) = (nil, true)
                state.work.lastError = refusal.words.harmlessLine(limit: 200)
                return state.allowance.isResting(time) ? nil : state.allowance.rest(time)
            }
            if let rest { tellRest(rest, "cannot be used: \(refusal.words.harmlessLine(limit: 400))") }
        case .stage(let stage):
            let (request, known) = state.withLock { state -> (PendingRequest?, WorkerQueue.Stage) in
                let known: WorkerQueue.Stage = stage.stage == .queued ? .queued : .executing
                state.runs[stage.id]?.stage = known
                return (state.runs[stage.id]?.request, known)
            }
            if let request { queue.note(known, of: request) }
        case .done(let result): finish(result.id, .done(result))
        case .lost(let loss): finish(loss.id, .lost(loss))
        case .figures(let figures):
            state.withLock { state in
                if figures.busy > state.busy { state.allowance.noteBusy() }
                state.busy = figures.busy
                (state.work.bytesSent, state.work.bytesReceived) = (figures.sent, figures.received)
            }
        }
    }

    private func meet(_ capabilities: FarmCapabilities) {
        state.withLock { ($0.capabilities, $0.isRefused) = (capabilities, false) }
        if !capabilities.executes, use.settings.jobs > 0 {
            say("The farm \(use.settings.host) does not execute jobs, and is used as a cache.", once: "executes")
        }
        if !capabilities.stores, use.settings.write {
            say(
                "The farm \(use.settings.host) does not store results of clients (engine.write). Its administrator may "
                    + "allow action cache updates.", once: "stores")
        }
        tick()
    }

    private func finish(_ id: UInt32, _ ending: Ending) {
        let run = state.withLock { $0.runs.removeValue(forKey: id) }
        run?.continuation.resume(returning: ending)
    }

    /// Notes that the bridge to the farm has ended. Its jobs are done here.
    ///
    /// - Parameter rest: the time until it is started again, if that is long.
    func disconnect(_ words: String, rest: Duration?) {
        let link = state.withLock { state -> Link? in
            (state.capabilities, state.isRefused) = (nil, false)
            state.work.lastError = words.harmlessLine(limit: 200)
            defer { state.link = nil }
            return state.link
        }
        end(link, words: words)
        if let rest { tellRest(rest, "cannot be used: \(words.harmlessLine(limit: 400))") }
    }

    private func end(_ link: Link?, words: String = "") {
        let runs = state.withLock { state in
            defer { state.runs = [:] }
            return state.runs
        }
        for (id, run) in runs {
            _ = link?(.cancel(id))
            run.continuation.resume(
                returning: .lost(FarmLoss(id: id, reason: words.isEmpty ? .cancelled : .worker, words: words)))
        }
    }
}

extension String {
    /// The text of another machine on one line, without control characters.
    ///
    /// - Parameter limit: the most characters.
    fileprivate func harmlessLine(limit: Int) -> String {
        EscapedText.line(String(prefix(limit)))
    }
}

/// An attempt of the farm.
private final class FarmAttempt: RequestAttempt {
    let id: UInt32
    private let jobs: FarmJobs
    private let stopped = Atomic(false)

    init(_ jobs: FarmJobs, id: UInt32) {
        (self.jobs, self.id) = (jobs, id)
    }

    var isStopped: Bool { stopped.load(ordering: .acquiring) }

    func stop() {
        stopped.store(true, ordering: .releasing)
        jobs.cancel(id)
    }
}
