import Decisions
import DropWatcher
import EngineSupport
import FileAccess
import Foundation
import Intake
import JobModel
import Logging
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest
import WorkerPool

/// The part of a rebuild that needs the output lock. It repairs damaged output files, and publishes the results if all
/// sources have been rendered.
package struct RebuildPublication: Sendable {
    let workers: ConfiguredWorkers
    let choice: RebuildChoice
    let workspace: RebuildWorkspace
    let observer: @Sendable (BuildEvent) -> Void

    package init(
        workers: ConfiguredWorkers, choice: RebuildChoice, workspace: RebuildWorkspace,
        observer: @escaping @Sendable (BuildEvent) -> Void
    ) {
        (self.workers, self.choice, self.workspace, self.observer) = (workers, choice, workspace, observer)
    }

    private var configuration: Configuration { workers.configuration }

    /// - Throws: `EngineError`, `PublishError`, `IntakeError`, `CancellationError`.
    package func run(_ session: inout RebuildSession) async throws {
        // The files are flushed before the lease is taken, because a watch cannot publish while the rebuild holds the
        // output lock.
        try await BlockingExecutor.run { [workspace] in try workspace.folder.sync() }
        let lease = try await OutputLease.take(
            configuration, command: "stickerd rebuild", notice: { [observer] in observer(.notice($0)) })
        defer { withExtendedLifetime(lease) {} }
        let (ledger, notice) = try await Ledger.open(folder: configuration.stateFolder)
        if let notice { observer(.notice(notice)) }
        let publisher = Publisher(out: configuration.out)
        if let hold = PublishHold.read(configuration) {
            session.hold = .publishHold(hold)
        } else if session.remaining > 0 {
            session.hold = .incomplete(remaining: session.remaining)
        } else {
            try await publish(&session, publisher: publisher, ledger: ledger)
        }
        try await repair(&session, publisher: publisher)
        if session.after == nil { session.after = session.inputs.catalog }
        try await compareWithLastReport(&session)
        session.seconds = max(0, Date().timeIntervalSince(session.time))
        let data = try JSONEncoder.dated.encode(session.report(configuration).night)
        try await ledger.record(rebuild: data, at: session.time.formatted(.iso8601))
        await markReported(session)
    }

    /// Sets `session.before` to the manifest of the last report. The new report therefore also lists changes that a
    /// watch or a build has published since then.
    private func compareWithLastReport(_ session: inout RebuildSession) async throws {
        let store = SnapshotStore(configuration)
        let known = (session.before ?? session.inputs.catalog)?.origin.encoding
        do {
            let reported = try await BlockingExecutor.run { try store.reportedCatalog(after: known) }
            if let reported { session.before = reported }
        } catch EngineError.snapshot(let text) {
            observer(.notice(text))
        }
        try await session.collectPictures(configuration, workspace: workspace) { [observer] in observer(.notice($0)) }
    }

    /// Stores the manifest that this report describes, for the comparison in the next report.
    private func markReported(_ session: RebuildSession) async {
        let store = SnapshotStore(configuration)
        let digest = session.hold == nil ? store.out.digest(of: OutputNames.catalog) : session.inputs.manifestDigest
        guard let digest else { return }
        do {
            try await BlockingExecutor.run { try store.markReported(manifest: digest) }
        } catch {
            observer(.notice("The reported state could not be kept for the next report: \(error)"))
        }
    }

    private func publish(_ session: inout RebuildSession, publisher: Publisher, ledger: Ledger) async throws {
        let inputs = session.inputs
        let previous = PublishedCatalog.read(publisher, after: inputs.catalog) { observer(.notice($0)) }
        let digests = try await ledger.digests()
        let scan: RebuildIntake.PublishableScan
        switch try await rescan(inputs, digests: digests, previous: previous, ledger: ledger) {
        case .take(let found): scan = found
        case .held(let hold):
            session.hold = .removals(hold)
            return
        }
        // The decisions are read again, to include decisions that were made during the rendering.
        let baseline = Baseline(
            choice.recipes, previous: previous, ledger: ledger, notice: { [observer] in observer(.notice($0)) })
        let decisions = try await baseline.decisions()
        if let loss = decisions.loss {
            session.hold = .decisionLoss(loss)
            return
        }
        let intact = try publisher.listAssets().subtracting(inputs.damagedOutputs)
        let planner = baseline.planner(
            reading: SourceReader(known: { digests[$0] }, deferral: { scan.deferred[$0] }), assets: intact)
        var choice = choice
        choice.decided = previous?.decidedPixels(decisions.reviews) ?? [:]
        let plan = choice.applied(to: try await planner.plan(scan.listing))
        let staged = plan.sources.lazy.flatMap(\.filesToPublish).filter { !intact.contains(OutputNames.asset($0)) }
        try await adopt(Set(staged), publisher: publisher)
        try await record(plan, ledger: ledger)
        let summary = try await pass(
            scan.listing, removals: scan.removals, plan: plan, planner: planner,
            assets: intact.union(staged.map(OutputNames.asset)), baseline: baseline, decisions: decisions,
            publisher: publisher, ledger: ledger,
            distrusted: session.inputs.damagedOutputs.union(session.drifts.map(\.concern.path)))
        session.after = summary.catalog
        session.before = previous
        let waiting = summary.outcomes.filter { $0.state == .waiting }
        session.stillWaiting = Dictionary(waiting.map { ($0.path, $0.reason) }) { first, _ in first }
    }

    private func pass(
        _ listing: DropListing, removals: Removals, plan: LibraryPlan, planner: BuildPlanner, assets: AssetNames,
        baseline: Baseline, decisions: DecisionState, publisher: Publisher, ledger: Ledger, distrusted: Set<String>
    ) async throws -> BuildSummary {
        let staging = Staging(publisher: publisher)
        defer { staging.close() }
        let icons = (baseline.previous?.packs ?? []).filter { pack in
            pack.icon.contains { distrusted.contains($0.path) || distrusted.contains($0.name) }
        }.map { "icon/\($0.id)" }
        return try await workers.local(count: workers.count, backgrounds: choice.recipes.backgrounds) { pool in
            try await BuildPass(
                baseline: baseline, decisions: decisions, workers: workers, pool: pool,
                files: FinishedFiles(publisher: publisher, staging: staging, ledger: ledger), planner: planner,
                removals: removals, observer: { [observer] event in if case .notice = event { observer(event) } },
                distrusted: distrusted.union(icons)
            ).run(listing, plan: plan, assets: assets)
        }
    }

    /// Moves finished files to their content-addressed names, and replaces damaged files.
    private func adopt(_ files: Set<RenderedSticker.File>, publisher: Publisher) async throws {
        try await BlockingExecutor.run { [workspace] in
            try workspace.folder.sync()
            let links = files.map { (OutputNames.asset($0), workspace.path(of: $0)) }
            try publisher.adopt(linking: Dictionary(links) { first, _ in first })
        }
    }

    /// The number of results per write to the state database.
    private static let resultsAtOnce = 2_000

    /// Stores the plan's results that this rebuild rendered, because a source's row in the state database can only
    /// refer to a stored result. The other results are already stored.
    private func record(_ plan: LibraryPlan, ledger: Ledger) async throws {
        var results: [String: StickerResult] = [:]
        for planned in plan.sources {
            guard case .reuse(let result) = planned.step, let fingerprint = planned.fingerprint,
                choice.made[fingerprint] != nil
            else { continue }
            results[fingerprint] = result
            guard results.count >= RebuildPublication.resultsAtOnce else { continue }
            try await ledger.record(LedgerBatch(results: results))
            results = [:]
        }
        try await ledger.record(LedgerBatch(results: results))
    }

    /// Returns the sources that may be published now, or the reason why nothing may be published.
    private func rescan(
        _ inputs: RebuildInputs, digests: [String: KnownDigest], previous: Catalog?, ledger: Ledger
    ) async throws -> RebuildIntake.Answer {
        let stored = Dictionary(try await ledger.sources().map { ($0.path, $0.stamp) }) { first, _ in first }
        var known: [String: FileStat] = [:]
        for path in previous?.finishedStickers.map(\.source.path) ?? [] {
            known[path] = stored[path].flatMap { $0 } ?? .unknown
        }
        return try await BlockingExecutor.run { [known] in
            var intake = inputs.intake
            return try intake.publishable(known: digests, published: known, damaged: inputs.damagedSources)
        }
    }

    /// Replaces damaged files that the publication did not replace, and records which files have been repaired.
    private func repair(_ session: inout RebuildSession, publisher: Publisher) async throws {
        let damages = session.inputs.damages
        guard !damages.isEmpty else { return }
        let bad = Set(damages.map(\.path))
        let made = session.made.results.values.lazy.flatMap(\.result.files).map { (OutputNames.asset($0), $0) }
        let files = Dictionary(made.filter { bad.contains($0.0) }) { first, _ in first }
        let published = session.after ?? session.inputs.catalog
        // One search for all damaged files is faster than one search per file.
        let names = published?.names(concerning: bad) ?? [:]
        let named = Set(names.values)
        let store = SnapshotStore(configuration)
        let isPublished = session.hold == nil
        session.inputs.damages = try await BlockingExecutor.run { [workspace] in
            let folder = publisher.folder
            for damage in damages where damage.place == .output && damage.kind != .unknown {
                guard let file = files[damage.path] else {
                    // No rendered file has this path. If the publication replaced a damaged part or record of the
                    // manifest, the copy in the snapshots is replaced too.
                    let digest = OutputNames.digest(ofAsset: damage.path)
                    if damage.path.hasSuffix(".json"), folder.digest(of: damage.path) == digest {
                        try store.repair(digest, from: folder.absolute(damage.path))
                    }
                    continue
                }
                if folder.read(damage.path).map(Digest.sha256) != file.sha256, named.contains(damage.path) {
                    try folder.adopt(workspace.path(of: file), as: damage.path)
                }
                try store.repair(file.sha256, from: workspace.path(of: file))
            }
            for (name, asset) in names where bad.contains(name) || bad.contains(asset) {
                if folder.exists(asset), !folder.isSame(name, asset) { try folder.link(asset, as: name) }
            }
            return damages.map { damage in
                var damage = damage
                if damage.place == .output {
                    damage.isRepaired = RebuildPublication.isWell(
                        damage, folder, names: names, named: named, isPublished: isPublished)
                }
                return damage
            }
        }
    }

    private static func isWell(
        _ damage: Damage, _ folder: OutputFolder, names: [String: String], named: Set<String>, isPublished: Bool
    ) -> Bool {
        if damage.kind == .unknown { return !folder.exists(damage.path) }
        let isAsset = damage.path.hasPrefix(OutputNames.assets + "/")
        guard let asset = isAsset ? damage.path : names[damage.path] else {
            // A publication replaces damaged sheets and a damaged manifest, and removes unreferenced names.
            return isPublished
        }
        guard let bytes = folder.read(damage.path) else { return isAsset && !named.contains(asset) }
        return Digest.sha256(bytes) == OutputNames.digest(ofAsset: asset)
    }
}
