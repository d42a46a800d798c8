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

/// The part of a build that needs workers: renders the plan, publishes, and updates the state database.
struct BuildPass: Sendable {
    let configuration: Configuration
    let backgrounds: [Background]
    let pool: StickerPool
    let staging: Staging
    let files: FinishedFiles
    /// The manifest that is published.
    let previous: Catalog?
    let decisions: DecisionState
    let observer: @Sendable (BuildEvent) -> Void
    /// Finds the replacement of a version that is rejected during the build.
    let planner: BuildPlanner
    /// Keys of damaged sheets and icons, which are made again even if the state database lists them.
    var distrusted: Set<String> = []
    /// Nil if nothing is rendered.
    var approvals: InheritedApprovals?
    /// Which stickers of missing sources go.
    let removals: Removals
    /// The mark by which the next build recognises this one, and the starting point of this one.
    var mark: UpToDateCheck.StartingPoint?

    /// - Parameter assets: the paths of the existing assets.
    /// - Throws: as `BuildRun.run()`.
    func run(_ listing: DropListing, plan: LibraryPlan, assets: AssetNames) async throws -> BuildSummary {
        let records = SerialWriter()
        do {
            return try await run(listing, plan: plan, assets: assets, records: records)
        } catch {
            // Finished results are kept. The error that ended the run is the one to report.
            try? await records.finish()
            throw error
        }
    }

    private func run(
        _ listing: DropListing, plan: LibraryPlan, assets: AssetNames, records: SerialWriter
    ) async throws -> BuildSummary {
        let (plan, renderOutcomes) = try await render(plan, records)
        try Task.checkCancellation()
        let publisher = files.publisher
        let known = try await files.ledger.artifacts().filter { !distrusted.contains($0.key) }
        let icons = try await icons(listing.packs, known: known)
        for notice in icons.notices { observer(.notice(notice)) }
        // Finished files have been added since.
        let assembly = ManifestStep(
            configuration: configuration, previous: previous,
            assets: assets.union(renderOutcomes.values.flatMap(\.files).map(OutputNames.asset)),
            reviews: decisions.reviews, areCompact: true
        ).run(listing, plan: plan, renderOutcomes: renderOutcomes, icons: icons.renditions, removals: removals)
        for outcome in assembly.outcomes { observer(.outcome(outcome)) }
        let sheets = try await sheets(assembly.catalog, known: known)
        let report = ReportStep.report(
            catalog: assembly.catalog, previous: previous, outcomes: assembly.outcomes, ignored: listing.ignored,
            requiresApproval: configuration.requireApproval)
        let damaged = try await BlockingExecutor.run { [previous] in previous.map(publisher.damaged) ?? [:] }
        var summary = BuildSummary(
            catalog: assembly.catalog, outcomes: assembly.outcomes, report: report, ignored: listing.ignored,
            rendered: renderOutcomes.count, changed: false)
        summary.decisionLoss = decisions.loss
        summary.removalHold = removals.hold
        var session = PublishSession(
            configuration: configuration, publisher: publisher, ledger: files.ledger,
            content: .catalog(assembly.catalog, sheets: sheets, report: report))
        session.snapshots = .changes
        session.notice = { [observer] in observer(.notice($0)) }
        // The next build decides again about the sources that such an id affected.
        let isSettled =
            removals.hold == nil
            && !planner.published.losesIdentity(listing, rivals: plan.rivals, by: assembly.catalog)
        let kept = removals.kept
        let keptSources = kept.isEmpty ? [] : try await files.ledger.sources().filter { kept.contains($0.path) }
        session.record = { [mark, summary] published in
            var batch = LedgerBatch(
                sources: LedgerEntries.of(
                    plan, outcomes: assembly.outcomes, ignored: listing.ignored, kept: keptSources),
                artifacts: sheets.artifacts + icons.artifacts)
            if let mark, isSettled, published.savedSnapshots, icons.notices.isEmpty {
                batch.completion = try await mark.mark.completion(
                    summary, catalog: assembly.catalog, since: mark.origin)
            }
            try await records.finish()
            return .run(batch)
        }
        summary.changed = try await session.run().isChanged
        let names = assembly.catalog.names(concerning: Set(damaged.keys))
        let repaired = damaged.filter { $0.value == names[$0.key] }.keys.sorted()
        if !repaired.isEmpty { observer(.repaired(repaired)) }
        // Everything is published and recorded. The next build repeats a failed removal.
        _ = try? await files.ledger.pruneIfGrown {
            try await SnapshotStore(configuration).fingerprints(with: assembly.catalog)
        }
        return summary
    }

    /// - Parameter known: the rows of sheets and icons in the state database.
    func icons(_ packs: [DroppedPack], known: [String: LedgerArtifact]) async throws -> IconStep.Icons {
        try await IconStep(
            configuration: configuration, identity: planner.recipes.identity, pool: pool, publisher: files.publisher,
            staging: staging, known: known
        ).run(packs, previous: previous)
    }

    /// - Parameter known: the rows of sheets and icons in the state database.
    func sheets(_ catalog: Catalog, known: [String: LedgerArtifact]) async throws -> SheetStep.Sheets {
        try await SheetStep(
            configuration: configuration, backgrounds: backgrounds, identity: planner.recipes.identity, pool: pool,
            publisher: files.publisher, staging: staging, known: known, observer: observer
        ).run(catalog)
    }

    /// Renders until there is something good of every sticker, or nothing else to try: a rejected version makes way for
    /// the next.
    ///
    /// - Parameter others: how many sources there are that the plan does not have.
    /// - Returns: the plan as it turned out, and the outcomes by the sources' paths.
    func render(
        _ plan: LibraryPlan, _ records: SerialWriter, besides others: Int = 0
    ) async throws -> ([PlannedSource], [String: SourceRenderer.Outcome]) {
        var plan = plan
        var sources = plan.sources
        var work = sources.compactMap(\.task)
        observer(.planned(sources: sources.count + others, toRender: work.count))
        var renderOutcomes: [String: SourceRenderer.Outcome] = [:]
        var made: [String: StickerResult] = [:]
        let renderer = SourceRenderer(
            pool: pool, staging: staging, approvals: approvals)
        let stage = RenderStep(
            renderer: renderer, save: { [files] in try await files.save($0, records) }, observer: observer)
        while true {
            if !work.isEmpty {
                let news = try await stage.run(work, jobs: BuildRun.renderings(configuration))
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
    /// The finished files it names.
    var files: [RenderedSticker.File] {
        if case .result(let result) = self { result.files } else { [] }
    }
}
