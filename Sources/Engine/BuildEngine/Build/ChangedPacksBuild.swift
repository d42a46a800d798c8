import Decisions
import DropWatcher
import FileAccess
import Foundation
import Intake
import JobModel
import Logging
import Publishing
import Reports
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest
import Synchronization
import WorkerPool

/// A build of the changed packs; the other packs stay as published. The steps and the published result are the same as
/// in a build of everything, with a library of these packs alone.
struct ChangedPacksBuild: Sendable {
    let configuration: Configuration
    let pass: BuildPass
    let changed: ChangedPacks
    let recipes: Recipes

    private var ledger: Ledger { pass.files.ledger }
    private var publisher: Publisher { pass.files.publisher }
    private var observer: @Sendable (BuildEvent) -> Void { pass.observer }

    /// - Throws: as `BuildRun.run()`.
    static func run(
        _ changed: ChangedPacks, removals: Removals, configuration: Configuration, recipes: Recipes, pool: StickerPool,
        staging: Staging,
        files: FinishedFiles, workers: ConfiguredWorkers, mark: UpToDateCheck.StartingPoint,
        observer: @escaping @Sendable (BuildEvent) -> Void
    ) async throws -> BuildSummary {
        let notice: @Sendable (String) -> Void = { observer(.notice($0)) }
        let known = KnownResults(
            ledger: files.ledger, previous: changed.catalog, notice: notice, prefersManifest: true)
        var published = PublishedSources(changed.catalog)
        published.include(fingerprints: changed.otherFingerprints)
        let digests = Dictionary(
            changed.knownSources.compactMap { source -> (String, KnownDigest)? in
                guard let stamp = source.stamp, let sha256 = source.sha256 else { return nil }
                return (source.path, KnownDigest(stamp: stamp, sha256: sha256))
            }
        ) { first, _ in first }
        let unread = changed.listing.art.count { digests[$0.path]?.stamp != $0.stamp }
        async let _ = pool.warm(min(unread, BuildRun.workers(configuration.jobs)))
        let decisions = try await DecisionState.read(
            folder: configuration.stateFolder, published: changed.catalog, notice: notice)
        // The usable files are only known after the results have been read, so the packs are planned twice.
        let seen = SeenResults()
        func planner(_ assets: AssetNames) -> BuildPlanner {
            BuildPlanner(
                recipes: recipes, reader: SourceReader(known: { digests[$0] }, check: .writers), published: published,
                assets: assets,
                results: { seen.add(try await known.of($0)) })
        }
        _ = try await planner([]).plan(changed.listing)
        let candidates = Set(changed.catalog.finishedStickers.flatMap(\.files)).union(seen.assets)
        let assets = try await BlockingExecutor.run {
            AssetNames(candidates.filter(files.publisher.folder.exists))
        }
        let pass = BuildPass(
            configuration: configuration, backgrounds: recipes.backgrounds, pool: pool, staging: staging, files: files,
            previous: changed.catalog, decisions: decisions, observer: observer, planner: planner(assets),
            approvals: workers.approvals(decisions.reviews, catalog: changed.catalog, notice: notice),
            removals: removals, mark: mark)
        let plan = try await pass.planner.plan(changed.listing)
        return try await ChangedPacksBuild(
            configuration: configuration, pass: pass, changed: changed, recipes: recipes
        ).run(plan, assets: assets)
    }

    private func run(_ plan: LibraryPlan, assets: AssetNames) async throws -> BuildSummary {
        let records = SerialWriter()
        do {
            return try await run(plan, assets: assets, records: records)
        } catch {
            try? await records.finish()
            throw error
        }
    }

    private func run(_ plan: LibraryPlan, assets: AssetNames, records: SerialWriter) async throws -> BuildSummary {
        let others = changed.otherSources.count { $0.state != .ignored }
        let (plan, renderOutcomes) = try await pass.render(plan, records, besides: others)
        try Task.checkCancellation()
        let made = Set(renderOutcomes.values.flatMap(\.files).map(OutputNames.asset))
        let known = try await ledger.artifacts()
        let icons = try await pass.icons(changed.listing.packs, known: known)
        for notice in icons.notices { observer(.notice(notice)) }
        let assembly = ManifestStep(
            configuration: configuration, previous: changed.catalog, assets: assets.union(made),
            reviews: pass.decisions.reviews
        ).run(
            changed.listing, plan: plan, renderOutcomes: renderOutcomes, icons: icons.renditions,
            removals: pass.removals)
        let outcomes = changed.outcomes(assembly.outcomes)
        for outcome in outcomes { observer(.outcome(outcome)) }
        let sheets = try await pass.sheets(assembly.catalog, known: known)
        let report = try await report(assembly)
        var summary = BuildSummary(
            catalog: nil, outcomes: outcomes, report: report, ignored: report.ignored, rendered: renderOutcomes.count,
            changed: false)
        summary.decisionLoss = pass.decisions.loss
        let before = known.keys.filter(isOwn)
        let artifacts = sheets.artifacts + icons.artifacts
        let gone = Set(before).subtracting(artifacts.map(\.key))
        let kept = pass.removals.kept
        let entries = LedgerEntries.of(
            plan, outcomes: assembly.outcomes, ignored: changed.listing.ignored,
            kept: changed.knownSources.filter { kept.contains($0.path) })
        var batch = LedgerBatch(
            sources: entries, artifacts: artifacts,
            removedSources: Set(changed.knownSources.map(\.path)).subtracting(entries.map(\.path)))
        batch.removedArtifacts = gone
        var session = try await session(assembly.catalog, sheets: sheets, report: report, known: Set(before))
        session.unused = made.union(changed.leftovers)
        let isSettled = !pass.planner.published.losesIdentity(
            changed.listing, rivals: plan.rivals, by: assembly.catalog)
        session.record = { [pass, summary, catalog = assembly.catalog, icons, batch] published in
            var batch = batch
            if let mark = pass.mark, isSettled, published.savedSnapshots, icons.notices.isEmpty {
                let stamps = try await mark.mark.artifacts(summary, catalog: catalog, since: mark.origin)
                batch.artifacts += stamps
                if !stamps.isEmpty { batch.removedArtifacts.formUnion(mark.origin.goneKeys(from: known.keys)) }
            }
            if published.isChanged {
                batch.artifacts += UpToDateCheck.note(
                    ofReportOn: published.publication.catalog, in: pass.files.publisher.folder)
            }
            try await records.finish()
            return .add(batch)
        }
        summary.changed = try await session.run().isChanged
        // Everything is published and recorded. The next build repeats a failed removal.
        _ = try? await ledger.pruneIfGrown {
            try await SnapshotStore(configuration).fingerprints(with: assembly.catalog)
        }
        return summary
    }

    /// Whether the state database has something under this key that belongs to one of the packs: a sheet or an icon.
    private func isOwn(_ key: String) -> Bool {
        for prefix in [OutputNames.sheets + "/", "icon/"] where key.hasPrefix(prefix) {
            // No id has a dot.
            return changed.packs.contains(String(key.dropFirst(prefix.count).prefix { $0 != "." && $0 != "/" }))
        }
        return false
    }

    private func report(_ assembly: ManifestStep.Assembly) async throws -> BuildReport {
        let (requires, out) = (configuration.requireApproval, publisher.folder)
        return try await BlockingExecutor.run { [changed] in
            try changed.report(
                before: ReportStep.report(
                    catalog: changed.reported, previous: changed.reported, outcomes: [], ignored: [],
                    requiresApproval: requires),
                after: ReportStep.report(
                    catalog: assembly.catalog, previous: changed.catalog, outcomes: assembly.outcomes,
                    ignored: changed.listing.ignored, requiresApproval: requires), catalog: assembly.catalog, out: out)
        }
    }

    /// - Parameter known: the keys of the pack rows in the state database.
    private func session(
        _ catalog: Catalog, sheets: SheetStep.Sheets, report: BuildReport, known: Set<String>
    ) async throws -> PublishSession {
        let (changed, out) = (changed, publisher.folder)
        let (publication, last) = try await BlockingExecutor.run { () -> (Publication, Publication) in
            let text = try catalog.written()
            guard case .index(let part) = try ManifestDocument(json: Data(text.bytes)) else {
                throw CatalogError.notACatalog("the index of \(changed.packs.sorted())")
            }
            let index = changed.index.replacing(changed.packs, by: part)
            var publication = Publication(
                catalog: try index.published(), names: PublishedNames(catalog), files: sheets.pages,
                moved: sheets.moved,
                kept: sheets.kept)
            publication.manifest = text
            publication.namedElsewhere = { [configuration] names in
                // Files are kept if it is unknown whether a snapshot names them.
                SnapshotStore(configuration).named(among: names, in: changed.otherLists) ?? names
            }
            var earlier = changed.report
            earlier.changes = report.changes
            if publication.catalog != changed.json || earlier != report
                || !ReportPage.isPage(out.read(OutputNames.reportPage), in: configuration.texts)
            {
                publication.files[OutputNames.reportData] = [UInt8](try report.json())
                publication.files[OutputNames.reportPage] = [UInt8](
                    try ReportPage.html(report, index: index, part: catalog, configuration.texts).utf8)
            }
            var last = Publication(
                catalog: changed.json, names: PublishedNames(changed.catalog),
                kept: known.filter { $0.hasPrefix(OutputNames.sheets + "/") }
                    .union(out.listing(OutputNames.sheets).files.filter(isOwn)))
            last.manifest = try changed.catalog.written()
            return (publication, last)
        }
        var session = PublishSession(
            configuration: configuration, publisher: publisher, ledger: ledger, content: .publication(publication))
        session.last = last
        session.progress = .changes(changed.folders)
        session.snapshots = .changes
        session.notice = { [observer] in observer(.notice($0)) }
        return session
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
