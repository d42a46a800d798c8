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

/// Prepares a build of the changed packs; the other packs stay as published.
struct ChangedPacksBuild: Sendable {
    let changed: ChangedPacks
    let removals: Removals
    let configuration: Configuration
    let recipes: Recipes
    let pool: StickerPool
    let files: FinishedFiles
    let workers: ConfiguredWorkers
    let mark: UpToDateCheck.StartingPoint
    let observer: @Sendable (BuildEvent) -> Void

    /// - Throws: as `BuildRun.run()`.
    func run() async throws -> BuildSummary {
        let notice: @Sendable (String) -> Void = { [observer] in observer(.notice($0)) }
        let digests = knownDigests
        let unread = changed.listing.art.count { digests[$0.path]?.stamp != $0.stamp }
        async let _ = pool.warm(min(unread, BuildRun.workers(configuration.jobs)))
        let decisions = try await DecisionState.read(
            folder: configuration.stateFolder, published: changed.catalog, notice: notice)
        // The usable files are only known after the results have been read, so the packs are planned twice.
        let seen = SeenResults()
        let first = planner(assets: [], digests: digests, seen: seen)
        _ = try await first.plan(changed.listing)
        let candidates = Set(changed.catalog.finishedStickers.flatMap(\.files)).union(seen.assets)
        let assets = try await BlockingExecutor.run { [files] in
            AssetNames(candidates.filter(files.publisher.folder.exists))
        }
        let planner = planner(assets: assets, digests: digests, seen: seen)
        var pass = BuildPass(
            configuration: configuration, backgrounds: recipes.backgrounds, pool: pool, staging: files.staging,
            files: files, previous: changed.catalog, decisions: decisions, observer: observer, planner: planner,
            approvals: workers.approvals(decisions.reviews, catalog: changed.catalog, notice: notice),
            removals: removals, mark: mark)
        pass.scope = .packs(changed)
        return try await pass.run(changed.listing, plan: try await planner.plan(changed.listing), assets: assets)
    }

    /// The digests of the packs' sources when they were last read, by path.
    private var knownDigests: [String: KnownDigest] {
        let known = changed.knownSources.compactMap { source -> (String, KnownDigest)? in
            guard let stamp = source.stamp, let sha256 = source.sha256 else { return nil }
            return (source.path, KnownDigest(stamp: stamp, sha256: sha256))
        }
        return Dictionary(known) { first, _ in first }
    }

    private func planner(assets: AssetNames, digests: [String: KnownDigest], seen: SeenResults) -> BuildPlanner {
        let known = KnownResults(
            ledger: files.ledger, previous: changed.catalog, notice: { [observer] in observer(.notice($0)) },
            prefersManifest: true)
        var published = PublishedSources(changed.catalog)
        published.include(fingerprints: changed.otherFingerprints)
        return BuildPlanner(
            recipes: recipes, reader: SourceReader(known: { digests[$0] }, check: .writers), published: published,
            assets: assets, results: { seen.add(try await known.of($0)) })
    }
}

/// The files of all results that were looked up.
private final class SeenResults: Sendable {
    private let found = Mutex<Set<String>>([])

    var assets: Set<String> { found.withLock { $0 } }

    func add(_ results: [String: StickerResult]) -> [String: StickerResult] {
        found.withLock { $0.formUnion(results.values.flatMap(\.files).map(OutputNames.asset)) }
        return results
    }
}
