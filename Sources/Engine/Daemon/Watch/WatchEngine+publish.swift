import FileAccess
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerCatalog
import StickerConfiguration

extension WatchEngine {
    /// How much the loop publishes, and what it costs.
    struct Timing {
        /// When the last publishing ended, and how long it took.
        var last: (end: ContinuousClock.Instant, took: Duration)?
        /// After so long without a change a new burst begins, and the report compares with what was there before it.
        static let burst = Duration.seconds(60)
        /// While renderings are under way, publishing takes at most one part of the time in so many.
        static let share = 5

        func mayPublish(at now: ContinuousClock.Instant) -> ContinuousClock.Instant? {
            guard let last else { return nil }
            let next = last.end.advanced(by: last.took * (Timing.share - 1))
            return next > now ? next : nil
        }
    }

    /// Publishes what is finished, unless it was done a moment ago and more is to come.
    ///
    /// - Parameter start: when the round began.
    /// - Returns: whether it was published.
    mutating func publish(
        _ plan: [PlannedSource], listing: DropListing, since start: ContinuousClock.Instant, isBusy: Bool
    ) async throws -> Bool {
        if isBusy, let later = timing.mayPublish(at: clock.now) {
            deadlines[.publish] = later
            return false
        }
        if let hold = PublishHold.read(context.configuration) {
            if hold != self.hold { context.notify(.notice(hold.reason)) }
            self.hold = hold
            deadlines[.publish] = clock.now.advanced(by: WatchEngine.askAgain)
            return false
        }
        hold = nil
        let renderOutcomes = renderOutcomes(of: plan)
        let current = Set(plan.compactMap(\.fingerprint))
        let fresh = finished.filter { current.contains($0.key) }
        startIcons(listing.packs)
        let absent = try await judgeAbsence(plan, listing: listing)
        let assembly = ManifestStep(
            configuration: context.configuration, previous: catalog,
            assets: assets.union(fresh.values.flatMap(\.files).map(OutputNames.asset)),
            reviews: reviews.state.reviews
        )
        .run(listing, plan: plan, renderOutcomes: renderOutcomes, icons: icons.made.renditions, absent: absent.kept)
        let postponed = Set(plan.filter { $0.deferral == .postponed }.map(\.path))
        let batch = LedgerBatch(
            sources: LedgerEntries.of(
                plan, outcomes: assembly.outcomes, ignored: listing.ignored,
                kept: absent.kept.compactMap { ledgerEntries[$0] }
            ).filter { !postponed.contains($0.path) },
            results: fresh, artifacts: sheets.artifacts.values + icons.made.artifacts)
        do {
            try await publish(assembly, listing: listing, finished: fresh, batch: batch)
        } catch let missing as PublishSession.MissingFiles {
            // They are rendered again, and what is finished is published with them.
            for fingerprint in missing.fingerprints { finished[fingerprint] = nil }
            deadlines[.publish] = clock.now
            return false
        }
        await context.results.add(fresh)
        await context.results.keep(only: current)
        finished = [:]
        timing.last = (clock.now, start.duration(to: clock.now))
        notify(assembly, plan: plan, absent: absent)
        reportUnapproved(assembly.catalog)
        return true
    }

    private func renderOutcomes(of plan: [PlannedSource]) -> [String: SourceRenderer.Outcome] {
        var renderOutcomes: [String: SourceRenderer.Outcome] = [:]
        for task in plan.compactMap(\.task) {
            renderOutcomes[task.path] = finished[task.fingerprint].map { .result($0) } ?? .wait(.rendering)
        }
        return renderOutcomes
    }

    /// Publishes a manifest, with the sheets as they are.
    private mutating func publish(
        _ assembly: ManifestStep.Assembly, listing: DropListing, finished: [String: StickerResult], batch: LedgerBatch
    ) async throws {
        if timing.last.map({ $0.end.duration(to: clock.now) > Timing.burst }) ?? true { baseline = catalog }
        let report = ReportStep.report(
            catalog: assembly.catalog, previous: baseline, outcomes: assembly.outcomes, ignored: listing.ignored,
            requiresApproval: context.configuration.requireApproval)
        var session = context.publishSession(
            .catalog(assembly.catalog, sheets: sheets.current(in: context.publisher), report: report),
            after: publication)
        session.adoption = .finished(finished, context.staging)
        session.record = { _ in .run(batch) }
        let published: PublishSession.Published
        do {
            published = try await session.run()
        } catch let missing as PublishSession.MissingFiles {
            throw missing
        } catch {
            // The manifest may have been replaced before it failed; the next attempt goes on from what is published.
            catalog = PublishedCatalog.read(context.publisher) { _ in } ?? catalog
            throw error
        }
        if published.replacedManifest { context.notify(.manifestReplaced) }
        if published.publication.catalog != publication?.catalog { sheets.areStale = true }
        publication = published.publication
        assets = assets.union(finished.values.flatMap(\.files).map(OutputNames.asset))
            .intersection(assembly.catalog.assets)
        catalog = assembly.catalog
    }
}
