import FileAccess
import Intake
import Publishing
import Review
import StickerCatalog
import StickerConfiguration

extension DaemonLoop {
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
            wakes[.publish] = later
            return false
        }
        if let pin = RollbackPin.read(workshop.configuration) {
            if pin != self.pin { workshop.tell(.notice(pin.reason)) }
            self.pin = pin
            wakes[.publish] = clock.now.advanced(by: DaemonLoop.askAgain)
            return false
        }
        pin = nil
        let verdicts = verdicts(on: plan)
        let current = Set(plan.map(\.fingerprint))
        let fresh = finished.filter { current.contains($0.key) }
        let (staged, files) = (fresh.values.flatMap(\.files).map(OutputNames.asset), workshop.files)
        let lost = try await OwnThread.run { try files.adopt(fresh) }
        guard lost.isEmpty else {
            // They are made again, and what is finished is published with them.
            for fingerprint in lost { finished[fingerprint] = nil }
            wakes[.publish] = clock.now
            return false
        }
        startIcons(listing.packs)
        let absent = try await judgeAbsence(plan, listing: listing)
        assets.formUnion(staged)
        let assembly = AssemblyStage(
            configuration: workshop.configuration, previous: catalog, assets: assets, reviews: reviews.state.reviews
        )
        .run(listing, plan: plan, verdicts: verdicts, icons: icons.made.renditions, absent: absent.kept)
        try await publish(assembly, listing: listing)
        let batch = LedgerBatch(
            sources: LedgerEntries.of(
                plan, outcomes: assembly.outcomes, ignored: listing.ignored,
                kept: absent.kept.compactMap { books[$0] }
            ).filter { $0.state != .waiting || $0.reason != BuildPlanner.notYet },
            results: fresh, artifacts: sheets.artifacts.values + icons.made.artifacts)
        // What is published is in the books, also when the stop comes between the two.
        _ = try await Task { [ledger = workshop.ledger] in try await ledger.commit(run: batch) }.value
        await workshop.results.add(fresh)
        await workshop.results.keep(only: current)
        finished = [:]
        timing.last = (clock.now, start.duration(to: clock.now))
        tell(assembly, plan: plan, absent: absent)
        reportUnapproved(assembly.catalog)
        return true
    }

    private func verdicts(on plan: [PlannedSource]) -> [String: SourceRenderer.Verdict] {
        var verdicts: [String: SourceRenderer.Verdict] = [:]
        for planned in plan where planned.needsRendering {
            verdicts[planned.art.path] =
                finished[planned.fingerprint].map { .result($0) } ?? .wait("it is being made")
        }
        return verdicts
    }

    /// Puts a catalog in place, with the sheets as they are.
    private mutating func publish(_ assembly: AssemblyStage.Assembly, listing: DropListing) async throws {
        if timing.last.map({ $0.end.duration(to: clock.now) > Timing.burst }) ?? true { baseline = catalog }
        let report = ReportStage.report(
            catalog: assembly.catalog, previous: baseline, outcomes: assembly.outcomes, ignored: listing.ignored,
            requiresApproval: workshop.configuration.requireApproval)
        let (stage, kept, last) = (
            PublishStage(publisher: workshop.publisher), sheets.standing(in: workshop.publisher), publication
        )
        let published = try await OwnThread.run {
            try stage.run(assembly.catalog, sheets: kept, report: report, after: last)
        }
        if published.hasNewManifest { workshop.tell(.manifestReplaced) }
        if published.publication.catalog != publication?.catalog { sheets.areStale = true }
        publication = published.publication
        assets = assets.intersection(assembly.catalog.assets)
        catalog = assembly.catalog
    }
}
