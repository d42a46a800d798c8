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

    /// Fewer results than this are not worth waiting for the disk.
    private static let leastBatch = 8
    private static let saveInterval = Duration.milliseconds(250)

    /// What a job came to.
    enum Verdict: Sendable {
        case result(StickerResult)
        /// A worker failed on it, which may be the machine's fault: it is rejected now and tried again by the next run.
        case failed(StickerResult)
        case wait(String)

        var isFailure: Bool {
            if case .failed = self { true } else { false }
        }
    }

    /// - Returns: verdicts by the sources' paths.
    /// - Throws: `DaemonError` or `PublishError` when the environment fails, `CancellationError` when the run is stopped.
    func run(_ sources: [PlannedSource], jobs: Int) async throws -> [String: Verdict] {
        let ordered = sources.sorted { ($0.art.stamp.size, $1.art.path) > ($1.art.stamp.size, $0.art.path) }
        var verdicts: [String: Verdict] = [:]
        var unsaved: [Finished] = []
        var saved = ContinuousClock.now
        do {
            try await withThrowingTaskGroup(of: (PlannedSource, Verdict).self) { group in
                var next = ordered.makeIterator()
                // Twice as many as there are workers, so that none of them ever waits for us.
                for _ in 0..<max(1, jobs) * 2 {
                    if let source = next.next() { group.addTask { (source, try await verdict(on: source)) } }
                }
                while let (source, verdict) = try await group.next() {
                    if let source = next.next() { group.addTask { (source, try await self.verdict(on: source)) } }
                    verdicts[source.art.path] = verdict
                    if case .result(let result) = verdict { unsaved.append(Finished(source.fingerprint, result)) }
                    observer(.rendered(path: source.art.path, done: verdicts.count, of: ordered.count))
                    guard unsaved.count >= RenderStage.leastBatch, saved.duration(to: .now) > RenderStage.saveInterval
                    else { continue }
                    try await save(unsaved)
                    unsaved = []
                    saved = .now
                }
            }
        } catch {
            // What is finished is kept even if the run is stopped; if the disk is full there is nothing to be done.
            try? await save(unsaved)
            throw error
        }
        try await save(unsaved)
        return verdicts
    }

    /// A result that no crash may lose.
    private struct Finished: Sendable {
        let fingerprint: String
        let result: StickerResult

        init(_ fingerprint: String, _ result: StickerResult) {
            self.fingerprint = fingerprint
            self.result = result
        }
    }

    /// Puts finished files in place and writes down what they are, in this order and each safely on the disk before the
    /// next, even when the task is cancelled.
    private func save(_ finished: [Finished]) async throws {
        guard !finished.isEmpty else { return }
        try await Task { [publisher, staging, ledger] in
            try await OwnThread.run {
                try publisher.folder.sync()
                try publisher.adopt(finished.flatMap { $0.result.files }, from: staging)
            }
            let results = Dictionary(finished.map { ($0.fingerprint, $0.result) }, uniquingKeysWith: { $1 })
            try await ledger.record(LedgerBatch(results: results))
        }.value
    }

    private func verdict(on source: PlannedSource) async throws -> Verdict {
        guard case .render(let recipe) = source.step, let sha256 = source.sha256 else { return .wait("") }
        let job = StickerJob(
            sourcePath: source.art.absolutePath, name: source.art.path, sha256: sha256, recipe: recipe,
            outputFolder: staging)
        do {
            return try answer(to: try await pool.perform(.sticker(job), timeLimit: timeLimit))
        } catch let failure as WorkerFailure {
            return .failed(try RenderStage.blame(failure))
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
