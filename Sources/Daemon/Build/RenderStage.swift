import Foundation
import Logging
import Pipeline
import StickerCatalog

/// Has the workers render what the plan says, the longest jobs first, and keeps the books as results come in.
///
/// What is finished is safe: every few results their files get their names and the ledger hears of them, so that a run
/// that is stopped, or killed, loses only what was in the workers' hands.
struct RenderStage {
    typealias Pool = WorkerPool<WorkerRequest, WorkerResponse>

    let pool: Pool
    let publisher: Publisher
    let staging: String
    let ledger: Ledger
    let timeLimit: Duration
    let observer: @Sendable (BuildEvent) -> Void

    /// How many results are put in place at once.
    private static let batchSize = 48

    /// What a job came to.
    enum Verdict: Sendable {
        case result(StickerResult)
        case wait(String)
    }

    /// - Returns: verdicts by the sources' paths.
    /// - Throws: `DaemonError` or `PublishError` when the environment fails, `CancellationError` when the run is stopped.
    func run(_ sources: [PlannedSource], jobs: Int) async throws -> [String: Verdict] {
        let ordered = sources.sorted { ($0.art.stamp.size, $1.art.path) > ($1.art.stamp.size, $0.art.path) }
        var verdicts: [String: Verdict] = [:]
        var unsaved: [(PlannedSource, StickerResult)] = []
        try await withThrowingTaskGroup(of: (PlannedSource, Verdict).self) { group in
            var next = ordered.makeIterator()
            // Twice as many as there are workers, so that none of them ever waits for us.
            for _ in 0..<max(1, jobs) * 2 {
                if let source = next.next() { group.addTask { (source, try await verdict(on: source)) } }
            }
            while let (source, verdict) = try await group.next() {
                if let source = next.next() { group.addTask { (source, try await self.verdict(on: source)) } }
                verdicts[source.art.path] = verdict
                if case .result(let result) = verdict { unsaved.append((source, result)) }
                observer(.rendered(path: source.art.path, done: verdicts.count, of: ordered.count))
                if unsaved.count >= RenderStage.batchSize {
                    try await save(unsaved)
                    unsaved = []
                }
            }
        }
        try await save(unsaved)
        return verdicts
    }

    private func save(_ finished: [(PlannedSource, StickerResult)]) async throws {
        guard !finished.isEmpty else { return }
        try publisher.adopt(finished.flatMap { $0.1.files }, from: staging)
        try await ledger.record(
            LedgerBatch(results: Dictionary(finished.map { ($0.0.fingerprint, $0.1) }, uniquingKeysWith: { $1 })))
    }

    private func verdict(on source: PlannedSource) async throws -> Verdict {
        guard case .render(let recipe) = source.step, let sha256 = source.sha256 else { return .wait("") }
        let job = StickerJob(
            sourcePath: source.art.absolutePath, name: source.art.path, sha256: sha256, recipe: recipe,
            outputFolder: staging)
        if source.art.stamp.size > recipe.limits.fileBytes {
            return .result(tooLarge(source, limit: recipe.limits.fileBytes))
        }
        do {
            return try answer(to: try await pool.perform(.sticker(job), timeLimit: timeLimit))
        } catch let failure as WorkerFailure {
            return .result(try RenderStage.blame(failure))
        }
    }

    private func answer(to response: WorkerResponse) throws -> Verdict {
        switch response {
        case .sticker(let result): return .result(result)
        case .failed(.sourceChanged(let name)): return .wait("\(name) changed while it was being read")
        case .failed(.sourceUnreadable(let name)): return .wait("\(name) cannot be read; check its permissions")
        case .failed(let fault): throw DaemonError(fault)
        case .icon, .sheet: throw DaemonError(.environment("A worker answered another question than it was asked."))
        }
    }

    private func tooLarge(_ source: PlannedSource, limit: Int) -> StickerResult {
        StickerResult(
            art: nil,
            findings: [
                Rule.fileTooLarge.finding(
                    "\(RuleFinding.pathToken) has \(Wording.number(source.art.stamp.size)) bytes; the limit is "
                        + "\(Wording.number(limit)).",
                    measured: Double(source.art.stamp.size), limit: Double(limit))
            ], output: nil)
    }

    /// A worker that dies or hangs does so because of what it was given, unless it could not even be started.
    static func blame(_ failure: WorkerFailure) throws -> StickerResult {
        let what: String
        switch failure {
        case .timedOut(let seconds):
            what = "rendering took longer than \(Wording.number(seconds, digits: 0)) seconds and was stopped"
        case .died(let ending, _):
            what = "the decoder failed on it (\(ending))"
        case .answerTooLong, .unreadableAnswer:
            what = "the decoder failed on it"
        case .couldNotStart, .poolEnded, .unwritableRequest:
            throw DaemonError(.environment("\(failure)"))
        }
        return StickerResult(
            art: nil,
            findings: [Rule.couldNotRender.finding("\(RuleFinding.pathToken) could not be rendered: \(what).")],
            output: nil)
    }
}
