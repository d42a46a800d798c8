import CLinux
import DropWatcher
import FileAccess
import Glibc
import Intake
import JobModel
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// Runs the cycles of a watch. A cycle lists the drop folder, plans the changed sources, and publishes finished
/// results.
extension WatchEngine {
    /// The maximum number of files that are read in one cycle. If many files arrive at once, the first ones can
    /// therefore be published before the others are read.
    private static let mostReads = 256

    /// Runs one cycle.
    ///
    /// - Throws: `IntakeError`, `EngineError`, `PublishError` if the environment fails.
    mutating func runCycle() async throws {
        try await reloadIfOutdated()
        try await listDropFolder()
        try await renewReviews()
        guard library.index != nil else { return }
        if let drawn = sheets.drawn { try await publish(sheets: drawn) }
        if published.publication == nil { try await listAssets() }
        if published.needsExamination { try await examineOutput() }
        guard schedule.needsPublishing, await !isTooSoon() else { return try await rest() }
        let start = clock.now
        schedule.hasNewDrops = false
        context.approvals.update(reviews.state.reviews, catalog: published.catalog)
        let hasPostponed = try await plan(library.toPlan.union(ChangedFolders(library.forgotten)))
        let (open, delivered) = renders.expect(library.tasks)
        context.lock.set(busy: !open.isEmpty)
        await queue.want(open, taken: delivered)
        if try await publish(since: start, isBusy: !open.isEmpty) { schedule.needsPublishing = hasPostponed }
        if schedule.needsPublishing, schedule[.publish] == nil { schedule[.publish] = clock.now }
        try await rest()
    }

    /// Reads new decisions, and schedules the affected stickers for publication.
    private mutating func renewReviews() async throws {
        let before = reviews.state
        if try await reviews.renew(published: published.catalog) {
            let keys = reviews.state.reviews.keys(differingFrom: before.reviews)
            try await takeUp(Set(keys.compactMap { resting?.folder(ofPack: $0.pack) }))
            for key in keys { publish(decisionAbout: key) }
            schedule.needsPublishing = true
            reported.needsFeedback = true
        }
        if reviews.state.loss != before.loss {
            context.notify(.decisionsLost(reviews.state.loss.map { "\($0)" }))
        }
    }

    private mutating func publish(decisionAbout key: Reviews.Key) {
        let path = published.sources.identities(in: key.pack).first { $1.id == key.sticker }?.key
        if let path, library.publishedID(of: DropIndex.folder(ofFileAt: path)) == key.pack {
            library.publish(sources: [path])
        } else {
            library.publish(packs: [key.pack])
        }
    }

    /// Whether publishing must be postponed, because many renderings are pending and the last publication was recent.
    /// If the result is true, the next publication has been scheduled.
    private mutating func isTooSoon() async -> Bool {
        guard !schedule.hasNewDrops, let later = published.timing.mayPublish(at: clock.now), await queue.isBusy else {
            return false
        }
        schedule[.publish] = later
        return true
    }

    /// Lists the existing assets. If the assets have changed, schedules all sources for planning, so that removed
    /// assets are rendered again.
    private mutating func listAssets() async throws {
        let publisher = context.publisher
        let present = try await BlockingExecutor.run { try publisher.listAssets() }
        guard present != published.assets else { return }
        published.assets = present
        library.planEverything()
        schedule.needsPublishing = true
    }

    /// Compares the output folder with the last publication, and repairs it. Removed assets are rendered again.
    private mutating func examineOutput() async throws {
        // The files of icons that are being rendered are not referenced yet and must not be removed.
        guard icons.task == nil else { return }
        published.needsExamination = false
        guard try await examineResting() else { return }
        guard var publication = published.publication, let catalog = published.catalog else { return }
        let publisher = context.publisher
        let present = try await BlockingExecutor.run { try publisher.listAssets() }
        let before = published.assets
        published.assets.formIntersection(present)
        let isWhole = before.isSubset(of: present)
        let vanished: Set<String> =
            isWhole ? [] : catalog.assets.filter { before.contains($0) && !present.contains($0) }
        if !vanished.isEmpty {
            let packs = catalog.finishedPacks.filter { pack in
                pack.icon.contains { vanished.contains($0.path) }
                    || pack.stickers.contains { !vanished.isDisjoint(with: $0.files) }
            }
            library.plan(library.folders(of: Set(packs.map(\.id))))
            publication.missing.formUnion(vanished)
            icons.stamps = nil
            schedule.needsPublishing = true
        }
        publication.kept = sheets.examine(in: publisher)
        var session = context.publishSession(.publication(publication), after: nil)
        session.progress = .none
        // If a file was repaired, the complete state must be recorded again.
        if try await session.run().isChanged { completion.manifest = nil }
        published.publication = publication
    }

    /// Plans the changed folders and sources.
    ///
    /// - Returns: whether sources were postponed to the next cycle.
    mutating func plan(_ changed: ChangedFolders) async throws -> Bool {
        var whole: Set<String> = []
        var hasPostponed = false
        for folder in changed.names {
            let paths = changed.sources(in: folder)
            if let paths, let isPostponed = try await plan(paths, in: folder) {
                hasPostponed = hasPostponed || isPostponed
            } else {
                whole.insert(folder)
            }
        }
        guard !whole.isEmpty else { return hasPostponed }
        let folders = ChangedFolders(whole)
        let plan = try await plan(
            of: library.listing(of: folders), changed: folders, earlier: LibraryPlan(earlier: library.plans(of: whole)))
        library.take(plan.packs, of: whole)
        return take(plan) || hasPostponed
    }

    /// Plans sources of a folder together with all related sources.
    ///
    /// - Returns: whether sources were postponed to the next cycle. Nil if the whole folder must be planned.
    private mutating func plan(_ paths: Set<String>, in folder: String) async throws -> Bool? {
        guard let pack = library[folder]?.pack?.id else { return nil }
        let published = published.sources
        var (open, last): (Set<String>, LibraryPlan?) = (paths, nil)
        while true {
            // The content of a source may show that it is related to further sources. The loop repeats until all
            // related sources are planned together.
            let related = library.related(
                to: open, in: folder, published: { published.identity(of: $0, in: pack) }, made: renders.finished,
                planned: last?.sources ?? [])
            guard let related else { return nil }
            if let last, related.paths == open {
                library.take(last.packs.first, of: open, in: folder)
                return take(last)
            }
            open = related.paths
            var changed = ChangedFolders()
            changed.insert(sources: open)
            let plan = try await plan(of: library.listing(of: changed), changed: changed, earlier: LibraryPlan())
            sources.remember(plan.sources)
            last = plan
        }
    }

    /// Records the hashes and deferrals of planned sources.
    ///
    /// - Returns: whether sources were postponed to the next cycle.
    private mutating func take(_ plan: LibraryPlan) -> Bool {
        work.sourcesPlanned += plan.plannedCount
        let planned = plan.sources
        sources.remember(planned)
        // The note about a sent-back sticker must be removed if the sticker's source has changed.
        if feedback.content?.sentBack.isEmpty == false { reported.needsFeedback = true }
        deferUnreadable(planned)
        let postponed = planned.filter { $0.deferral == .postponed }.map(\.path)
        library.plan(sources: postponed)
        return !postponed.isEmpty
    }

    /// Plans a listing.
    ///
    /// - Parameters:
    ///   - changed: the folders and sources of the listing.
    ///   - earlier: the previous plan. The plans of unchanged packs are reused.
    private mutating func plan(
        of listing: DropListing, changed: ChangedFolders, earlier: LibraryPlan
    ) async throws -> LibraryPlan {
        var scope = PackScope()
        for pack in listing.packs {
            let paths = changed.sources(in: pack.folder)
            scope.add(paths.map { PackScope.Part(ids: [], paths: $0, order: []) }, of: pack.id)
        }
        if published.publication != nil { published.expand(scope.wholePacks) }
        let baseline = Baseline(
            context.recipes, previous: published.catalog?.part(of: scope), published: published.sources,
            ledger: context.ledger, extent: .packs, notice: { [context] in context.notify(.notice($0)) })
        let planner = baseline.planner(
            reading: SourceReader(
                known: { [sources] in sources[$0].digest }, deferral: { [sources] in sources[$0].deferral },
                mostReads: WatchEngine.mostReads, check: .listedStamps),
            assets: published.assets, stored: library.knownResults(of: changed))
        return try await planner.plan(listing, after: earlier, made: renders.finished)
    }

    /// Defers sources that could not be read, and schedules another attempt.
    private mutating func deferUnreadable(_ plan: [PlannedSource]) {
        let now = clock.now
        for planned in plan {
            guard case .unreadable(let error)? = planned.deferral, sources[planned.path].deferral == nil else {
                continue
            }
            // A file that was removed needs no deferral, because the next listing does not contain it.
            if case .vanished = error { continue }
            sources.setDeferral(.unreadable(error), of: planned.path, at: now)
            schedule.set(.unreadable, atLatest: now.advanced(by: timing.unreadable))
        }
    }

    /// Reports the progress, and performs the less urgent work at the end of a cycle.
    private mutating func rest() async throws {
        let depth = await queue.depth
        let deferrals = sources.deferrals
        let now = WatchProgress(
            queued: depth, waiting: deferrals.count,
            published: (published.catalog?.stickerCount ?? 0) + (resting?.publishedCount ?? 0),
            isFrozen: removal.hold != nil, watch: watch.currentStatus)
        if now != reported.progress { context.notify(.progress(now)) }
        reported.progress = now
        recordStatus()
        let isDone = depth == 0 && renders.awaited.isEmpty && !schedule.needsPublishing
        let areSettled = deferrals.values.allSatisfy(\.isUnreadable)
        if isDone, areSettled, !reported.isReady, published.publication != nil {
            reported.isReady = true
            context.notify(.ready(watch.currentStatus))
        }
        try await writeFeedback()
        if isDone { context.lock.set(busy: false) }
        try await yieldOutputLock(isIdle: isDone)
        try await startSheets(isIdle: depth == 0)
        try await publishReport(isIdle: depth == 0)
        try await removeLeftovers(isIdle: isDone && deferrals.isEmpty)
        await saveSnapshot(isIdle: isDone)
        try await noteCompletion(isIdle: isDone)
        try await takeUpLargePack(isIdle: isDone && areSettled && !schedule.needsPublishing)
        releaseMemory(isIdle: depth == 0 && areSettled && !sheets.areStale && sheets.task == nil)
    }

    /// Releases memory that an idle watch does not need.
    private mutating func releaseMemory(isIdle: Bool) {
        guard isIdle, published.timing.last?.end != reported.released else { return }
        let due = (published.timing.last?.end ?? clock.now).advanced(by: timing.memory)
        guard due <= clock.now else {
            schedule[.memory] = due
            return
        }
        published.compact()
        malloc_trim(0)
        reported.released = published.timing.last?.end
    }
}

extension Catalog {
    var stickerCount: Int { packs.reduce(0) { $0 + $1.stickers.count } }
}
