import FileAccess
import Intake
import JobModel
import Publishing
import Snapshots
import StateDatabase
import StickerConfiguration
import StickerManifest

extension WatchEngine {
    /// Publishes what is finished, unless it was done a moment ago and more is to come.
    ///
    /// - Parameter start: when the cycle began.
    /// - Returns: whether it was published.
    mutating func publish(
        _ plan: [PlannedSource], listing: DropListing, since start: ContinuousClock.Instant, isBusy: Bool
    ) async throws -> Bool {
        if isBusy, let later = published.timing.mayPublish(at: clock.now) {
            schedule[.publish] = later
            return false
        }
        let hold = PublishHold.read(context.configuration)
        if let hold, hold != published.hold { context.notify(.notice(hold.reason)) }
        published.hold = hold
        guard hold == nil else {
            schedule[.publish] = clock.now.advanced(by: RemovalState.askAgain)
            return false
        }
        let current = Set(plan.compactMap(\.fingerprint))
        let finished = renders.finished.filter { current.contains($0.key) }
        startIcons(listing.packs)
        let missing = try await evaluateMissingSources(plan, listing: listing)
        let restoring = restoredAssets(of: plan, finished: finished)
        let assembly = ManifestStep(
            configuration: context.configuration, previous: published.catalog,
            assets: published.assets.union(finished.values.flatMap(\.files).map(OutputNames.asset)).union(restoring),
            reviews: reviews.state.reviews
        )
        .run(
            listing, plan: plan, renderOutcomes: renderOutcomes(of: plan), icons: icons.made.renditions,
            absent: missing.kept)
        let postponed = Set(plan.filter { $0.deferral == .postponed }.map(\.path))
        let batch = LedgerBatch(
            sources: LedgerEntries.of(
                plan, outcomes: assembly.outcomes, ignored: listing.ignored,
                kept: missing.kept.compactMap { sources[$0].entry }
            ).filter { !postponed.contains($0.path) },
            results: finished, artifacts: sheets.artifacts.values + icons.made.artifacts)
        do {
            try await publish(
                assembly, listing: listing, finished: finished, batch: batch, missing: restoring)
        } catch let missing as PublishSession.MissingFiles {
            // They are rendered again, and what is finished is published with them.
            renders.discard(missing.fingerprints)
            schedule[.publish] = clock.now
            return false
        }
        await context.results.add(finished)
        await context.results.keep(only: current)
        renders.clearFinished()
        published.timing.published(at: clock.now, took: start.duration(to: clock.now))
        notify(assembly, plan: plan, missing: missing)
        reportUnapproved(assembly.catalog)
        return true
    }

    /// Files that the manifest names, that are gone and that are being rendered again, or will be when their source no
    /// longer waits. Until they are there their stickers stay in the manifest: one that its rules reject by now would be
    /// lost for good.
    private func restoredAssets(of plan: [PlannedSource], finished: [String: StickerResult]) -> Set<String> {
        let awaited = Set(plan.compactMap(\.task?.fingerprint).filter { finished[$0] == nil })
        let waiting = Set(plan.filter { $0.deferral != nil }.map(\.path))
        guard !waiting.isEmpty || !awaited.isDisjoint(with: published.sources.fingerprints) else { return [] }
        let files = (published.catalog?.finishedStickers ?? [])
            .filter { awaited.contains($0.fingerprint) || waiting.contains($0.source.path) }
            .flatMap(\.files)
        return Set(files).subtracting(published.assets)
    }

    private func renderOutcomes(of plan: [PlannedSource]) -> [String: SourceRenderer.Outcome] {
        var renderOutcomes: [String: SourceRenderer.Outcome] = [:]
        for task in plan.compactMap(\.task) {
            renderOutcomes[task.path] = renders.finished[task.fingerprint].map { .result($0) } ?? .wait(.rendering)
        }
        return renderOutcomes
    }

    /// Publishes a manifest, with the sheets as they are.
    private mutating func publish(
        _ assembly: ManifestStep.Assembly, listing: DropListing, finished: [String: StickerResult], batch: LedgerBatch,
        missing: Set<String>
    ) async throws {
        if published.timing.startsBurst(at: clock.now) { published.baseline = published.catalog }
        let report = ReportStep.report(
            catalog: assembly.catalog, previous: published.baseline, outcomes: assembly.outcomes,
            ignored: listing.ignored, requiresApproval: context.configuration.requireApproval)
        var session = context.publishSession(
            .catalog(assembly.catalog, sheets: sheets.current(in: context.publisher), report: report),
            after: published.publication)
        session.adoption = .finished(finished, context.staging)
        session.missing = missing
        session.record = { _ in .run(batch) }
        let result: PublishSession.Published
        do {
            result = try await session.run()
        } catch let missing as PublishSession.MissingFiles {
            throw missing
        } catch {
            // The manifest may have been replaced before it failed; the next attempt goes on from what is published.
            published.catalog = PublishedCatalog.read(context.publisher) { _ in } ?? published.catalog
            throw error
        }
        if result.replacedManifest { context.notify(.manifestReplaced) }
        if result.publication.catalog != published.publication?.catalog { sheets.areStale = true }
        published.publication = result.publication
        published.assets.formUnion(finished.values.flatMap(\.files).map(OutputNames.asset))
        published.assets.formIntersection(assembly.catalog.assets)
        published.catalog = assembly.catalog
    }
}
