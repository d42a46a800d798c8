import EngineSupport
import Intake
import JobModel
import Publishing
import WorkerProtocol

/// Has a worker render one source, and says what to make of it when no worker can.
struct SourceRenderer: Sendable {
    let pool: StickerPool
    let staging: Staging
    let timeLimit: Duration
    /// Nil where no approval counts.
    var approvals: InheritedApprovals?

    /// What a job came to.
    enum Outcome: Sendable {
        case result(StickerResult)
        /// It cannot be read now: why.
        case wait(String)
    }

    /// A source that ends its worker every time is judged by that, and the judgement is kept like any other result, so
    /// that it cannot do the same at every start.
    ///
    /// - Throws: `DaemonError` or `PublishError` when the environment fails, `CancellationError` when the task is
    ///   cancelled.
    func outcome(of source: PlannedSource) async throws -> Outcome {
        guard case .render(let recipe) = source.step, let sha256 = source.sha256 else { return .wait("") }
        let job = StickerJob(
            sourcePath: source.art.absolutePath, framePaths: source.art.framePaths, name: source.art.path,
            sha256: sha256, recipe: recipe, outputFolder: try staging.openWork())
        let outcome = try await self.outcome(of: job, by: pool)
        guard let approvals, case .result(let result) = outcome, approvals.cover(result, of: source) else {
            return outcome
        }
        let again = try await StickerPool.withWorkers(count: 1, command: approvals.command, logger: approvals.logger) {
            try await self.outcome(of: job, by: $0)
        }
        if case .result(let second) = again, second.output?.pixels != result.output?.pixels {
            approvals.notice(
                "\(source.art.path): two workers made different pictures of this file; what was approved or published before does not "
                    + "count for it. Look at "
                    + "the file, and at who put it there.")
        }
        return again
    }

    private func outcome(of job: StickerJob, by pool: StickerPool) async throws -> Outcome {
        do {
            let response = try await pool.persist(.sticker(job), timeLimit: timeLimit) { [staging] response in
                if case .sticker(let result) = response { try await staging.take(result.files) }
            }
            return try answer(to: response)
        } catch let failure as WorkerFailure {
            return .result(try SourceRenderer.blame(failure))
        }
    }

    private func answer(to response: WorkerResponse) throws -> Outcome {
        switch response {
        case .sticker(let result): return .result(result)
        case .failed(.sourceChanged(let name)): return .wait("\(name) changed while it was being read")
        case .failed(.sourceUnreadable(let name)): return .wait("\(name) cannot be read")
        case .failed(let fault): throw DaemonError(fault)
        case .greeting, .description, .icon, .sheet, .printed, .frames: throw DaemonError.otherAnswer
        }
    }

    /// A worker that dies or hangs does so because of what it was given, unless it never got ready.
    ///
    /// - Throws: `DaemonError` when the render program is at fault.
    static func blame(_ failure: WorkerFailure) throws(DaemonError) -> StickerResult {
        guard let what = failure.artFault else { throw DaemonError.worker("\(failure)") }
        return StickerResult(
            art: nil,
            findings: [Rule.couldNotRender.finding("\(RuleFinding.pathToken) could not be rendered: \(what).")],
            output: nil)
    }
}

extension WorkerFailure {
    /// What art did to the worker that was given it, as the end of a sentence; nil when the render program is at fault.
    fileprivate var artFault: String? {
        switch self {
        case .timedOut(let seconds):
            "rendering took longer than \(NumberFormat.number(seconds, digits: 0)) seconds and was stopped"
        case .died(let ending, _): "the decoder failed on it (\(ending))"
        case .answerTooLong, .unreadableAnswer: "the decoder failed on it"
        case .rejectedAnswer(let reason): "the decoder's answer was rejected (\(reason))"
        case .couldNotStart, .didNotStart, .otherVersion, .poolEnded, .unwritableRequest: nil
        }
    }
}

extension DaemonError {
    /// What a request without an answer means for a run when the render program is at fault; nil when a worker that had
    /// started failed because of what it was given.
    init?(programFault failure: WorkerFailure) {
        guard failure.artFault == nil else { return nil }
        self = .worker("\(failure)")
    }
}
