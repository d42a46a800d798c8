import EngineSupport
import Intake
import JobModel
import Publishing
import WorkerPool

/// Renders single sources with workers, and determines the outcome if a worker fails.
package struct SourceRenderer: Sendable {
    let pool: StickerPool
    let staging: Staging
    /// Detects results that would inherit an approval. Nil if the results are not published.
    var approvals: InheritedApprovals?

    package init(pool: StickerPool, staging: Staging, approvals: InheritedApprovals? = nil) {
        (self.pool, self.staging, self.approvals) = (pool, staging, approvals)
    }

    /// The outcome of rendering a source.
    package enum Outcome: Sendable {
        case result(StickerResult)
        /// The source cannot be read now, and is deferred.
        case wait(Deferral)
    }

    /// Renders a source. A source that crashes its worker at every attempt is rejected. The rejection is stored as a
    /// result, so that the next runs do not render the source again.
    ///
    /// - Throws: `EngineError` or `PublishError` if the environment fails; `CancellationError` if the task is
    ///   cancelled.
    func outcome(of task: RenderTask) async throws -> Outcome {
        let outcome = try await self.outcome(of: task, by: pool)
        guard let approvals, case .result(let result) = outcome, approvals.cover(result, of: task) else {
            return outcome
        }
        let again = try await approvals.workers.local(count: 1, folders: pool.folders) {
            try await self.outcome(of: task, by: $0)
        }
        if case .result(let second) = again, second.output?.pixels != result.output?.pixels {
            approvals.notice(
                "\(task.path): two workers rendered this file differently, so earlier approvals do not apply to it. "
                    + "Check the file, and find out who added it.")
        }
        return again
    }

    private func outcome(of task: RenderTask, by pool: StickerPool) async throws -> Outcome {
        let source = JobSource(task)
        let job = StickerJob(frameNames: source.frameNames, name: task.path, recipe: task.input.recipe)
        do {
            let result = try await pool.make(
                job, of: source, into: { [staging] in try staging.open() }, fingerprint: task.fingerprint)
            return .result(result)
        } catch let failure as WorkerFailure {
            return .result(try RenderRejection(failure).result)
        } catch let failure as SourceFailure {
            switch failure {
            case .changed: return .wait(.changedWhileRendering(task.path))
            case .unreadable: return .wait(.unreadableByWorker(task.path))
            case .tooLarge(let finding): return .result(StickerResult(art: nil, findings: [finding], output: nil))
            }
        }
    }
}

extension JobSource {
    fileprivate init(_ task: RenderTask) {
        let (sha256, limits) = (task.input.sha256, task.input.recipe.limits)
        if task.art.framePaths.isEmpty {
            self.init(file: task.art.absolutePath, sha256: sha256, limits: limits)
        } else {
            self.init(frames: task.art.framePaths, sha256: sha256, limits: limits)
        }
    }
}

/// The reason why stickerd rejects a source that no worker could render.
package enum RenderRejection: Hashable, Sendable {
    case timedOut(seconds: Double)
    case decoderDied(WorkerFailure.Ending)
    case unreadableAnswer
    /// Contains the reason, which is shown to the user.
    case rejectedAnswer(String)

    /// Creates a rejection from the failure of a worker. Such a failure is attributed to the source, because the worker
    /// had started correctly.
    ///
    /// - Throws: `EngineError` if the render program caused the failure and not the source.
    package init(_ failure: WorkerFailure) throws(EngineError) {
        switch failure {
        case .timedOut(let seconds): self = .timedOut(seconds: seconds)
        case .died(let ending, _): self = .decoderDied(ending)
        case .unreadableAnswer: self = .unreadableAnswer
        case .rejectedAnswer(let reason): self = .rejectedAnswer(reason)
        case .couldNotStart, .didNotStart, .otherVersion, .poolEnded, .stalled, .unwritableRequest:
            throw .worker("\(failure)")
        }
    }

    /// The result that is stored for the source, so that the source is not rendered again in every run.
    package var result: StickerResult {
        StickerResult(
            art: nil,
            findings: [Rule.couldNotRender.finding("\(RuleFinding.pathToken) could not be rendered: \(self).")],
            output: nil)
    }
}

extension RenderRejection: CustomStringConvertible {
    package var description: String {
        switch self {
        case .timedOut(let seconds):
            "rendering took longer than \(NumberFormat.number(seconds, digits: 0)) seconds and was stopped"
        case .decoderDied(let ending): "the decoder failed on this file (\(ending))"
        case .unreadableAnswer: "the decoder failed on this file"
        case .rejectedAnswer(let reason): "the decoder's answer was rejected (\(reason))"
        }
    }
}
