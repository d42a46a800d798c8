import Foundation
import Logging
import Pipeline
import StickerCatalog

/// One build: everything in the drop folder is brought to the output folder, and the books are balanced.
package struct BuildRun: Sendable {
    package let configuration: Configuration
    /// How the workers are started.
    package let command: WorkerCommand
    /// Whether an empty drop folder may remove everything that is published.
    package let allowsEmpty: Bool
    package let logger: Logger
    package let observer: @Sendable (BuildEvent) -> Void

    package init(
        configuration: Configuration, command: WorkerCommand, allowsEmpty: Bool = false, logger: Logger = .silent,
        observer: @escaping @Sendable (BuildEvent) -> Void
    ) {
        self.configuration = configuration
        self.command = command
        self.allowsEmpty = allowsEmpty
        self.logger = logger
        self.observer = observer
    }

    /// How many workers there are when the configuration leaves it open: one a core.
    package static func workers(_ configured: Int) -> Int {
        configured > 0 ? configured : ProcessInfo.processInfo.activeProcessorCount
    }

    /// Does it.
    ///
    /// - Throws: `IntakeError` when the drop folder cannot be read; `DaemonError` when the environment fails, with
    ///   what was published before still whole; `CancellationError` when the run is stopped.
    package func run() async throws -> BuildSummary {
        do {
            return try await prepareAndRun()
        } catch let error as PublishError {
            throw DaemonError(error)
        }
    }

    private func prepareAndRun() async throws -> BuildSummary {
        let listing = try await OwnThread.run { [configuration] in try DropScanner.list(configuration.drop) }
        let backgrounds = try configuration.resolvedBackgrounds()
        try OutputFolder(configuration.out).refuseOtherThanFolder()
        let lock = try OutputLock.take(folder: configuration.stateFolder, command: "stickerd build")
        defer { withExtendedLifetime(lock) {} }
        let (ledger, notice) = try await Ledger.open(folder: configuration.stateFolder)
        if let notice { observer(.notice(notice)) }
        let publisher = Publisher(out: configuration.out)
        publisher.clearLeftovers()
        let previous = publishedCatalog(publisher)
        try refuseEmptyDrop(listing, previous: previous, assetCount: publisher.assets.count)
        return try await run(
            listing, backgrounds: backgrounds, ledger: ledger, publisher: publisher, previous: previous)
    }

    private func run(
        _ listing: DropListing, backgrounds: [Background], ledger: Ledger, publisher: Publisher, previous: Catalog?
    ) async throws -> BuildSummary {
        let planner = BuildPlanner(
            configuration: configuration, backgrounds: backgrounds, known: try await ledger.digests(),
            results: { try await known($0, ledger: ledger, previous: previous) },
            assets: publisher.assets)
        let plan = try await planner.plan(listing)
        let work = plan.filter(\.needsRendering)
        observer(.planned(sources: plan.count, toRender: work.count))
        let staging = Staging(publisher: publisher)
        defer { staging.close() }
        return try await RenderStage.Pool.withWorkers(
            count: BuildRun.workers(configuration.jobs), command: command, logger: logger
        ) { pool in
            let verdicts =
                work.isEmpty
                ? [:]
                : try await RenderStage(
                    pool: pool, publisher: publisher, staging: try staging.open(), ledger: ledger,
                    timeLimit: .seconds(configuration.limits.seconds), observer: observer
                ).run(work, jobs: BuildRun.workers(configuration.jobs))
            try Task.checkCancellation()
            return try await PublishStage(
                configuration: configuration, backgrounds: backgrounds, pool: pool, publisher: publisher,
                staging: staging, ledger: ledger, previous: previous, observer: observer
            ).run(listing: listing, plan: plan, verdicts: verdicts)
        }
    }

    /// Results from the ledger, and for a ledger that was lost from the manifest.
    private func known(_ fingerprints: [String], ledger: Ledger, previous: Catalog?) async throws
        -> [String: StickerResult]
    {
        var results = try await ledger.results(for: fingerprints)
        // A manifest tells nothing of rules that were off when it was written.
        guard results.count < fingerprints.count, let previous, previous.rulesOff.isEmpty else { return results }
        let wanted = Set(fingerprints)
        var restored: [String: StickerResult] = [:]
        for sticker in previous.packs.flatMap(\.stickers)
        where wanted.contains(sticker.fingerprint) && results[sticker.fingerprint] == nil {
            restored[sticker.fingerprint] = StickerResult(of: sticker)
        }
        // A source may only name a result that the ledger has.
        try await ledger.record(LedgerBatch(results: restored))
        results.merge(restored) { known, _ in known }
        return results
    }

    private func publishedCatalog(_ publisher: Publisher) -> Catalog? {
        guard let bytes = publisher.folder.read(OutputNames.catalog) else { return nil }
        do {
            return try Catalog(json: Data(bytes))
        } catch {
            observer(.notice("\(publisher.folder.absolute(OutputNames.catalog)): \(error) It is written anew."))
            return nil
        }
    }

    private func refuseEmptyDrop(_ listing: DropListing, previous: Catalog?, assetCount: Int) throws {
        guard listing.art.isEmpty, !allowsEmpty else { return }
        // A manifest that cannot be read says nothing of what is published; the files do.
        let published = previous.map { $0.packs.reduce(0) { $0 + $1.stickers.count } } ?? assetCount
        guard published > 0 else { return }
        throw DaemonError.dropFolderEmpty(path: configuration.drop, published: published)
    }
}
