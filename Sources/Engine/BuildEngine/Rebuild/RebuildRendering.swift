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
struct RebuildRendering: Sendable {
    /// The results of the rendering, and the sources that failed.
    struct Made: Sendable {
        var results: RebuildWorkspace.Made = [:]
        /// The reasons why sources could not be rendered, by path.
        var waiting: [String: String] = [:]
        /// The fingerprints of the jobs that were rendered in this run.
        var fresh: Set<String> = []
        /// The number of jobs that were rendered in this run.
        var rendered: Int { fresh.count }
        /// The number of results from an earlier run.
        var takenOver = 0
        /// The work of the farm. Nil if no farm is used.
        var farm: RemoteWork?
    }

    let workers: ConfiguredWorkers
    let folders: JobFolders
    let workspace: RebuildWorkspace
    let observer: @Sendable (BuildEvent) -> Void
    let pace: RebuildPace
    /// Detects results that would inherit an approval. Nil if the results are not published.
    var approvals: InheritedApprovals?
    /// The purpose for which the farm is used.
    var purpose = FarmUse.Purpose.rebuild

    private var configuration: Configuration { workers.configuration }

    /// Renders the tasks that have no earlier result.
    ///
    /// - Parameter earlier: the finished results in the workspace.
    /// - Throws: `EngineError`, `PublishError`, `CancellationError`. The results that were finished before the error
    ///   are saved.
    func run(_ work: [RenderTask], earlier: RebuildWorkspace.Made) async throws -> Made {
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
