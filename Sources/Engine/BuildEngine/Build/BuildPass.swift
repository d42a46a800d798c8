import Decisions
import DropWatcher
import FileAccess
import Intake
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest
import WorkerPool

/// The main part of a build. It renders the planned sources, publishes the results, and updates the state database.
package struct BuildPass: Sendable {
    let baseline: Baseline
    let decisions: DecisionState
    let workers: ConfiguredWorkers
    let pool: StickerPool
    let files: FinishedFiles
    /// Chooses another version of a sticker if a version is rejected during the build.
    let planner: BuildPlanner
    /// Decides which stickers of missing sources are removed.
    let removals: Removals
    let observer: @Sendable (BuildEvent) -> Void
    /// The keys of damaged sheets and icons. They are drawn again even if the state database lists them.
    let distrusted: Set<String>
    /// The state of the inputs before this build, with which the next build detects changes.
    let start: UpToDateCheck.StartingPoint?
    let scope: BuildScope

    package init(
        baseline: Baseline, decisions: DecisionState, workers: ConfiguredWorkers, pool: StickerPool,
        files: FinishedFiles, planner: BuildPlanner, removals: Removals,
        observer: @escaping @Sendable (BuildEvent) -> Void, distrusted: Set<String> = [],
        start: UpToDateCheck.StartingPoint? = nil, scope: BuildScope = .everything
    ) {
        (self.baseline, self.decisions, self.workers, self.pool) = (baseline, decisions, workers, pool)
        (self.files, self.planner, self.removals, self.observer) = (files, planner, removals, observer)
        (self.distrusted, self.start, self.scope) = (distrusted, start, scope)
    }

    var configuration: Configuration { baseline.recipes.configuration }
    /// The published manifest. Nil if it is missing or unreadable.
    var previous: Catalog? { baseline.previous }

    /// Runs this part of the build.
    ///
    /// - Parameter assets: the names of the existing assets.
    /// - Throws: the errors of `BuildRun.run()`.
    package func run(_ listing: DropListing, plan: LibraryPlan, assets: AssetNames) async throws -> BuildSummary {
        let records = SerialWriter()
        do {
            return try await run(listing, plan: plan, assets: assets, records: records)
        } catch {
            // Finished results are still recorded. If the recording also fails, only the first error is reported.
            try? await records.finish()
            throw error
        }
    }

    private func run(
        _ listing: DropListing, plan: LibraryPlan, assets: AssetNames, records: SerialWriter
    ) async throws -> BuildSummary {
        let (plan, renderOutcomes) = try await render(plan, records)
        try Task.checkCancellation()
        let made = Set(renderOutcomes.values.flatMap(\.files).map(OutputNames.asset))
        let known = try await files.ledger.artifacts().filter { !distrusted.contains($0.key) }
        let icons = try await icons(listing.packs, known: known)
        for notice in icons.notices { observer(.notice(notice)) }
        // The rendered files have been moved to the published assets.
        let assembly = ManifestStep(
            configuration: configuration, previous: previous, assets: assets.union(made), reviews: decisions.reviews,
            areCompact: scope.isEverything
        ).run(listing, plan: plan, renderOutcomes: renderOutcomes, icons: icons.renditions, removals: removals)
        let outcomes = scope.outcomes(assembly.outcomes)
        for outcome in outcomes { observer(.outcome(outcome)) }
        let sheets = try await sheets(assembly.catalog, known: known)
        let report = try await report(assembly, ignored: listing.ignored)
        var summary = BuildSummary(
            catalog: scope.isEverything ? assembly.catalog : nil, outcomes: outcomes, report: report,
            ignored: scope.isEverything ? listing.ignored : report.ignored, rendered: renderOutcomes.count,
            changed: false)
        summary.decisionLoss = decisions.loss
        summary.removalHold = removals.hold
        let damaged = try await damagedNames()
        let batch = try await batch(
            assembly, plan: plan, ignored: listing.ignored, artifacts: sheets.artifacts + icons.artifacts, known: known)
        var session = try await session(assembly.catalog, sheets: sheets, report: report, made: made, known: known)
        // If a removal is on hold, an icon failed or a sticker changed its id, the next build must examine these
        // sources again.
        let isSettled =
            removals.hold == nil && icons.notices.isEmpty
            && !baseline.published.losesIdentity(listing, rivals: plan.rivals, by: assembly.catalog)
        session.record = { [self, summary] published in
            var batch = batch
            if let start, isSettled, published.savedSnapshots {
                batch.completion = try await start.check.completion(
                    summary, catalog: assembly.catalog, since: start.origin)
            }
            try await records.finish()
            return scope.change(batch, after: published, in: files.publisher.folder)
        }
        summary.changed = try await session.run().isChanged
        tellOfRepairs(of: damaged, in: assembly.catalog)
        // If pruning fails, the next build tries it again.
        _ = try? await files.ledger.pruneIfGrown {
            try await SnapshotStore(configuration).fingerprints(with: assembly.catalog)
        }
        return summary
    }

    /// Creates the new rows of the state database.
    private func batch(
        _ assembly: ManifestStep.Assembly, plan: [PlannedSource], ignored: [IgnoredEntry],
        artifacts: [LedgerArtifact], known: [String: LedgerArtifact]
    ) async throws -> LedgerBatch {
        let kept = removals.kept
        let before: [LedgerSource] =
            switch scope {
            case .everything: kept.isEmpty ? [] : try await files.ledger.sources()
            case .packs(let changed): changed.knownSources
            }
        var batch = LedgerBatch(
            sources: LedgerEntries.of(
                plan, outcomes: assembly.outcomes, ignored: ignored, kept: before.filter { kept.contains($0.path) }),
            artifacts: artifacts)
        guard case .packs(let changed) = scope else { return batch }
        batch.removedSources = Set(changed.knownSources.map(\.path)).subtracting(batch.sources.map(\.path))
        batch.removedArtifacts = Set(known.keys.filter(changed.owns)).subtracting(artifacts.map(\.key))
        return batch
    }

    /// The assets to which damaged readable names refer, by readable name.
    private func damagedNames() async throws -> [String: String] {
        guard scope.isEverything, let previous else { return [:] }
        return try await BlockingExecutor.run { [publisher = files.publisher] in publisher.damaged(previous) }
    }

    private func tellOfRepairs(of damaged: [String: String], in catalog: Catalog) {
        let names = catalog.names(concerning: Set(damaged.keys))
        var repaired = damaged.filter { $0.value == names[$0.key] }.keys.sorted()
        if case .packs(let changed) = scope { repaired = changed.repaired }
        if !repaired.isEmpty { observer(.repaired(repaired)) }
    }

    /// - Parameter known: the rows of sheets and icons in the state database.
    private func icons(_ packs: [DroppedPack], known: [String: LedgerArtifact]) async throws -> IconStep.Icons {
        try await IconStep(
            configuration: configuration, identity: baseline.recipes.identity, pool: pool, publisher: files.publisher,
            staging: files.staging, known: known
        ).run(packs, previous: previous)
    }

    /// - Parameter known: the rows of sheets and icons in the state database.
    private func sheets(_ catalog: Catalog, known: [String: LedgerArtifact]) async throws -> SheetStep.Sheets {
        try await SheetStep(
            configuration: configuration, backgrounds: baseline.recipes.backgrounds,
            identity: baseline.recipes.identity, pool: pool, publisher: files.publisher, staging: files.staging,
            known: known, observer: observer
        ).run(catalog)
    }

    /// Renders the planned sources. If a version of a sticker is rejected, its next version is rendered, until one is
    /// accepted or none is left.
    ///
    /// - Returns: the final plan, and the rendering outcomes by the sources' paths.
    private func render(
        _ plan: LibraryPlan, _ records: SerialWriter
    ) async throws -> ([PlannedSource], [String: SourceRenderer.Outcome]) {
        var plan = plan
        var sources = plan.sources
        var work = sources.compactMap(\.task)
        observer(.planned(sources: sources.count + scope.otherSourceCount, toRender: work.count))
        var renderOutcomes: [String: SourceRenderer.Outcome] = [:]
        var made: [String: StickerResult] = [:]
        let renderer = SourceRenderer(
            pool: pool, staging: files.staging,
            approvals: workers.approvals(decisions.reviews, catalog: previous, notice: baseline.notice))
        let step = RenderStep(
            renderer: renderer, save: { [files] in try await files.save($0, records) }, observer: observer)
        while true {
            if !work.isEmpty {
                let news = try await step.run(work, jobs: BuildRun.renderings(configuration))
                for task in work {
                    if case .result(let result) = news[task.path] { made[task.fingerprint] = result }
                }
                renderOutcomes.merge(news) { $1 }
            }
            plan = try await planner.plan(plan, made: made)
            sources = plan.sources
            work = sources.compactMap(\.task).filter { renderOutcomes[$0.path] == nil }
            guard !work.isEmpty else { return (sources, renderOutcomes) }
        }
    }
}

extension SourceRenderer.Outcome {
    /// The files of the result. Empty if the source is deferred.
    var files: [RenderedSticker.File] {
        if case .result(let result) = self { result.files } else { [] }
    }
}
