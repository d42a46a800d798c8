import Decisions
import DropWatcher
import FileAccess
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import Synchronization
import WorkerPool

extension BuildRun {
    /// Builds only the changed packs. The published files of other packs are not changed.
    ///
    /// - Throws: the errors of `run()`.
    func run(
        _ changed: ChangedPacks, removals: Removals, recipes: Recipes, pool: StickerPool, files: FinishedFiles,
        start: UpToDateCheck.StartingPoint
    ) async throws -> BuildSummary {
        let digests = changed.knownSources.digests
        let reader = SourceReader(known: { digests[$0] }, check: .writers)
        async let _ = pool.warm(min(reader.unreadCount(changed.listing), workers.count))
        let seen = SeenResults()
        var baseline = Baseline(
            recipes, previous: changed.catalog, ledger: files.ledger, extent: .packs, notice: notice)
        baseline.published.include(fingerprints: changed.otherFingerprints)
        baseline.results = { [stored = baseline.results] in seen.add(try await stored($0)) }
        let decisions = try await baseline.decisions()
        // The packs are planned twice. The first plan only reads the stored results, which determine the assets to look
        // for.
        _ = try await baseline.planner(reading: reader, assets: []).plan(changed.listing)
        let candidates = Set(changed.catalog.finishedStickers.flatMap(\.files)).union(seen.assets)
        let assets = try await BlockingExecutor.run { [files] in
            AssetNames(candidates.filter(files.publisher.folder.exists))
        }
        let planner = baseline.planner(reading: reader, assets: assets)
        let pass = BuildPass(
            baseline: baseline, decisions: decisions, workers: workers, pool: pool, files: files, planner: planner,
            removals: removals, observer: observer, start: start, scope: .packs(changed))
        return try await pass.run(changed.listing, plan: try await planner.plan(changed.listing), assets: assets)
    }
}

/// Collects the files of all results that were looked up.
private final class SeenResults: Sendable {
    private let found = Mutex<Set<String>>([])

    var assets: Set<String> { found.withLock { $0 } }

    func add(_ results: [String: StickerResult]) -> [String: StickerResult] {
        found.withLock { $0.formUnion(results.values.flatMap(\.files).map(OutputNames.asset)) }
        return results
    }
}
