import Foundation
import Logging
import Pipeline
import StickerCatalog

/// Has the workers render what the plan says, the longest jobs first, and keeps the books as results come in.
///
/// What is finished is safe: every few results their files get their names and the ledger hears of them, so that a run
/// that is stopped, or killed, loses only what was in the workers' hands.
struct RenderStage {
    let renderer: SourceRenderer
    /// Makes results safe, by fingerprint.
    let save: @Sendable ([String: StickerResult]) async throws -> Void
    let observer: @Sendable (BuildEvent) -> Void

    /// Asked before each source: false when no more are to be begun.
    var mayBegin: @Sendable () async throws -> Bool = { true }
    /// Told how long a source took, its wait for a worker included.
    var took: @Sendable (PlannedSource, Duration) -> Void = { _, _ in }

    /// Fewer results than this are not worth waiting for the disk.
    private static let leastBatch = 8
    private static let saveInterval = Duration.milliseconds(250)

    /// - Returns: verdicts by the sources' paths.
    /// - Throws: `DaemonError` or `PublishError` when the environment fails, `CancellationError` when the run is stopped.
    func run(_ sources: [PlannedSource], jobs: Int) async throws -> [String: SourceRenderer.Verdict] {
        let ordered = sources.sorted { ($0.art.stamp.size, $1.art.path) > ($1.art.stamp.size, $0.art.path) }
        var verdicts: [String: SourceRenderer.Verdict] = [:]
        var unsaved: [String: StickerResult] = [:]
        var saved = ContinuousClock.now
        do {
            try await withThrowingTaskGroup(of: (PlannedSource, SourceRenderer.Verdict).self) { group in
                var next = ordered.makeIterator()
                // Twice as many as there are workers, so that none of them ever waits for us.
                for _ in 0..<max(1, jobs) * 2 {
                    if try await mayBegin(), let source = next.next() { group.addTask { try await render(source) } }
                }
                while let (source, verdict) = try await group.next() {
                    if try await mayBegin(), let source = next.next() { group.addTask { try await render(source) } }
                    verdicts[source.art.path] = verdict
                    if case .result(let result) = verdict { unsaved[source.fingerprint] = result }
                    observer(.rendered(path: source.art.path, done: verdicts.count, of: ordered.count))
                    guard unsaved.count >= RenderStage.leastBatch, saved.duration(to: .now) > RenderStage.saveInterval
                    else { continue }
                    try await save(unsaved)
                    unsaved = [:]
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

    private func render(_ source: PlannedSource) async throws -> (PlannedSource, SourceRenderer.Verdict) {
        let start = ContinuousClock.now
        let verdict = try await renderer.verdict(on: source)
        took(source, start.duration(to: .now))
        return (source, verdict)
    }
}
