import Decisions
import DropWatcher
import EngineSupport
import FileAccess
import Foundation
import Intake
import JobModel
import Publishing
import Reports
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest
import WorkerPool

/// A single build. It publishes stickers of the drop folder in the output folder, and records an outcome for every
/// file.
package struct BuildRun: Sendable {
    let workers: ConfiguredWorkers
    /// Whether all published stickers may be removed if the drop folder is empty.
    package let allowsEmpty: Bool
    /// Whether sources that no worker could render are rendered again.
    package let retriesFailures: Bool
    private let server: RunServer

    package init(
        configuration: Configuration, command: WorkerCommand, allowsEmpty: Bool = false,
        retriesFailures: Bool = false, observer: @escaping @Sendable (BuildEvent) -> Void
    ) {
        workers = ConfiguredWorkers(configuration: configuration, command: command)
        self.allowsEmpty = allowsEmpty
        self.retriesFailures = retriesFailures
        server = RunServer(.build, configuration, observer: observer)
    }

    var configuration: Configuration { workers.configuration }
    var observer: @Sendable (BuildEvent) -> Void { { [server] in server.observe($0) } }
    var notice: @Sendable (String) -> Void { { [server] in server.observe(.notice($0)) } }

    /// The number of workers: the configured number, or one per processor core if it is 0.
    package static func workers(_ configured: Int) -> Int {
        configured > 0 ? configured : ProcessInfo.processInfo.activeProcessorCount
    }

    /// The maximum number of sources that are rendered at the same time, on this machine and at the farm.
    static func renderings(_ configuration: Configuration) -> Int {
        workers(configuration.jobs) + configuration.engine.mostJobs
    }

    /// Runs the build.
    ///
    /// - Throws: `IntakeError` if the drop folder cannot be read; `EngineError` if the environment fails, in which case
    ///   the published state is unchanged; `CancellationError` if the run is stopped.
    package func run() async throws -> BuildSummary {
        do {
            return try await prepareAndRun()
        } catch let error as PublishError {
            throw EngineError(error)
        }
    }

    private func prepareAndRun() async throws -> BuildSummary {
        let backgrounds = try configuration.resolvedBackgrounds()
        let publisher = Publisher(out: configuration.out)
        let isFirst = !publisher.folder.exists(OutputNames.catalog)
        let identity = isFirst ? nil : try await workers.identification.identity(notice: notice)
        func recipes(_ identity: RenderIdentity) -> Recipes {
            Recipes(configuration: configuration, backgrounds: backgrounds, identity: identity)
        }
        let known = identity.map(recipes)
        let early = if let known { try await startingPoint(known) } else { StartingPoint?.none }
        // An unreadable drop folder ends the build before anything is created.
        let listing = early == nil ? try await list(.none) : nil
        try publisher.folder.refuseOtherThanFolder()
        let lock = try OutputLock.take(configuration, command: "stickerd build")
        defer { withExtendedLifetime(lock) {} }
        // `meetDropFolder` may write a marker file into the drop folder, so it runs before the folder's timestamps are
        // read.
        if isFirst { try RemovalQuestion(configuration).meetDropFolder() }
        publisher.clearLeftovers(sparing: Staging.isInUse)
        let staging = Staging(publisher: publisher)
        defer { staging.close() }
        let jobs = BuildRun.workers(configuration.jobs)
        let expected = isFirst && PublishHold.read(configuration) == nil ? min(listing?.art.count ?? 0, jobs) : 0
        return try await workers.publishing(
            count: jobs, folders: configuration.jobFolders(backgrounds), purpose: .build, notice: notice
        ) { pool in
            // If nothing is published yet, all sources must be rendered, so the workers start while the state
            // database is opened.
            async let _ = pool.warm(expected)
            let now = if let known { known } else { recipes(try await workers.identification.identity(asking: pool)) }
            let start = if known != nil { early } else { try await startingPoint(now) }
            var summary = try await server.serve(pool) {
                try await run(
                    now, with: pool, staging: staging, publisher: publisher, start: start, warmed: expected)
            }
            summary.farm = pool.farm?.work
            return summary
        }
    }

    /// The state of the inputs, with which the next build can skip unchanged work. Nil if a comparison of timestamps
    /// cannot detect all changes of the drop folder.
    private func startingPoint(_ recipes: Recipes) async throws -> StartingPoint? {
        let check = UpToDateCheck(recipes: recipes)
        return try await BlockingExecutor.run { check.origin().map { (check, $0) } }
    }

    private typealias StartingPoint = UpToDateCheck.StartingPoint

    /// - Parameters:
    ///   - start: the state of the inputs, with which the next build detects changes.
    ///   - warmed: the number of workers that are already starting.
    private func run(
        _ recipes: Recipes, with pool: StickerPool, staging: Staging, publisher: Publisher, start: StartingPoint?,
        warmed: Int
    ) async throws -> BuildSummary {
        let (ledger, warning) = try await Ledger.open(folder: configuration.stateFolder)
        if let warning { notice(warning) }
        let files = FinishedFiles(publisher: publisher, staging: staging, ledger: ledger)
        try await RollbackRun(configuration: configuration, notice: notice).completeInterrupted(ledger: ledger)
        if retriesFailures {
            try await ledger.forgetFailures()
        } else if let start, PublishHold.read(configuration) == nil,
            let last = try await start.check.last(ledger: ledger)
        {
            if let summary = try await start.check.summary(of: last, since: start.origin, ledger: ledger) {
                observer(.planned(sources: summary.outcomes.count, toRender: 0))
                for outcome in summary.outcomes { observer(.outcome(outcome)) }
                return summary
            }
            if let changed = try await start.check.changedPacks(since: last, now: start.origin, ledger: ledger),
                let removals = try await BlockingExecutor.run({ [configuration] in
                    try RemovalQuestion(configuration).removals(in: changed)
                })
            {
                return try await run(
                    changed, removals: removals, recipes: recipes, pool: pool, files: files, start: start)
            }
        }
        // The record of the last complete build is deleted, because it would be wrong if this run is interrupted.
        try await ledger.forgetCompletion()
        let baseline = Baseline(
            recipes, previous: PublishedCatalog.read(publisher, notice: notice), ledger: ledger, notice: notice)
        let previous = baseline.previous
        let dropState = try await BlockingExecutor.run { [configuration] in DropFolderState(of: configuration.drop) }
        let listing = try await list(baseline.published)
        let assets = try publisher.listAssets()
        if let hold = PublishHold.read(configuration) {
            let summary = BuildSummary(
                hold: hold, catalog: previous, listing: listing, digests: try await ledger.digests())
            observer(.held(hold, waiting: summary.count(.waiting)))
            return summary
        }
        try refuseEmptyDrop(listing, previous: previous, assetCount: assets.count)
        let decisions = try await baseline.decisions()
        let digests = try await ledger.digests()
        let removals = try await BlockingExecutor.run { [configuration, allowsEmpty] in
            try RemovalQuestion(configuration).removals(
                in: listing, listedIn: dropState, published: previous, digests: digests,
                isAccepted: allowsEmpty && listing.art.isEmpty)
        }
        if let hold = removals.hold { notice(hold.reason) }
        let reader = SourceReader(known: { digests[$0] }, check: .writers)
        let planner = baseline.planner(reading: reader, assets: assets)
        // Unread files will probably be rendered, so the workers start while the files are read.
        async let _ = pool.warm(min(reader.unreadCount(listing), BuildRun.workers(configuration.jobs)) - warmed)
        let plan = try await planner.plan(listing)
        return try await BuildPass(
            baseline: baseline, decisions: decisions, workers: workers, pool: pool, files: files, planner: planner,
            removals: removals, observer: observer, start: start
        ).run(listing, plan: plan, assets: assets)
    }

    private func list(_ published: PublishedSources) async throws -> DropListing {
        try await BlockingExecutor.run { [configuration] in
            try DropScanner.list(configuration.drop, published: published)
        }
    }

    private func refuseEmptyDrop(_ listing: DropListing, previous: Catalog?, assetCount: Int) throws {
        guard listing.art.isEmpty, !allowsEmpty else { return }
        // If the manifest is unreadable, the number of assets is used as the number of published stickers.
        let published = previous.map { $0.publishedPacks.reduce(0) { $0 + $1.stickers.count } } ?? assetCount
        guard published > 0 else { return }
        throw EngineError.dropFolderEmpty(path: configuration.drop, published: published)
    }
}
