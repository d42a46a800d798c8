import CLinux
import DropWatcher
import FileAccess
import Glibc
import Intake
import Publishing
import StateDatabase
import StickerCatalog
import StickerConfiguration

/// One round: from what is in the drop folder now to what is published.
extension WatchEngine {
    /// The most files that are read in one round, so that a burst does not keep the first of them waiting.
    private static let mostReads = 256

    /// - Throws: `IntakeError`, `DaemonError`, `PublishError` when the environment fails.
    mutating func runCycle() async throws {
        if needsListing { try await look() }
        let loss = reviews.state.loss
        if try await reviews.renew(published: catalog) { hasNews = true }
        if reviews.state.loss != loss { context.notify(.decisionsLost(reviews.state.loss.map { "\($0)" })) }
        guard let listing else { return }
        if let drawn = sheets.drawn { try await publish(sheets: drawn) }
        if publication == nil { try await lookAtAssets() }
        guard hasNews, await !isTooSoon() else { return try await rest() }
        let start = clock.now
        hasNewDrops = false
        context.approvals.update(reviews.state.reviews, catalog: catalog)
        let planner = BuildPlanner(
            recipes: Recipes(
                configuration: context.configuration, backgrounds: context.backgrounds, identity: context.identity),
            reader: SourceReader(
                known: { [digests] in digests[$0] }, deferral: { [deferredSources] in deferredSources[$0] },
                mostReads: WatchEngine.mostReads),
            published: published, assets: assets, stored: await context.results.known,
            results: { [results = context.results] in try await results.of($0) })
        self.plan = try await planner.plan(listing, after: self.plan, made: finished)
        let plan = self.plan.sources
        remember(plan)
        let open = plan.compactMap(\.task).filter { finished[$0.fingerprint] == nil }
        context.lock.set(busy: !open.isEmpty)
        awaited = Set(open.map(\.fingerprint))
        await queue.want(open, heard: heard)
        heard = []
        if try await publish(plan, listing: listing, since: start, isBusy: !open.isEmpty) {
            hasNews = plan.contains { $0.deferral == .postponed }
        }
        if hasNews, deadlines[.publish] == nil { deadlines[.publish] = clock.now }
        try await rest()
    }

    /// Whether there is so much to be made that a round for the little that is finished would cost more than it is worth.
    private mutating func isTooSoon() async -> Bool {
        guard !hasNewDrops, let later = timing.mayPublish(at: clock.now), await queue.isBusy else { return false }
        deadlines[.publish] = later
        return true
    }

    /// Lists the assets: what somebody removed is rendered again.
    private mutating func lookAtAssets() async throws {
        let publisher = context.publisher
        let present = try await BlockingExecutor.run { publisher.assets }
        guard present != assets else { return }
        assets = present
        hasNews = true
    }

    /// Lists the drop folder, and asks of every new file, and of all settings, whether it has settled.
    private mutating func look() async throws {
        needsListing = false
        let drop = context.configuration.drop
        var seen = try await BlockingExecutor.run { [published] in try DropScanner.list(drop, published: published) }
        let now = clock.now
        var waiting: [String: Deferral] = [:]
        deadlines[.settle] = nil
        for (art, wait) in try await judged(seen.art.filter { digests[$0.path]?.stamp != $0.stamp }, at: now) {
            if let (deferral, lookAgain) = wait {
                waiting[art.path] = deferral
                deadlines[.settle] = min(deadlines[.settle] ?? lookAgain, lookAgain)
            } else if arrivals[art.path] == nil, isReady {
                arrivals[art.path] = now
            }
        }
        let unsettled = try await unsettledSettings(of: seen, at: now)
        for settings in unsettled {
            for path in seen.art(of: settings.file) where waiting[path] == nil {
                waiting[path] = .unfinished(settings.reason)
            }
            deadlines[.settle] = min(deadlines[.settle] ?? settings.lookAgain, settings.lookAgain)
        }
        seen.keepPackSettings(unsettled, from: listing)
        settling.forget(except: seen.settlingPaths)
        hasNewDrops = hasNewDrops || seen != listing || waiting != deferredSources
        hasNews = hasNews || hasNewDrops
        deferredSources = waiting
        listing = seen
    }

    /// Why a file is deferred, and until when.
    private typealias Wait = (deferral: Deferral, lookAgain: ContinuousClock.Instant)

    /// Which of these files have to wait; what was refused a moment ago, and is as it was, waits on.
    private mutating func judged(_ art: [ScannedSource], at now: ContinuousClock.Instant) async throws
        -> [(ScannedSource, Wait?)]
    {
        guard !art.isEmpty else { return [] }
        var refused: [String: Wait] = [:]
        if let again = deadlines[.refused], let listing {
            for art in art where listing.stamp(of: art.path) == art.stamp {
                refused[art.path] = deferredSources[art.path].map { ($0, again) }
            }
        }
        let (waits, settling) = try await BlockingExecutor.run { [settling, refused] in
            var settling = settling
            let waits = art.map { art -> Wait? in
                if let wait = refused[art.path] { return wait }
                let readiness = settling.judge(
                    path: art.path, absolutePath: art.absolutePath, stamp: art.stamp, framePaths: art.framePaths,
                    at: now)
                guard case .waiting(let reason, let lookAgain) = readiness else { return nil }
                return (.unfinished(reason), lookAgain)
            }
            return (waits, settling)
        }
        self.settling = settling
        return Array(zip(art, waits))
    }

    private mutating func unsettledSettings(of seen: DropListing, at now: ContinuousClock.Instant) async throws
        -> [UnsettledSettings]
    {
        guard !seen.settings.isEmpty else { return [] }
        let (unsettled, settling) = try await BlockingExecutor.run { [settling] in
            var settling = settling
            return (settling.unsettled(seen.settings, at: now), settling)
        }
        self.settling = settling
        return unsettled
    }

    /// Keeps the digests of what was read, and forgets those of what is gone.
    private mutating func remember(_ plan: [PlannedSource]) {
        var known: [String: KnownDigest] = [:]
        known.reserveCapacity(plan.count)
        for planned in plan {
            if let sha256 = planned.sha256 {
                known[planned.path] = KnownDigest(stamp: planned.art.stamp, sha256: sha256)
            }
        }
        digests = known
    }

    /// What can wait until nothing else is to be done.
    private mutating func rest() async throws {
        let depth = await queue.depth
        let now = WatchProgress(
            queued: depth, waiting: deferredSources.count, published: catalog?.stickerCount ?? 0,
            isFrozen: freeze != nil,
            watch: watch.currentStatus)
        if now != progress { context.notify(.progress(now)) }
        progress = now
        context.status.record(
            sources: listing?.art.count, catalog: catalog, deferred: deferredSources.mapValues(\.description),
            unused: unused ?? [])
        let isDone = depth == 0 && awaited.isEmpty && !hasNews
        if isDone, deferredSources.isEmpty, !isReady, publication != nil {
            isReady = true
            context.notify(.ready(watch.currentStatus))
        }
        try await writeNotes()
        if isDone { context.lock.set(busy: false) }
        try await yieldOutputLock(isIdle: isDone)
        try await startSheets(isIdle: depth == 0)
        await keepState(isIdle: isDone)
        giveMemoryBack(isIdle: depth == 0 && deferredSources.isEmpty && !sheets.areStale && sheets.task == nil)
    }
}

extension WatchEngine {
    /// A daemon that waits for the next drop has no use for what the last ones took.
    private mutating func giveMemoryBack(isIdle: Bool) {
        if isIdle, !hasGivenBack { malloc_trim(0) }
        hasGivenBack = isIdle
    }
}

extension DropListing {
    /// The stamp of a piece of art; nil when it is not listed.
    fileprivate func stamp(of path: String) -> FileStat? {
        var (low, high) = (0, art.count)
        while low < high {
            let middle = (low + high) / 2
            if art[middle].path < path { low = middle + 1 } else { high = middle }
        }
        return low < art.count && art[low].path == path ? art[low].stamp : nil
    }
}

extension Catalog {
    var stickerCount: Int { packs.reduce(0) { $0 + $1.stickers.count } }
}
