import EngineSupport
import FarmProtocol
import FileAccess
import Foundation
import JobModel
import TextEscaping
import WorkerProtocol

/// Handles the ends of jobs at the farm. Checks the answers, and returns failed requests to the queue.
extension FarmJobs {
    func accept(
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
            // A failure or a rejection by the farm is not final. This machine does the job, and may reject the source.
            state.withLock { $0.allowance.noteAnswer() }
            request.note { $0.isLocal = true }
            queue.putBack(request, from: attempt)
        case .rejected(let reason):
            let maker = result.worker.isEmpty ? "" : " (worker \(result.worker.harmlessLine(limit: 80)))"
            say(
                "An answer of the farm \(use.settings.host)\(maker) was rejected: "
                    + "\(reason.harmlessLine(limit: 200)). The sticker is rendered on this machine.", once: "rejected")
            fail(request, attempt, words: reason, isFarm: true)
        case .failed(let error):
            queue.noteReturn(of: request)
            request.fail(error, in: attempt)
        }
    }

    /// The reason why an answer is not used.
    private enum AnswerFailure: Sendable {
        /// The answer is not final, so this machine must do the job.
        case unconfirmed
        /// The answer is invalid. Contains the reason.
        case rejected(String)
        /// This machine failed to handle the answer.
        case failed(any Error)
    }

    /// Passes a handler to another thread. Only one thread at a time uses the handler.
    private struct UncheckedHandler: @unchecked Sendable {
        let handler: AnswerHandler
    }

    /// Reads and checks an answer, and passes it to the handler.
    ///
    /// - Returns: nil if the answer is used.
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

    func lose(_ request: PendingRequest, _ attempt: FarmAttempt, _ loss: FarmLoss) {
        switch loss.reason {
        case .missing:
            state.withLock { $0.allowance.noteAnswer() }
            request.note { $0.isAsked = true }
            queue.noteCacheAnswer()
            queue.putBack(request, from: attempt)
        case .cancelled, .changed, .unreadable:
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
            // The source may be the cause, so this machine repeats the job and decides whether to reject the source.
            request.note { $0.isLocal = true }
            fail(request, attempt, words: loss.words, isFarm: false)
        case .worker, .refused: fail(request, attempt, words: loss.words, isFarm: false)
        case .farm:
            if [8, 14].contains(loss.code) { state.withLock { $0.allowance.noteBusy() } }
            fail(request, attempt, words: loss.words, isFarm: true)
        }
    }

    static func name(of loss: FarmLoss) -> String {
        loss.worker.isEmpty ? "" : " (\(loss.worker.harmlessLine(limit: 80)))"
    }

    /// Returns a request to the queue after a failed attempt.
    ///
    /// - Parameters:
    ///   - words: the reason for the failure, for messages.
    ///   - isFarm: whether the farm itself failed, and not one of its workers or the job.
    func fail(_ request: PendingRequest, _ attempt: FarmAttempt, words: String, isFarm: Bool) {
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

    func tellRest(_ rest: Duration, _ reason: String) {
        let seconds = Int(rest / .seconds(1))
        let end = reason.hasSuffix(".") ? "" : "."
        use.notice(
            "The farm \(use.settings.host) \(reason)\(end) Everything is rendered on this machine; stickerd tries "
                + "the farm again in \(seconds) s.")
        tick()
    }

    /// Reports a message, but only once per run for each key.
    func say(_ sentence: String, once key: String) {
        let isNew = state.withLock { $0.said.insert(key).inserted }
        if isNew { use.notice(sentence) }
    }

    /// Records that a result of a worker differs from that of this machine. All results of the worker become invalid.
    ///
    /// - Parameter path: the path of the source.
    func distrust(_ maker: FarmMaker, path: String) {
        guard makers.distrust(maker.worker) else { return }
        let origin = maker.isCached ? "The cache of the farm \(use.settings.host)" : "The farm \(use.settings.host)"
        let worker = maker.worker.isEmpty ? "" : ", worker \(maker.worker.harmlessLine(limit: 80)),"
        use.notice(
            "\(origin)\(worker) has a different result for \(path.harmlessLine(limit: 200)) from this machine. Its "
                + "results are no longer used, and its earlier results are rendered again. Change engine.salt if the "
                + "cache cannot be trusted either.")
    }

    /// Records that a result of the farm equals the result of this machine.
    func noteVerified() { state.withLock { $0.work.verified += 1 } }
}

extension String {
    /// The text on one line, without control characters, for messages with text from another machine.
    ///
    /// - Parameter limit: the maximum number of characters.
    func harmlessLine(limit: Int) -> String {
        EscapedText.line(String(prefix(limit)))
    }
}
