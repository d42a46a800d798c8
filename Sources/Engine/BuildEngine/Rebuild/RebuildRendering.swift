import FileAccess
import Foundation
import JobModel
import Logging
import Reports
import StateDatabase
import StickerConfiguration
import StickerManifest
import Synchronization
import WorkerPool

/// Renders the sources of a rebuild into its workspace. A running watch renders its sources first.
package struct RebuildRendering: Sendable {
    /// The results of the rendering, and the sources that failed.
    package struct Made: Sendable {
        package var results: RebuildWorkspace.Made
        /// The reasons why sources could not be rendered, by path.
        package var waiting: [String: String] = [:]
        /// The fingerprints of the jobs that were rendered in this run.
        package var fresh: Set<String> = []
        /// The number of jobs that were rendered in this run.
        var rendered: Int { fresh.count }
        /// The number of results from an earlier run.
        package var takenOver = 0
        /// The work of the farm. Nil if no farm is used.
        var farm: RemoteWork?

        /// - Parameter results: the results from an earlier run.
        package init(results: RebuildWorkspace.Made = [:], takenOver: Int = 0) {
            (self.results, self.takenOver) = (results, takenOver)
        }
    }

    let workers: ConfiguredWorkers
    let folders: JobFolders
    let workspace: RebuildWorkspace
    let observer: @Sendable (BuildEvent) -> Void
    let pace: RebuildPace
    /// Detects results that would inherit an approval. Nil if the results are not published.
    let approvals: InheritedApprovals?
    /// The purpose for which the farm is used.
    let purpose: FarmUse.Purpose

    package init(
        workers: ConfiguredWorkers, folders: JobFolders, workspace: RebuildWorkspace, pace: RebuildPace,
        approvals: InheritedApprovals? = nil, purpose: FarmUse.Purpose = .rebuild,
        observer: @escaping @Sendable (BuildEvent) -> Void
    ) {
        (self.workers, self.folders, self.workspace, self.pace) = (workers, folders, workspace, pace)
        (self.approvals, self.purpose, self.observer) = (approvals, purpose, observer)
    }

    private var configuration: Configuration { workers.configuration }

    /// Renders the tasks without an earlier result.
    ///
    /// - Parameter earlier: the finished results in the workspace.
    /// - Throws: `EngineError`, `PublishError`, `CancellationError`. The results that were finished before the error
    ///   are saved.
    package func run(_ work: [RenderTask], earlier: RebuildWorkspace.Made) async throws -> Made {
        let open = work.filter { earlier[$0.fingerprint] == nil }
        let server = RunServer(.rebuild, configuration, observer: observer)
        server.observe(.planned(sources: work.count, toRender: open.count))
        var made = Made(results: earlier, takenOver: work.count - open.count)
        guard !open.isEmpty else { return made }
        let times = Mutex<[String: Int]>([:])
        let news = Mutex<RebuildWorkspace.Made>([:])
        let (renderOutcomes, farm) = try await workers.publishing(
            count: workers.count, folders: folders, purpose: purpose, notice: { [observer] in observer(.notice($0)) }
        ) { pool in
            let renderer = SourceRenderer(
                pool: pool, staging: Staging(folder: workspace.filesFolder), approvals: approvals)
            let rendering = RenderStep(
                renderer: renderer,
                save: { results in
                    let batch = results.reduce(into: RebuildWorkspace.Made()) { batch, entry in
                        batch[entry.key] = (entry.value, times.withLock { $0[entry.key] ?? 0 })
                    }
                    try await Task { [workspace] in try await BlockingExecutor.run { try workspace.save(batch) } }.value
                    news.withLock { $0.merge(batch) { $1 } }
                },
                observer: { server.observe($0) }, mayBegin: { [pace] in try await pace.mayBegin() },
                took: { task, time in
                    times.withLock { $0[task.fingerprint] = Int(time / .milliseconds(1)) }
                })
            let outcomes = try await server.serve(pool) {
                try await rendering.run(open, jobs: BuildRun.renderings(configuration))
            }
            return (outcomes, pool.farm?.work)
        }
        made.results.merge(news.withLock { $0 }) { $1 }
        made.fresh = Set(news.withLock { $0.keys })
        made.farm = farm
        for (path, outcome) in renderOutcomes {
            if case .wait(let deferral) = outcome { made.waiting[path] = "\(deferral)" }
        }
        return made
    }
}
