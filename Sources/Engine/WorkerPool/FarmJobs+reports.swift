import FarmProtocol
import FileAccess
import Foundation
import Glibc
import JobModel
import WorkerProtocol

/// Handles the reports of the farm, and stores results of this machine in the cache of the farm.
extension FarmJobs {
    /// Stores a result of this machine in the cache of the farm, if `engine.write` is set and the farm is available. A
    /// failure is only reported. In a watch, this method returns before the result is stored.
    ///
    /// - Parameters:
    ///   - job: the job that gave the result.
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

    /// Records that `stickerd-farm`, the bridge to the farm, has started.
    ///
    /// - Parameter link: sends commands to the farm.
    package func connect(_ link: @escaping Link) {
        state.withLock { $0.link = link }
    }

    /// Handles a report of the farm.
    package func receive(_ report: FarmReport) {
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
        case .stage(let progress):
            let (request, known) = state.withLock { state -> (PendingRequest?, WorkerQueue.Phase) in
                let known: WorkerQueue.Phase = progress.phase == .queued ? .queued : .executing
                state.runs[progress.id]?.phase = known
                return (state.runs[progress.id]?.request, known)
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

    func meet(_ capabilities: FarmCapabilities) {
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

    func finish(_ id: UInt32, _ ending: Ending) {
        let run = state.withLock { $0.runs.removeValue(forKey: id) }
        run?.continuation.resume(returning: ending)
    }

    /// Records that the bridge to the farm has ended. The jobs at the farm are then done on this machine.
    ///
    /// - Parameters:
    ///   - words: the reason. Empty if the bridge was closed on purpose.
    ///   - rest: the time until the bridge is started again. Nil if that time is not reported.
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

    func end(_ link: Link?, words: String = "") {
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
