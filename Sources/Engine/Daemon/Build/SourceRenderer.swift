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
        /// It cannot be read now.
        case wait(Deferral)
    }

    /// A source that ends its worker every time is judged by that, and the judgement is kept like any other result, so
    /// that it cannot do the same at every start.
    ///
    /// - Throws: `DaemonError` or `PublishError` when the environment fails, `CancellationError` when the task is
    ///   cancelled.
    func outcome(of task: RenderTask) async throws -> Outcome {
        let job = StickerJob(
            sourcePath: task.art.absolutePath, framePaths: task.art.framePaths, name: task.path,
            sha256: task.input.sha256, recipe: task.input.recipe, outputFolder: try staging.openWork())
        let outcome = try await self.outcome(of: job, by: pool)
        guard let approvals, case .result(let result) = outcome, approvals.cover(result, of: task) else {
            return outcome
        }
        let again = try await StickerPool.withWorkers(count: 1, command: approvals.command, logger: approvals.logger) {
            try await self.outcome(of: job, by: $0)
        }
        if case .result(let second) = again, second.output?.pixels != result.output?.pixels {
            approvals.notice(
                "\(task.path): two workers made different pictures of this file; what was approved or published before does not "
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
            return .result(try RenderRejection(failure).result)
        }
    }

    private func answer(to response: WorkerResponse) throws -> Outcome {
        switch response {
        case .sticker(let result): return .result(result)
        case .failed(.sourceChanged(let name)): return .wait(.changedWhileRendering(name))
        case .failed(.sourceUnreadable(let name)): return .wait(.unreadableByWorker(name))
        case .failed(let fault): throw DaemonError(fault)
        case .greeting, .description, .icon, .sheet, .printed, .frames: throw DaemonError.otherAnswer
        }
    }
}

/// Why a source that no worker could render is rejected.
enum RenderRejection: Hashable, Sendable {
    case timedOut(seconds: Double)
    case decoderDied(WorkerFailure.Ending)
    case unreadableAnswer
    /// With the reason, for people.
    case rejectedAnswer(String)

    /// A worker that dies or hangs does so because of what it was given, unless it never got ready.
    ///
    /// - Throws: `DaemonError` when the render program is at fault and not the source.
    init(_ failure: WorkerFailure) throws(DaemonError) {
        switch failure {
        case .timedOut(let seconds): self = .timedOut(seconds: seconds)
        case .died(let ending, _): self = .decoderDied(ending)
        case .answerTooLong, .unreadableAnswer: self = .unreadableAnswer
        case .rejectedAnswer(let reason): self = .rejectedAnswer(reason)
        case .couldNotStart, .didNotStart, .otherVersion, .poolEnded, .unwritableRequest:
            throw .worker("\(failure)")
        }
    }

    /// The result that stands for the source, so that it is not rendered again at every start.
    var result: StickerResult {
        StickerResult(
            art: nil,
            findings: [Rule.couldNotRender.finding("\(RuleFinding.pathToken) could not be rendered: \(self).")],
            output: nil)
    }
}

extension RenderRejection: CustomStringConvertible {
    var description: String {
        switch self {
        case .timedOut(let seconds):
            "rendering took longer than \(NumberFormat.number(seconds, digits: 0)) seconds and was stopped"
        case .decoderDied(let ending): "the decoder failed on it (\(ending))"
        case .unreadableAnswer: "the decoder failed on it"
        case .rejectedAnswer(let reason): "the decoder's answer was rejected (\(reason))"
        }
    }
}
