import FileAccess
import Foundation
import Intake
import JobModel
import Logging
import StickerManifest

/// Renders the planned sources, the largest files first, and saves the results.
///
/// Results are saved in small batches, at least once per second. A run that is stopped loses only its unfinished jobs.
/// A run that is killed also loses up to one second of finished work.
package struct RenderStep {
    let renderer: SourceRenderer
    /// Saves results by fingerprint.
    let save: @Sendable ([String: StickerResult]) async throws -> Void
    let observer: @Sendable (BuildEvent) -> Void
    /// Called before each task. Returns false if no more tasks should start.
    let mayBegin: @Sendable () async throws -> Bool
    /// Called with each rendered task and its duration, including the wait for a worker.
    let took: @Sendable (RenderTask, Duration) -> Void

    package init(
        renderer: SourceRenderer, save: @escaping @Sendable ([String: StickerResult]) async throws -> Void,
        observer: @escaping @Sendable (BuildEvent) -> Void,
        mayBegin: @escaping @Sendable () async throws -> Bool = { true },
        took: @escaping @Sendable (RenderTask, Duration) -> Void = { _, _ in }
    ) {
        (self.renderer, self.save, self.observer) = (renderer, save, observer)
        (self.mayBegin, self.took) = (mayBegin, took)
    }

    /// The minimum number of results that are saved together before `longestWait` has passed.
    private static let leastBatch = 8
    private static let saveInterval = Duration.milliseconds(250)
    private static let longestWait = Duration.seconds(1)

    private enum News: Sendable {
        case outcome(RenderTask, SourceRenderer.Outcome)
        /// `longestWait` has passed since the first unsaved result.
        case saveIsDue
    }

    /// Renders the tasks.
    ///
    /// - Returns: the outcomes by the sources' paths, with their results in compact form.
    /// - Throws: `EngineError` or `PublishError` if the environment fails; `CancellationError` if the run is stopped.
    package func run(_ tasks: [RenderTask], jobs: Int) async throws -> [String: SourceRenderer.Outcome] {
        var renderOutcomes = try await render(tasks, jobs: jobs)
        // If a machine of the farm gave a wrong result, its other results are rendered again. They can still be
        // replaced, because nothing is published yet.
        let distrusted = tasks.filter { renderer.pool.isDistrusted($0.fingerprint) }
        guard !distrusted.isEmpty else { return renderOutcomes }
        renderOutcomes.merge(try await render(distrusted, jobs: jobs, isAgain: true)) { $1 }
        return renderOutcomes
    }

    private func render(
        _ tasks: [RenderTask], jobs: Int, isAgain: Bool = false
    ) async throws -> [String: SourceRenderer.Outcome] {
        let ordered = tasks.sorted { ($0.art.stamp.size, $0.path) > ($1.art.stamp.size, $1.path) }
        var renderOutcomes: [String: SourceRenderer.Outcome] = [:]
        var unsaved: [String: StickerResult] = [:]
        do {
            try await withThrowingTaskGroup(of: News.self) { group in
                var next = ordered.makeIterator()
                var (inHand, saved, clockIsSet) = (0, ContinuousClock.now, false)
                func begin() async throws {
                    let mayBegin = try await mayBegin()
                    guard mayBegin || isAgain, let task = next.next() else { return }
                    inHand += 1
                    group.addTask { try await render(task) }
                }
                // Starts twice as many tasks as there are workers, so that each worker always has a next task.
                for _ in 0..<max(1, jobs) * 2 { try await begin() }
                while inHand > 0, let news = try await group.next() {
                    switch news {
                    case .outcome(let task, let outcome):
                        inHand -= 1
                        renderOutcomes[task.path] = outcome
                        if case .result(let result) = outcome { unsaved[task.fingerprint] = result }
                        try await begin()
                        observer(
                            .rendered(
                                path: task.path, done: renderOutcomes.count, of: ordered.count,
                                slots: renderer.pool.slotsUp))
                        if !clockIsSet, !unsaved.isEmpty {
                            clockIsSet = true
                            group.addTask {
                                try await Task.sleep(for: RenderStep.longestWait)
                                return .saveIsDue
                            }
                        }
                        guard unsaved.count >= RenderStep.leastBatch,
                            saved.duration(to: .now) > RenderStep.saveInterval
                        else { continue }
                    case .saveIsDue:
                        clockIsSet = false
                    }
                    try await save(unsaved)
                    for result in unsaved.values { result.compact() }
                    unsaved = [:]
                    saved = .now
                }
                group.cancelAll()
            }
        } catch {
            // Finished results are saved even if the run is stopped. An error here is ignored, for example on a full
            // disk.
            try? await save(unsaved)
            throw error
        }
        try await save(unsaved)
        for result in unsaved.values { result.compact() }
        return renderOutcomes
    }

    private func render(_ task: RenderTask) async throws -> News {
        let start = ContinuousClock.now
        let outcome = try await renderer.outcome(of: task)
        took(task, start.duration(to: .now))
        return .outcome(task, outcome)
    }
}
