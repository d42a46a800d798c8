import CLinux
import DropWatcher
import FileAccess
import Glibc
import Intake
import Publishing
import StateDatabase
import StickerConfiguration
import StickerManifest

/// One cycle: from what is in the drop folder now to what is published.
extension WatchEngine {
    /// The most files that are read in one cycle, so that a burst does not keep the first of them waiting.
    private static let mostReads = 256
    /// After so long what could not be read is tried again: permissions may leave no trace.
    static let unreadablePause = Duration.seconds(30)

    /// - Throws: `IntakeError`, `EngineError`, `PublishError` when the environment fails.
    mutating func runCycle() async throws {
        try await reloadIfOutdated()
        if schedule.needsListing { try await listDropFolder() }
        let loss = reviews.state.loss
        if try await reviews.renew(published: published.catalog) { schedule.needsPublishing = true }
        if reviews.state.loss != loss { context.notify(.decisionsLost(reviews.state.loss.map { "\($0)" })) }
        guard let listing else { return }
        if let drawn = sheets.drawn { try await publish(sheets: drawn) }
        if published.publication == nil { try await listAssets() }
        guard schedule.needsPublishing, await !isTooSoon() else { return try await rest() }
        let start = clock.now
        schedule.hasNewDrops = false
        context.approvals.update(reviews.state.reviews, catalog: published.catalog)
        let plan = try await makePlan(of: listing)
        let (open, delivered) = renders.expect(plan.compactMap(\.task))
        context.lock.set(busy: !open.isEmpty)
        await queue.want(open, taken: delivered)
        if try await publish(plan, listing: listing, since: start, isBusy: !open.isEmpty) {
            schedule.needsPublishing = plan.contains { $0.deferral == .postponed }
        }
        if schedule.needsPublishing, schedule[.publish] == nil { schedule[.publish] = clock.now }
        try await rest()
    }

    /// Whether there is so much to be made that a cycle for the little that is finished would cost more than it is worth.
    private mutating func isTooSoon() async -> Bool {
        guard !schedule.hasNewDrops, let later = published.timing.mayPublish(at: clock.now), await queue.isBusy else {
            return false
        }
        schedule[.publish] = later
        return true
    }

    /// Lists the assets: what somebody removed is rendered again.
    private mutating func listAssets() async throws {
        let publisher = context.publisher
        let present = try await BlockingExecutor.run { publisher.assets }
        guard present != published.assets else { return }
        published.assets = present
        schedule.needsPublishing = true
    }

    private mutating func makePlan(of listing: DropListing) async throws -> [PlannedSource] {
        let planner = BuildPlanner(
            recipes: Recipes(
                configuration: context.configuration, backgrounds: context.backgrounds, identity: context.identity),
            reader: SourceReader(
                known: { [sources] in sources[$0].digest }, deferral: { [sources] in sources[$0].deferral },
                mostReads: WatchEngine.mostReads),
            published: published.sources, assets: published.assets, stored: await context.results.known,
            results: { [results = context.results] in try await results.of($0) })
        plan = try await planner.plan(listing, after: plan, made: renders.finished)
        let planned = plan.sources
        sources.remember(planned)
        deferUnreadable(planned)
        return planned
    }

    /// Defers sources that could not be read: people are notified of them, and they are tried again.
    private mutating func deferUnreadable(_ plan: [PlannedSource]) {
        let now = clock.now
        for planned in plan {
            guard case .unreadable(let error)? = planned.deferral, sources[planned.path].deferral == nil else {
                continue
            }
            // The next listing does not have it.
            if case .vanished = error { continue }
            sources.setDeferral(.unreadable(error), of: planned.path, at: now)
            schedule.set(.unreadable, atLatest: now.advanced(by: WatchEngine.unreadablePause))
        }
    }

    /// Lists the drop folder, and asks of every new file, and of all settings, whether it has settled.
    private mutating func listDropFolder() async throws {
        schedule.needsListing = false
        let drop = context.configuration.drop
        var seen = try await BlockingExecutor.run { [known = published.sources] in
            try DropScanner.list(drop, published: known)
        }
        let now = clock.now
        var deferrals: [String: Deferral] = [:]
        schedule[.settle] = nil
        let changed = seen.art.filter { sources[$0.path].digest?.stamp != $0.stamp }
        for (art, wait) in try await readiness(of: changed, at: now) {
            if let (deferral, lookAgain) = wait {
                deferrals[art.path] = deferral
                schedule.set(.settle, atLatest: lookAgain)
            } else if reported.isReady, sources[art.path].arrival == nil {
                sources.update(art.path) { $0.arrival = now }
            }
        }
        let unsettled = try await unsettledSettings(of: seen, at: now)
        for settings in unsettled {
            for path in seen.art(of: settings.file) where deferrals[path] == nil {
                deferrals[path] = .unfinished(settings.reason)
            }
            schedule.set(.settle, atLatest: settings.lookAgain)
        }
        seen.keepPackSettings(unsettled, from: listing)
        stabilizer.forget(except: seen.settlingPaths)
        let isDeferred = sources.setDeferrals(deferrals, at: now)
        if isDeferred || seen != listing { schedule.hasNewDrops = true }
        if schedule.hasNewDrops { schedule.needsPublishing = true }
        sources.noteRemoved(listing?.paths(missingFrom: seen) ?? [])
        listing = seen
        sources.forgetTransient(listed: seen.art.count) { Set(seen.art.map(\.path)) }
    }

    /// Why a file is deferred, and until when.
    private typealias Wait = (deferral: Deferral, lookAgain: ContinuousClock.Instant)

    /// Which of these files have to wait. What a worker could not read a moment ago, and has not changed, waits on; and
    /// so does what cannot be opened.
    private mutating func readiness(of art: [ScannedSource], at now: ContinuousClock.Instant) async throws
        -> [(ScannedSource, Wait?)]
    {
        guard !art.isEmpty else { return [] }
        let retry = schedule[.unreadable]
        var unreadable: [String: Deferral] = [:]
        for art in art {
            guard let deferral = sources[art.path].deferral, listing?.stamp(of: art.path) == art.stamp else { continue }
            switch deferral {
            case .unreadable: unreadable[art.path] = deferral
            case .unreadableByWorker, .changedWhileRendering: if retry != nil { unreadable[art.path] = deferral }
            default: break
            }
        }
        let (waits, stabilizer) = try await BlockingExecutor.run { [stabilizer, unreadable] in
            var stabilizer = stabilizer
            let waits = art.map { art -> Wait? in
                if let deferral = unreadable[art.path] {
                    let again = retry ?? now.advanced(by: WatchEngine.unreadablePause)
                    guard case .unreadable = deferral, art.canBeOpened else { return (deferral, again) }
                }
                let readiness = stabilizer.judge(
                    path: art.path, absolutePath: art.absolutePath, stamp: art.stamp, framePaths: art.framePaths,
                    at: now)
                guard case .waiting(let reason, let lookAgain) = readiness else { return nil }
                return (.unfinished(reason), lookAgain)
            }
            return (waits, stabilizer)
        }
        self.stabilizer = stabilizer
        return Array(zip(art, waits))
    }

    private mutating func unsettledSettings(of seen: DropListing, at now: ContinuousClock.Instant) async throws
        -> [UnsettledSettings]
    {
        guard !seen.settings.isEmpty else { return [] }
        let (unsettled, stabilizer) = try await BlockingExecutor.run { [stabilizer] in
            var stabilizer = stabilizer
            return (stabilizer.unsettled(seen.settings, at: now), stabilizer)
        }
        self.stabilizer = stabilizer
        return unsettled
    }

    /// What can wait until nothing else is to be done.
    private mutating func rest() async throws {
        let depth = await queue.depth
        let deferrals = sources.deferrals
        let now = WatchProgress(
            queued: depth, waiting: deferrals.count, published: published.catalog?.stickerCount ?? 0,
            isFrozen: removal.hold != nil, watch: watch.currentStatus)
        if now != reported.progress { context.notify(.progress(now)) }
        reported.progress = now
        context.status.record(
            sources: listing?.art.count, catalog: published.catalog, deferred: deferrals.mapValues(\.description),
            unused: reported.unused ?? [])
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
        await saveSnapshot(isIdle: isDone)
        releaseMemory(isIdle: depth == 0 && areSettled && !sheets.areStale && sheets.task == nil)
    }

    /// A daemon that waits for the next drop has no use for what the last ones took.
    private mutating func releaseMemory(isIdle: Bool) {
        if isIdle, schedule.hasMemoryToRelease { malloc_trim(0) }
        schedule.hasMemoryToRelease = !isIdle
    }
}

extension ScannedSource {
    /// Whether the system lets its file, or all of its frames, be opened.
    fileprivate var canBeOpened: Bool {
        (framePaths.isEmpty ? [absolutePath] : framePaths).allSatisfy { (try? OpenFile($0).stamp()) != nil }
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

    /// Paths of the art, and of the other files, that a later listing does not have in the same place.
    fileprivate func paths(missingFrom later: DropListing) -> [String] {
        guard self != later else { return [] }
        return DropListing.missing(from: later.art.lazy.map(\.path), of: art.lazy.map(\.path))
            + DropListing.missing(from: later.ignored.lazy.map(\.path), of: ignored.lazy.map(\.path))
    }

    /// What the first of two ordered lists lacks of the second.
    private static func missing(
        from later: some RandomAccessCollection<String>, of earlier: some RandomAccessCollection<String>
    ) -> [String] {
        var place = later.startIndex
        return earlier.filter { path in
            while place < later.endIndex, later[place] < path { place = later.index(after: place) }
            return place == later.endIndex || later[place] != path
        }
    }
}

extension Catalog {
    var stickerCount: Int { packs.reduce(0) { $0 + $1.stickers.count } }
}
